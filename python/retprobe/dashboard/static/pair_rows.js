"use strict";

// Two runs' figures side by side, series by series: for a run beside the one before it, and for any two.
(function (r) {
  /** Rows {series, a, b, ...} of the series that one of the two has. before may be null. */
  r.pairs = function (before, after) {
    const { model } = r;
    const rows = [];
    for (let series = 0; series < model.seriesCount; series++) {
      const b = after.median[series];
      const a = before ? before.median[series] : NaN;
      const why = after.voids.get(series);
      if (!Number.isFinite(a) && !Number.isFinite(b) && !why) continue;
      rows.push({
        series,
        a,
        b,
        why,
        aLow: before ? before.low[series] : NaN,
        aHigh: before ? before.high[series] : NaN,
        bLow: after.low[series],
        bHigh: after.high[series],
        distance: Number.isFinite(a) && Number.isFinite(b) ? r.distance(a, b) : NaN,
        name: model.name(series),
      });
    }
    return rows;
  };

  /** Whether the two intervals have nothing in common; figures without an interval are compared as they are. */
  r.apart = function (row) {
    const low = (value, bound) => (Number.isFinite(bound) ? bound : value);
    return low(row.b, row.bLow) > low(row.a, row.aHigh) || low(row.b, row.bHigh) < low(row.a, row.aLow);
  };

  r.pairFilters = (changed) =>
    r.filters(
      [
        { name: "workload", label: "Workload", kind: "choice", options: r.choices("workload", "all workloads") },
        { name: "design", label: "Design", kind: "choice", options: r.choices("design", "all designs") },
        { name: "metric", label: "Metric", kind: "choice", options: r.choices("metric", "all metrics") },
        {
          name: "only",
          label: "Show",
          kind: "choice",
          options: [
            ["", "all series"],
            ["apart", "intervals apart"],
            ["void", "void"],
          ],
        },
        { name: "search", label: "Search", kind: "text", placeholder: "series" },
      ],
      changed,
    );

  r.pairFilter = function (params) {
    const text = r.matcher(params.search);
    return (row) =>
      ["workload", "design", "metric"].every(
        (column) => !params[column] || r.model.word(row.series, column) === params[column],
      ) &&
      (params.only !== "apart" || (Number.isFinite(row.distance) && r.apart(row))) &&
      (params.only !== "void" || row.why) &&
      text(row.name);
  };

  /** names: what the columns of a and b are called. */
  r.pairTable = function (caption, [a, b], machineOf) {
    return r.table(
      caption,
      [
        {
          key: "series",
          title: "series",
          sort: (row) => row.series,
          cell: (row) => r.seriesLink(row.series, machineOf()),
        },
        { key: "a", title: a, numeric: true, sort: (row) => row.a, cell: (row) => r.number(row.a) },
        {
          key: "b",
          title: b,
          numeric: true,
          sort: (row) => row.b,
          cell: (row) => (row.why ? `void: ${row.why}` : r.number(row.b)),
        },
        { key: "interval", title: "interval", numeric: true, cell: (row) => r.interval(row.bLow, row.bHigh) },
        { key: "unit", title: "", cell: (row) => r.model.unit(row.series) },
        {
          key: "change",
          title: "change",
          numeric: true,
          sort: (row) => row.distance,
          cell: (row) => (Number.isFinite(row.distance) ? r.change(row.a, row.b) : ""),
        },
        {
          key: "apart",
          title: "intervals",
          cell: (row) => (Number.isFinite(row.distance) && r.apart(row) ? "apart" : ""),
        },
      ],
      (sort) => r.adjust({ sort }),
    );
  };
})(retprobe);
