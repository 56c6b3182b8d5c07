"use strict";

// Two runs' figures side by side, series by series: for a run beside the one before it, and for any
// two.
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

  /** Whether the two intervals do not overlap. Without an interval this is unknown. */
  r.apart = (row) => row.bLow > row.aHigh || row.bHigh < row.aLow;

  /** A run's context, with its machine's name. */
  r.conditions = (contexts, { machine, run }) => ({
    machine: r.model.machines[machine].name,
    ...contexts[r.model.machines[machine].runs.context[run]],
  });

  /**
   * A warning where the two runs were made in different ways, else null. who: the two, as a
   * sentence's subject.
   */
  r.differences = function (who, contexts, a, b) {
    const [one, two] = [a, b].map((side) => r.conditions(contexts, side));
    const told = (context, name) => String(context[name] ?? "unknown");
    // Of long lists, such as the mitigations, only the parts that differ.
    const without = (text, other) => {
      const parts = text.split("; ").filter((part) => !other.split("; ").includes(part));
      return parts.join("; ") || "–";
    };
    const rows = r.model.conditions
      .map((name) => [name, told(one, name), told(two, name)])
      .filter(([, x, y]) => x !== y);
    if (!rows.length) return null;
    return r.h(
      "div",
      { class: "warning" },
      r.h("p", {}, `${who} were not made in the same way. What differs below may come from that:`),
      r.h(
        "ul",
        { class: "plain" },
        rows.map(([name, x, y]) =>
          r.h("li", {}, r.h("code", {}, name), ` ${without(x, y)} → ${without(y, x)}`),
        ),
      ),
    );
  };

  r.pairFilters = (changed) =>
    r.filters(
      [
        r.columnFilter("workload", "Workload"),
        r.columnFilter("design", "Design"),
        r.columnFilter("metric", "Metric"),
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
      (params.only !== "apart" || r.apart(row)) &&
      (params.only !== "void" || row.why) &&
      text(row.name);
  };

  const scaleOf = (row) => r.rowScale(row.series, row.a, row.b);

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
        {
          key: "a",
          title: a,
          numeric: true,
          sort: (row) => row.a,
          cell: (row) => r.number(row.a / scaleOf(row).factor),
        },
        {
          key: "b",
          title: b,
          numeric: true,
          sort: (row) => row.b,
          cell: (row) => (row.why ? r.void(row.why) : r.number(row.b / scaleOf(row).factor)),
        },
        {
          key: "interval",
          title: "interval",
          numeric: true,
          cell: (row) => r.interval(row.bLow, row.bHigh, scaleOf(row).factor),
        },
        { key: "unit", title: "", cell: (row) => scaleOf(row).unit },
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
          cell: (row) => (r.apart(row) ? "apart" : ""),
        },
      ],
      (sort) => r.adjust({ sort }),
    );
  };
})(retprobe);
