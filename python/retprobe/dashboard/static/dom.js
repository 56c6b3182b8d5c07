"use strict";

(function (r) {
  /**
   * Makes an element. Attributes that are functions are listeners. Children that are no elements
   * become text, never markup, so nothing in a result file can become markup.
   */
  r.h = function (tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (typeof value === "function") element.addEventListener(name, value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(
      ...children.flat(Infinity).filter((child) => child !== null && child !== undefined),
    );
    return element;
  };

  r.replace = function (element, ...children) {
    element.replaceChildren(
      ...children.flat(Infinity).filter((child) => child !== null && child !== undefined),
    );
  };

  /** One line that says what went wrong, at the place where it did. */
  r.problem = (error) =>
    r.h("p", { class: "problem", role: "alert" }, error.message || String(error));

  /** Says something to screen readers once it has settled. */
  let timer = 0;
  r.say = function (text) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      document.getElementById("said").textContent = text;
    }, 300);
  };
})(retprobe);
