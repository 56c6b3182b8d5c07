"use strict";

// The address has the view and its parameters after the #, as in
// #/trend?workload=fib&design=bitmask. So views can be shared, and the browser's back button works.
// Each step is a link or a change of a filter.
(function (r) {
  r.address = function () {
    const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    let view = path;
    try {
      view = decodeURIComponent(path);
    } catch (error) {
      view = path;
    }
    return { view: view || "overview", params: Object.fromEntries(new URLSearchParams(query)) };
  };

  r.link = function (view, params) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params || {})) {
      if (value !== "" && value !== null && value !== undefined) query.set(name, value);
    }
    const text = query.toString();
    return `#/${view === "overview" ? "" : view}${text ? "?" + text : ""}`;
  };

  r.go = function (view, params, { replace = false } = {}) {
    const target = r.link(view, params);
    if (target === location.hash) return;
    if (replace) location.replace(target);
    else location.hash = target;
  };

  /** Changes some parameters of the current address. */
  r.adjust = function (changed, options) {
    const { view, params } = r.address();
    r.go(view, { ...params, ...changed }, options);
  };
})(retprobe);
