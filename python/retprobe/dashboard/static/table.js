"use strict";

(function (r) {
  const STEP = 100;

  /**
   * A table that shows STEP rows at first and more on request, so thousands of rows do not slow the
   * page. columns: {key, title, cell(row), sort(row) -> number | string, numeric, wide (text that
   * may be long)}. resort(key) is notified of the order that was asked for.
   */
  r.table = function (caption, columns, resort) {
    const head = r.h("tr");
    const body = r.h("tbody");
    const foot = r.h("div", { class: "more" });
    const element = r.h(
      "div",
      { class: "list" },
      r.h(
        "div",
        { class: "scroll" },
        r.h(
          "table",
          {},
          r.h("caption", { class: "hidden" }, caption),
          r.h("thead", {}, head),
          body,
        ),
      ),
      foot,
    );
    let rows = [];
    let shown = 0;

    for (const column of columns) {
      const title =
        column.sort && resort
          ? r.h("button", { type: "button", click: () => resort(next(column.key)) }, column.title)
          : column.title;
      head.append(
        r.h(
          "th",
          {
            scope: "col",
            class: column.numeric ? "number" : column.wide ? "wide" : null,
            "data-key": column.key,
          },
          title,
        ),
      );
    }
    let order = "";
    const next = (key) => (order === `-${key}` ? key : `-${key}`);

    function line(row) {
      return r.h(
        "tr",
        {},
        columns.map((column, i) => {
          const cell = column.cell(row);
          return r.h(
            i === 0 ? "th" : "td",
            {
              scope: i === 0 ? "row" : null,
              class: column.numeric ? "number" : column.wide ? "wide" : null,
            },
            cell,
          );
        }),
      );
    }

    function more(focus) {
      const from = shown;
      shown = Math.min(rows.length, shown + STEP);
      body.append(...rows.slice(from, shown).map(line));
      const left = rows.length - shown;
      r.replace(
        foot,
        rows.length === 0 ? r.h("p", { class: "nothing" }, "Nothing matches these filters.") : null,
        left > 0
          ? r.h(
              "button",
              { type: "button", click: () => more(true) },
              `Show ${Math.min(STEP, left)} more of ${left}`,
            )
          : null,
      );
      if (focus) body.children[from].querySelector("a, button, summary")?.focus();
    }

    return {
      element,
      show(list, sort) {
        order = sort || "";
        rows = list;
        const column = columns.find((one) => one.key === order.replace(/^-/, ""));
        if (column) {
          const sign = order.startsWith("-") ? -1 : 1;
          const keyed = list.map((row) => [column.sort(row), row]);
          // Rows without a value come last in both orders.
          const none = (value) => value === "" || Number.isNaN(value);
          keyed.sort(([a], [b]) => none(a) - none(b) || sign * (a < b ? -1 : a > b ? 1 : 0));
          rows = keyed.map(([, row]) => row);
        }
        for (const th of head.children) {
          const here = column && th.dataset.key === column.key;
          if (here)
            th.setAttribute("aria-sort", order.startsWith("-") ? "descending" : "ascending");
          else th.removeAttribute("aria-sort");
        }
        body.replaceChildren();
        shown = 0;
        more(false);
      },
    };
  };
})(retprobe);
