"use strict";

(function (r) {
  /**
   * A row of filters. fields: {name, label, kind: "choice" | "text", options: [[value, text]], width}.
   * changed(name, value) is told of each change; set(params) shows what the address says, without telling anybody.
   */
  r.filters = function (fields, changed) {
    const controls = new Map();
    const element = r.h("form", { class: "filters", role: "search", submit: (event) => event.preventDefault() });
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
          : r.h("select", { id, change: () => changed(field.name, control.value, {}) }, options(field.options));
      controls.set(field.name, control);
      element.append(r.h("label", { for: id, class: field.kind }, r.h("span", {}, field.label), control));
    }
    return {
      element,
      set(params) {
        for (const [name, control] of controls) {
          const value = params[name] === undefined ? "" : params[name];
          if (control.value === value) continue;
          if (control.tagName === "SELECT" && ![...control.options].some((option) => option.value === value)) {
            control.append(r.h("option", { value }, `${value} (not here)`)); // what the address asks for stays visible
          }
          control.value = value;
        }
      },
      setOptions(name, list) {
        const control = controls.get(name);
        const value = control.value;
        control.replaceChildren(...options(list));
        control.value = value;
      },
    };
  };

  function options(list) {
    return list.map(([value, text]) => r.h("option", { value }, text === undefined ? value : text));
  }

  /** The words of a column as options, with one for all of them. */
  r.choices = (column, all) => [["", all], ...r.model.words[column].map((word) => [word, word])];
  r.machineChoices = (all) => [["", all], ...r.model.machines.map((machine) => [machine.name, machine.name])];

  r.matcher = function (text) {
    const parts = (text || "").toLowerCase().split(/\s+/).filter(Boolean);
    return (subject) => {
      const low = subject.toLowerCase();
      return parts.every((part) => low.includes(part));
    };
  };
})(retprobe);
