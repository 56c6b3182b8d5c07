"use strict";

(function (r) {
  /**
   * A row of filters. fields: {name, label, kind: "choice" | "text", options: [[value, text]],
   * width}. changed(name, value) is called at each change. set(params) shows the address's values,
   * without such a call. known(params) are the address's parameters that can be chosen. The reader
   * is told of the others, with `instead`.
   */
  r.filters = function (fields, changed, instead = "everything is shown instead") {
    const controls = new Map();
    const form = r.h("form", {
      class: "filters",
      role: "search",
      submit: (event) => event.preventDefault(),
    });
    const note = r.h("p", { class: "note", role: "status" });
    const element = r.h("div", {}, form, note);
    for (const field of fields) {
      const id = `filter-${field.name}`;
      const control =
        field.kind === "text"
          ? r.h("input", {
              id,
              type: "search",
              placeholder: field.placeholder,
              autocomplete: "off",
              spellcheck: "false",
              input: () => changed(field.name, control.value, { replace: true }),
            })
          : r.h(
              "select",
              { id, change: () => changed(field.name, control.value, {}) },
              options(field.options),
            );
      controls.set(field.name, control);
      form.append(
        r.h("label", { for: id, class: field.kind }, r.h("span", {}, field.label), control),
      );
    }
    return {
      element,
      set(params) {
        for (const [name, control] of controls) {
          const value = params[name] === undefined ? "" : params[name];
          if (control.value !== value) control.value = value;
        }
      },
      known(params) {
        const strangers = fields.filter(
          ({ name, kind, options: listed }) =>
            params[name] && kind === "choice" && !listed.some(([value]) => value === params[name]),
        );
        const unknown = strangers.map(({ name, label }) => `${label} “${params[name]}”`);
        note.textContent = strangers.length
          ? `Unknown here: ${unknown.join(", ")}; ${instead}.`
          : "";
        if (!strangers.length) return params;
        const names = new Set(strangers.map(({ name }) => name));
        const left = Object.fromEntries(
          Object.entries(params).filter(([name]) => !names.has(name)),
        );
        history.replaceState(null, "", r.link(r.address().view, left));
        return left;
      },
    };
  };

  function options(list) {
    return list.map(([value, text]) => r.h("option", { value }, text === undefined ? value : text));
  }

  /** A filter by a column: its different words as options, and one option for all. */
  r.columnFilter = (column, label) => ({
    name: column,
    label,
    kind: "choice",
    options: [["", `all ${column}s`], ...r.model.words[column].map((word) => [word, word])],
  });
  r.machineChoices = (all) => [
    ["", all],
    ...r.model.machines.map((machine) => [machine.name, machine.name]),
  ];

  r.matcher = function (text) {
    const parts = (text || "").toLowerCase().split(/\s+/).filter(Boolean);
    return (subject) => {
      const low = subject.toLowerCase();
      return parts.every((part) => low.includes(part));
    };
  };
})(retprobe);
