"use strict";

// Series of figures as the rows that charts draw: points, the levels between changes, the changes
// themselves.
(function (r) {
  /** First and last commit of "the last N commits". */
  r.period = function (text) {
    const last = r.model.commits.name.length - 1;
    const count = Number(text) > 0 ? Number(text) : last + 1;
    return [Math.max(0, last + 1 - count), last];
  };

  r.labels = function () {
    const model = r.model;
    if (!model.labels) {
      const times = new Array(model.commits.name.length).fill(Infinity);
      for (const { runs } of model.machines)
        runs.commit.forEach((commit, i) => {
          times[commit] = Math.min(times[commit], runs.time[i]);
        });
      model.labels = times.map((time) => (Number.isFinite(time) ? r.day(time) : ""));
    }
    return model.labels;
  };

  function segments(steps, length) {
    const starts = [0, ...steps.map((step) => step.run)];
    return starts.map((start, i) => ({
      start,
      end: i + 1 < starts.length ? starts[i + 1] : length,
      step: i ? steps[i - 1] : null,
    }));
  }

  /**
   * The parts of a series on a machine between steps: {start, end, step that began it, level:
   * median of medians}.
   */
  r.levels = function (series, machine, figures) {
    return segments(r.model.steps(series, machine), figures.median.length).map((part) => ({
      ...part,
      level: r.median(Array.from(figures.median.subarray(part.start, part.end))),
    }));
  };

  /** Divides all rows by the unit that suits most points. Returns that unit: {unit, factor}. */
  function scaled({ points, levels }, series) {
    const scale = r.scale(
      r.model.unit(series),
      r.median(points.map((point) => Math.abs(point.median))),
    );
    for (const row of [...points, ...levels]) {
      for (const name of ["median", "low", "high", "level"])
        if (name in row) row[name] /= scale.factor;
    }
    for (const point of points) {
      point.value = `${r.number(point.median)} ${scale.unit}`.trim();
      point.interval = r.interval(point.low, point.high);
    }
    return scale;
  }

  /**
   * {data, scale}: the rows of a chart of that width in pixels, for series of one metric on
   * machines, and their unit. all: {series -> {machine -> figures}}.
   */
  r.rows = function (shown, machines, all, [first, last], pixels) {
    const { model } = r;
    const rows = { points: [], levels: [], changes: [] };
    for (const series of shown) {
      const design = model.word(series, "design");
      for (const machine of machines) {
        const figures = all.get(series).get(machine);
        if (!figures) continue;
        const name = model.machines[machine].name;
        const commits = model.machines[machine].runs.commit;
        for (let run = 0; run < commits.length; run++) {
          const commit = commits[run];
          if (commit < first || commit > last || !Number.isFinite(figures.median[run])) continue;
          rows.points.push({
            set: "points",
            commit,
            median: figures.median[run],
            low: figures.low[run],
            high: figures.high[run],
            design,
            machine: name,
            name: model.short(commit),
            subject: model.commits.subject[commit],
            date: r.day(model.timeOfRun(machine, run)),
            covers: r.covers(machine, run),
            load: model.loadOf(machine, run) || "idle, or not known",
            at: machine,
            run,
          });
        }
        for (const part of r.levels(series, machine, figures)) {
          if (part.start >= part.end || !Number.isFinite(part.level)) continue;
          const from = Math.max(first, commits[part.start]);
          const upto = Math.min(last, commits[part.end - 1]);
          if (from <= upto)
            rows.levels.push({
              set: "levels",
              commit: from,
              upto,
              level: part.level,
              median: part.level,
              design,
              machine: name,
            });
          if (part.step === null) continue;
          const at = (commits[part.start - 1] + commits[part.start]) / 2;
          if (at < first || at > last) continue;
          const { kind, percent, change } = part.step;
          const size = change === null ? r.change(1, 1, percent) : r.changeOf(change);
          rows.changes.push({
            set: "changes",
            commit: at,
            kind,
            machine: name,
            design,
            words: `${r.sign(kind)} ${size}`,
          });
        }
      }
    }
    spread(rows.changes, [first, last], pixels);
    return { data: rows, scale: scaled(rows, shown[0]) };
  };

  const ORDER = ["worse", "better", "machine"];
  const WORDS = 84; // pixels that the words of a change take

  /**
   * Where labels would overlap, only those of the more important changes stay. The others keep
   * their lines.
   */
  function spread(changes, [first, last], pixels) {
    const wide = (WORDS / Math.max(pixels, WORDS)) * (last - first);
    const taken = [];
    for (const change of [...changes].sort(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
    )) {
      change.left = change.commit + wide > last;
      const from = change.left ? change.commit - wide : change.commit;
      if (taken.some((other) => from < other + wide && other < from + wide)) change.words = "";
      else taken.push(from);
    }
  }

  // Dots are drawn if there is room for them. With several lines there is no band, which would hide
  // other lines.
  r.signals = (period, shown, points, unit) => ({
    units: unit,
    dots: points <= 200 ? 0.9 : 0,
    labels: r.labels(),
    period: period[0] === period[1] ? [period[0] - 1, period[1] + 1] : period,
    band: shown.length === 1 ? 0.16 : 0,
  });

  /**
   * What the intervals of a run are: "75 % interval of 3 processes". The contexts have to be there.
   */
  r.covers = (machine, run) =>
    r.have("contexts")[r.model.machines[machine].runs.context[run]]?.interval ?? "";

  r.loadSeries = async (shown) => {
    await r.need("contexts");
    return new Map(
      await Promise.all(shown.map(async (series) => [series, await r.model.figuresOf(series)])),
    );
  };
})(retprobe);
