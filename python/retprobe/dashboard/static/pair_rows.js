"use strict";

// Two runs' figures side by side, metric by metric: for a run beside the one before it, and for any two.
(function (r) {
  /** Rows {metric, a, b, ...} of the metrics that one of the two has. before may be null. */
  r.pairs = function (before, after) {
    const { model } = r;
    const rows = [];
    for (let metric = 0; metric < model.metricCount; metric++) {
      const b = after.median[metric];
      const a = before ? before.median[metric] : NaN;
      const why = after.voids.get(metric);
      if (!Number.isFinite(a) && !Number.isFinite(b) && !why) continue;
      rows.push({
        metric,
        a,
        b,
        why,
        aLow: before ? before.low[metric] : NaN,
        aHigh: before ? before.high[metric] : NaN,
        bLow: after.low[metric],
        bHigh: after.high[metric],
        distance: Number.isFinite(a) && Number.isFinite(b) ? r.distance(a, b) : NaN,
        name: model.name(metric),
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
        { name: "measure", label: "Measure", kind: "choice", options: r.choices("measure", "all measures") },
        {
          name: "only",
          label: "Show",
          kind: "choice",
          options: [
            ["", "all metrics"],
            ["apart", "intervals apart"],
            ["void", "void"],
          ],
        },
        { name: "search", label: "Search", kind: "text", placeholder: "metric" },
      ],
      changed,
    );

  r.pairFilter = function (params) {
    const text = r.matcher(params.search);
    return (row) =>
      ["workload", "design", "measure"].every(
        (column) => !params[column] || r.model.word(row.metric, column) === params[column],
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
          key: "metric",
          title: "metric",
          sort: (row) => row.metric,
          cell: (row) => r.metricLink(row.metric, machineOf()),
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
        { key: "unit", title: "", cell: (row) => r.model.unit(row.metric) },
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
