"use strict";

// One series over the commits: on one machine or on all side by side, of one design or of all that
// share the rest.
(function (r) {
  r.periodChoices = function () {
    const total = r.model.commits.name.length;
    return [
      ["", "all commits"],
      ...[300, 100, 30]
        .filter((count) => count < total)
        .map((count) => [String(count), `last ${count} commits`]),
    ];
  };

  /** The address's parameters, completed so that each column has a word that is in the data. */
  function complete(params, touched) {
    const { model } = r;
    const opening = model.opening();
    const words = { ...model.selection(opening.series), ...params };
    const designs = words.design === "*" ? model.words.design : [words.design];
    const asked = ["workload", "design", "metric", "transfer", "registers", "tracers"].filter(
      (name) => params[name],
    );
    const series =
      designs.map((design) => model.find({ ...words, design })).find((one) => one >= 0) ??
      model.nearest(words, [...touched, ...asked]);
    return {
      ...params,
      ...model.selection(series),
      design: words.design === "*" ? "*" : model.word(series, "design"),
      machine: params.machine || model.machines[opening.machine].name,
    };
  }

  function chosen(params) {
    const { model } = r;
    const designs = params.design === "*" ? model.words.design : [params.design];
    return designs
      .map((design) => model.find({ ...params, design }))
      .filter((series) => series >= 0);
  }

  const LETTER = 7; // pixels of a letter in the title of a machine's plot

  /** The text in lines of so many letters, broken at blanks. */
  function lines(text, letters) {
    const found = [];
    for (const word of text.split(" ")) {
      const longer = found.length ? `${found[found.length - 1]} ${word}` : word;
      if (found.length && longer.length <= letters) found[found.length - 1] = longer;
      else found.push(word);
    }
    return found;
  }

  /** As many machines side by side as the page's width and the specification allow. */
  function columns(specification, width) {
    const gap = 64;
    const signals = Object.fromEntries(
      specification.signals.map((signal) => [signal.name, signal]),
    );
    signals.columns.value = Math.max(
      1,
      Math.min(signals.columns.value, Math.floor((width + gap) / 290)),
    );
    signals.child_width.value = Math.floor((width - 16) / signals.columns.value) - gap;
    signals.titles.value = Object.fromEntries(
      r.model.machines.map(({ name }) => [name, lines(name, signals.child_width.value / LETTER)]),
    );
  }

  function levelTable(shown, machines, all, { unit, factor }) {
    const { model } = r;
    const rows = [];
    for (const series of shown) {
      for (const machine of machines) {
        const figures = all.get(series).get(machine);
        if (!figures) continue;
        r.levels(series, machine, figures).forEach((part) => {
          if (part.start < part.end) rows.push({ ...part, series, machine });
        });
      }
    }
    const run = (machine, number) =>
      r.h(
        "a",
        { href: model.runLink(machine, number) },
        model.short(model.commitOfRun(machine, number)),
      );
    const table = r.table("levels of the series, between changes", [
      { key: "design", title: "design", cell: (row) => r.design(model.word(row.series, "design")) },
      {
        key: "machine",
        title: "machine",
        wide: true,
        cell: (row) => model.machines[row.machine].name,
      },
      {
        key: "since",
        title: "since",
        cell: (row) => r.day(model.timeOfRun(row.machine, row.start)),
      },
      { key: "first", title: "first commit", cell: (row) => run(row.machine, row.start) },
      {
        key: "last",
        title: "last commit before",
        cell: (row) => (row.step === null ? "" : run(row.machine, row.start - 1)),
      },
      {
        key: "level",
        title: r.titled("level", unit),
        numeric: true,
        cell: (row) => r.number(row.level / factor),
      },
      {
        key: "change",
        title: "change",
        numeric: true,
        cell: (row) => (row.step === null ? "" : r.stepMark(row.step)),
      },
    ]);
    table.show(rows);
    const note = r.h(
      "p",
      { class: "note" },
      "Levels are medians of what was measured; a change is without what all times of the " +
        "machine did together meanwhile.",
    );
    return [table.element, rows.some((row) => row.step && row.step.change !== null) ? note : null];
  }

  function figureTable(shown, machines, all, { unit, factor }) {
    const { model } = r;
    const rows = [];
    for (const series of shown) {
      for (const machine of machines) {
        const figures = all.get(series).get(machine);
        if (figures)
          for (let run = figures.median.length - 1; run >= 0; run--)
            rows.push({ series, machine, run, figures });
      }
    }
    const table = r.table("all figures of the chart", [
      {
        key: "run",
        title: "run",
        cell: ({ machine, run }) => [
          r.h("a", { href: model.runLink(machine, run) }, r.minute(model.timeOfRun(machine, run))),
          r.load(machine, run),
        ],
      },
      {
        key: "commit",
        title: "commit",
        cell: ({ machine, run }) => r.commit(model.commitOfRun(machine, run)),
      },
      {
        key: "machine",
        title: "machine",
        wide: true,
        cell: ({ machine }) => model.machines[machine].name,
      },
      {
        key: "design",
        title: "design",
        cell: ({ series }) => r.design(model.word(series, "design")),
      },
      {
        key: "median",
        title: r.titled("median", unit),
        numeric: true,
        cell: ({ figures, run }) =>
          figures.voids.has(run)
            ? r.void(figures.voids.get(run))
            : r.number(figures.median[run] / factor),
      },
      {
        key: "interval",
        title: r.titled("interval", unit),
        numeric: true,
        cell: ({ figures, run }) => r.interval(figures.low[run], figures.high[run], factor),
      },
      { key: "covers", title: "which is the", cell: ({ machine, run }) => r.covers(machine, run) },
    ]);
    table.show(rows);
    return table.element;
  }

  function underLoad(points) {
    const count = points.filter((point) => r.model.loadOf(point.at, point.run)).length;
    return count ? `; ${r.count(count, "figure")} measured under load` : "";
  }

  function legend(shown) {
    return shown.length < 2
      ? null
      : r.h(
          "p",
          { class: "legend" },
          shown.map((series) => r.design(r.model.word(series, "design"))),
        );
  }

  r.views.trend = function (main) {
    let touched = [];
    let turn = 0; // a slower, older request must not draw over a newer one
    const columnFilter = (name, label) => ({
      name,
      label,
      kind: "choice",
      options: r.model.words[name].map((word) => [word, word]),
    });
    const filters = r.filters(
      [
        columnFilter("workload", "Workload"),
        {
          name: "design",
          label: "Design",
          kind: "choice",
          options: [...r.model.words.design.map((word) => [word, word]), ["*", "all designs"]],
        },
        {
          ...columnFilter("metric", "Metric"),
          options: r.model.words.metric.map((word) => [word, r.model.metrics[word].title]),
        },
        columnFilter("transfer", "Transfer"),
        columnFilter("registers", "Registers"),
        columnFilter("tracers", "Tracers"),
        {
          name: "machine",
          label: "Machine",
          kind: "choice",
          options: [...r.machineChoices("").slice(1), ["*", "all, side by side"]],
        },
        { name: "commits", label: "Period", kind: "choice", options: r.periodChoices() },
      ],
      (name, value) => {
        touched = [name, ...touched.filter((one) => one !== name)];
        r.go("trend", complete({ ...r.address().params, [name]: value }, touched));
      },
      "another series is shown",
    );
    const heading = r.h("h1");
    const below = r.h("p", { class: "under" });
    const one = r.chart("trend", {
      picked: (row) => {
        if (row.run !== undefined) location.hash = r.model.runLink(row.at, row.run);
      },
    });
    const side = r.chart("machines", { layout: columns });
    const place = r.h("div");
    const rest = r.h("div");
    main.append(heading, below, filters.element, place, rest);

    return {
      title: (params) =>
        params.workload
          ? `${params.workload} ${params.design === "*" ? "" : params.design}`
          : "Trend",
      async update(given) {
        if (!r.model.seriesCount) throw new Error("the history has no figures");
        const params = complete(filters.known(given), touched);
        if (r.link("trend", params) !== location.hash)
          history.replaceState(null, "", r.link("trend", params));
        filters.set(params);
        const shown = chosen(params);
        const mine = ++turn;
        const all = await r.loadSeries(shown);
        if (mine !== turn) return;
        const machines = r.model.machines
          .map((machine, i) => i)
          .filter((i) => params.machine === "*" || r.model.machines[i].name === params.machine);
        r.replace(
          heading,
          params.workload,
          r.h("span", { class: "soft" }, " · "),
          params.design === "*" ? "all designs" : r.design(params.design),
        );
        const period = r.period(params.commits);
        const { data, scale } = r.rows(shown, machines, all, period, place.clientWidth);
        const where = params.machine === "*" ? r.count(machines.length, "machine") : params.machine;
        below.textContent =
          `${r.titled(r.model.metrics[params.metric].title, scale.unit)}; ${where}; ` +
          `${r.count(data.points.length, "figure")}, ${r.count(data.changes.length, "change")}` +
          underLoad(data.points);
        r.say(below.textContent);
        const design = params.design === "*" ? "all designs" : params.design;
        const words =
          `${params.workload}, ${design}: ${below.textContent}. ` +
          "The tables below have levels and figures.";
        const chart = params.machine === "*" ? side : one;
        if (place.lastChild !== chart.element)
          r.replace(place, r.h("div", { class: "key" }), chart.element);
        r.replace(place.firstChild, legend(shown));
        const full = r.h(
          "details",
          {
            class: "figures",
            toggle: () => {
              if (full.open && full.children.length === 1)
                full.append(figureTable(shown, machines, all, scale));
            },
          },
          r.h("summary", {}, "All figures as a table"),
        );
        r.replace(rest, r.h("h2", {}, "Levels"), levelTable(shown, machines, all, scale), full);
        const drawn = params.machine === "*" ? { points: [...data.points, ...data.levels] } : data;
        await chart.show(drawn, r.signals(period, shown, data.points.length, scale.unit), words);
      },
      close() {
        one.close();
        side.close();
      },
    };
  };
})(retprobe);
