"use strict";

// Looks things up in the index: names of series, commits and runs, and the changes of each.
(function (r) {
  const COLUMNS = ["workload", "design", "transfer", "registers", "tracers", "metric"];
  const model = { columns: COLUMNS };
  r.model = model;

  model.open = function (index) {
    if (index.format !== 4)
      throw new Error(
        `data/index.js has format ${index.format}, this page reads 4; build the site again`,
      );
    Object.assign(model, index);
    model.seriesCount = index.series.workload.length;
    model.byKey = new Map();
    for (let series = 0; series < model.seriesCount; series++)
      model.byKey.set(model.key(series), series);
    model.changesOf = new Map();
    for (let change = 0; change < index.changes.series.length; change++) {
      const key = `${index.changes.series[change]}/${index.changes.machine[change]}`;
      if (!model.changesOf.has(key)) model.changesOf.set(key, []);
      model.changesOf.get(key).push(change);
    }
    model.changesIn = index.events.kind.map(() => 0);
    for (const event of index.changes.event) model.changesIn[event]++;
    // Events in which all times of a machine changed together, and no series by itself.
    model.togetherOn = index.machines.map(() => []);
    index.events.everything.forEach((everything, event) => {
      if (everything && !model.changesIn[event])
        for (const machine of index.events.machines[event]) model.togetherOn[machine].push(event);
    });
    model.colours = new Map(index.designs.map((design) => [design.name, design.colour]));
  };

  model.key = (series) => COLUMNS.map((column) => model.series[column][series]).join("/");
  model.word = (series, column) => model.words[column][model.series[column][series]];
  model.case = (series) =>
    COLUMNS.slice(0, 5)
      .map((column) => model.word(series, column))
      .join("/");
  model.name = (series) => `${model.case(series)} ${model.word(series, "metric")}`;
  model.selection = (series) =>
    Object.fromEntries(COLUMNS.map((column) => [column, model.word(series, column)]));
  /**
   * The changes of a series, by run: [{run, kind, percent, change}]. `change` is a row of `changes`
   * for the series' own changes, and null for changes of all times of the machine.
   */
  model.steps = function (series, machine) {
    const { changes, events, kinds } = model;
    const steps = (model.changesOf.get(`${series}/${machine}`) || []).map((change) => ({
      run: changes.run[change],
      kind: r.kindOf(change),
      percent: changes.percent[change],
      change,
    }));
    if (model.unit(series) === "ns") {
      for (const event of model.togetherOn[machine]) {
        const run = model.firstRun(machine, event);
        if (run > 0 && !steps.some((step) => step.run === run))
          steps.push({
            run,
            kind: kinds[events.kind[event]],
            percent: events.percent[event],
            change: null,
          });
      }
    }
    return steps.sort((a, b) => a.run - b.run);
  };

  /** The machine's first run with an event. */
  model.firstRun = (machine, event) =>
    model.machines[machine].runs.commit.findIndex((commit) => commit >= model.events.commit[event]);

  model.unit = (series) => model.metrics[model.word(series, "metric")].unit;

  /**
   * {series, machine} to show first: the largest of the newest change for the worse that stands,
   * else of the newest change. If nothing changed: what a probe adds to the simplest call, on the
   * machine with the newest run.
   */
  model.opening = function () {
    const { changes, events, machines } = model;
    const rank = (change) => [
      r.kindOf(change) === "worse" && changes.stands[change] ? 1 : 0,
      events.commit[changes.event[change]],
      Math.abs(changes.percent[change] ?? 0),
    ];
    let first = null;
    for (let change = 0; change < changes.series.length; change++) {
      if (r.kindOf(change) === "machine") continue;
      const own = {
        rank: rank(change),
        series: changes.series[change],
        machine: changes.machine[change],
      };
      const at = first ? own.rank.findIndex((value, i) => value !== first.rank[i]) : 0;
      if (!first || (at >= 0 && own.rank[at] > first.rank[at])) first = own;
    }
    if (first) return { series: first.series, machine: first.machine };
    const probe = model.designs.find((design) => !design.floor);
    const plainest = {
      metric: "added_ns",
      workload: "leaf",
      transfer: "paired",
      tracers: "1",
      registers: "scalar",
      design: probe ? probe.name : "",
    };
    const newest = machines.map(({ runs }) => runs.time[runs.time.length - 1]);
    return {
      series: model.nearest(plainest, Object.keys(plainest)),
      machine: newest.indexOf(Math.max(...newest)),
    };
  };

  /** The series that these words name, or -1. */
  model.find = function (words) {
    const key = COLUMNS.map((column) => model.words[column].indexOf(words[column])).join("/");
    return model.byKey.has(key) ? model.byKey.get(key) : -1;
  };

  /**
   * The series that shares most of the words; words in `first` count most. If a filter names a
   * combination that was not measured, this finds a similar one that was.
   */
  model.nearest = function (words, first) {
    const exact = model.find(words);
    if (exact >= 0) return exact;
    const order = [
      ...new Set([
        ...(first || []),
        "workload",
        "design",
        "metric",
        "transfer",
        "registers",
        "tracers",
      ]),
    ];
    const wanted = order.map((column) => model.words[column].indexOf(words[column]));
    let best = -1;
    let bestScore = -1;
    for (let series = 0; series < model.seriesCount; series++) {
      let score = 0;
      for (let i = 0; i < order.length; i++)
        score = score * 2 + (model.series[order[i]][series] === wanted[i] ? 1 : 0);
      if (score > bestScore) {
        best = series;
        bestScore = score;
      }
    }
    return best;
  };

  model.short = (commit) => {
    const name = model.commits.name[commit];
    return /^[0-9a-f]{40}/.test(name) ? name.slice(0, 10) + name.slice(40) : name;
  };
  model.commitOfRun = (machine, run) => model.machines[machine].runs.commit[run];
  model.timeOfRun = (machine, run) => model.machines[machine].runs.time[run];
  model.runName = (machine, run) =>
    [
      model.machines[machine].name,
      r.day(model.timeOfRun(machine, run)),
      model.short(model.commitOfRun(machine, run)),
    ].join(", ");
  /** Under which load a run was measured; empty where the machine was idle. */
  model.loadOf = (machine, run) => model.machines[machine].load[run] || "";
  model.runLink = (machine, run) => r.link("run", model.runAddress(machine, run));

  /**
   * A run's name: its machine, its commit, and its number among the machine's runs of it. Later
   * runs do not change it.
   */
  model.runAddress = function (machine, run) {
    const commits = model.machines[machine].runs.commit;
    let nth = 0;
    for (let i = 0; i < run; i++) if (commits[i] === commits[run]) nth++;
    const address = {
      machine: model.machines[machine].name,
      commit: model.commits.name[commits[run]],
    };
    return nth ? { ...address, nth: nth + 1 } : address;
  };

  /** {machine, run} of an address, or null. */
  model.runAt = function ({ machine: name, commit, nth = 1 }) {
    const machine = model.machines.findIndex((one) => one.name === name);
    const number = model.commits.name.indexOf(commit);
    if (machine < 0 || number < 0) return null;
    let left = Number(nth);
    const commits = model.machines[machine].runs.commit;
    for (let run = 0; run < commits.length; run++)
      if (commits[run] === number && --left === 0) return { machine, run };
    return null;
  };

  /**
   * Figures of one series by machine: {median, low, high: Float32Array, voids: Map run -> reason}.
   */
  model.figuresOf = async function (series) {
    const value = await r.need(`series/${series}`);
    if (!value.byMachine) {
      value.byMachine = new Map(
        value.machines.map((machine, i) => {
          const floats = r.floats(value.figures[i]);
          const n = floats.length / 3;
          return [
            machine,
            {
              median: floats.subarray(0, n),
              low: floats.subarray(n, 2 * n),
              high: floats.subarray(2 * n),
              voids: new Map(),
            },
          ];
        }),
      );
      for (const [machine, run, reason] of value.voids)
        value.byMachine.get(machine).voids.set(run, value.reasons[reason]);
      value.figures = null;
    }
    return value.byMachine;
  };

  /**
   * Figures of one run by series: {median, low, high: Float32Array, voids: Map series -> reason}.
   */
  model.runFigures = async function (machine, run) {
    const block = Math.floor(run / model.runs_per_block);
    const value = await r.need(`runs/${machine}/${block}`);
    if (!value.floats) {
      value.floats = r.floats(value.figures);
      value.figures = null;
    }
    const n = model.seriesCount;
    const start = (run - value.first) * 3 * n;
    const voids = new Map(
      value.voids
        .filter((row) => row[0] === run)
        .map(([, series, reason]) => [series, value.reasons[reason]]),
    );
    return {
      median: value.floats.subarray(start, start + n),
      low: value.floats.subarray(start + n, start + 2 * n),
      high: value.floats.subarray(start + 2 * n, start + 3 * n),
      voids,
    };
  };
})(retprobe);
