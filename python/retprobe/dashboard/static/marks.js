"use strict";

// The small parts that several views share.
(function (r) {
  const SIGNS = { worse: "▲", better: "▼", machine: "◆" };

  r.kindOf = (change) => r.model.kinds[r.model.changes.kind[change]];

  /** "▲ +3.1 %", with a colour for its meaning, and words for screen readers. */
  r.changeMark = function (change) {
    const { before, after, percent } = r.model.changes;
    return r.markOf(r.kindOf(change), before[change], after[change], percent[change]);
  };
  r.changeOf = (change) => {
    const { before, after, percent } = r.model.changes;
    return r.change(before[change], after[change], percent[change]);
  };
  r.stepMark = (step) =>
    step.change === null ? r.markOf(step.kind, 1, 1, step.percent) : r.changeMark(step.change);
  r.markOf = function (kind, before, after, percent) {
    return r.h(
      "span",
      { class: `change ${kind}` },
      r.h("span", { "aria-hidden": "true" }, SIGNS[kind] || ""),
      " ",
      r.h("span", { class: "hidden" }, kind === "machine" ? "machine changed: " : `${kind}: `),
      r.change(before, after, percent),
    );
  };
  r.sign = (kind) => SIGNS[kind];

  r.commit = (commit) =>
    r.h("code", { title: r.model.commits.name[commit] }, r.model.short(commit));

  /** A design's name after a mark in its colour, which is the same in all charts. */
  r.dot = function (design) {
    const dot = r.h("span", { class: "dot", "aria-hidden": "true" });
    dot.style.background = r.model.colours.get(design) || "var(--soft)";
    return dot;
  };
  r.design = (name) => r.h("span", { class: "design" }, r.dot(name), name);

  r.seriesLink = function (series, machine) {
    const { selection, word, metrics } = r.model;
    const details = [
      word(series, "transfer"),
      word(series, "registers"),
      word(series, "tracers") === "0" ? "-" : r.count(Number(word(series, "tracers")), "tracer"),
    ]
      .filter((text) => text !== "-")
      .join(", ");
    const rest = [details, metrics[word(series, "metric")].title].filter(Boolean).join("; ");
    const to = {
      ...selection(series),
      machine: machine === undefined ? "" : r.model.machines[machine].name,
    };
    return [
      r.dot(word(series, "design")),
      r.h(
        "a",
        { href: r.link("trend", to) },
        `${word(series, "workload")} ${word(series, "design")}`,
      ),
      r.h("small", {}, ` ${rest}`),
    ];
  };

  r.load = (machine, run) => {
    const words = r.model.loadOf(machine, run);
    return words ? r.h("small", { class: "load" }, ` ${words}`) : null;
  };

  r.void = (reason) => r.h("span", { class: "void" }, `void: ${reason}`);

  r.interval = (low, high, factor = 1) =>
    Number.isFinite(low) && Number.isFinite(high) && low !== high
      ? `${r.number(low / factor)} … ${r.number(high / factor)}`
      : "";
})(retprobe);
