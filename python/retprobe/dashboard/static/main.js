"use strict";

// Opens the view that the address names. A view is a function (main) -> {title, update(params),
// close()}; it is kept while only its parameters change, so that the focus stays where it was.
(function (r) {
  let open = null;
  let turn = 0;

  async function follow() {
    const mine = ++turn;
    const { view, params } = r.address();
    const main = document.getElementById("main");
    try {
      const first = !open;
      if (!open || open.view !== view) {
        if (open && open.close) open.close();
        main.replaceChildren();
        const make = r.views[view];
        if (!make) throw new Error(`there is no page "${view}"; the pages are in the list above`);
        open = { view, ...make(main) };
        for (const link of document.querySelectorAll("nav a")) {
          if (link.dataset.view === view) link.setAttribute("aria-current", "page");
          else link.removeAttribute("aria-current");
        }
        if (!first) {
          window.scrollTo(0, 0);
          main.focus({ preventScroll: true });
        }
      }
      await open.update(params);
      if (mine !== turn) return;
      document.title = `${open.title ? open.title(params) + " · " : ""}retprobe regressions`;
    } catch (error) {
      if (mine !== turn) return;
      if (open && open.close) open.close();
      open = null;
      main.replaceChildren(r.problem(error));
    }
    // For the tests' measurements: the view is complete, with its figures.
    document.documentElement.dataset.drawn = location.hash;
    performance.mark("retprobe-drawn");
  }

  window.addEventListener("DOMContentLoaded", async () => {
    r.openTheme(document.getElementById("theme"));
    try {
      r.model.open(await r.need("index"));
    } catch (error) {
      document.getElementById("main").replaceChildren(r.problem(error));
      return;
    }
    if (!r.model.machines.length) {
      // There are results on Linux alone.
      for (const link of document.querySelectorAll("nav a:not([data-view=linux])")) link.remove();
      r.views.overview = r.views.linux;
    }
    window.addEventListener("hashchange", follow);
    await follow();
    performance.mark("retprobe-interactive");
    document.documentElement.dataset.ready = "yes";
  });
})(retprobe);
