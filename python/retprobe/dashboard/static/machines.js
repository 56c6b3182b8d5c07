"use strict";

// The machines side by side: what they are, how far their runs go, what stands on them.
(function (r) {
  r.views.machines = function (main) {
    const { model } = r;
    const rows = model.machines.map((one, machine) => ({
      machine,
      one,
      worse: 0,
      better: 0,
      moved: 0,
      newest: one.runs.time.length - 1,
    }));
    model.changes.machine.forEach((machine, change) => {
      const kind = r.kindOf(change);
      if (kind === "worse") rows[machine].worse += model.changes.stands[change];
      else if (kind === "better") rows[machine].better += 1;
      else rows[machine].moved += 1;
    });
    const shown = (text, kind, machine) =>
      r.h("a", { href: r.link("overview", { show: kind, machine: model.machines[machine].name }) }, text);
    const table = r.table(
      "machines",
      [
        {
          key: "machine",
          title: "machine",
          sort: (row) => row.one.name,
          cell: (row) => r.h("a", { href: r.link("runs", { machine: row.one.name }) }, row.one.name),
        },
        { key: "cpu", title: "processor", wide: true, sort: (row) => row.cpu, cell: (row) => row.cpu },
        {
          key: "runs",
          title: "runs",
          numeric: true,
          sort: (row) => row.one.runs.time.length,
          cell: (row) => String(row.one.runs.time.length),
        },
        {
          key: "newest",
          title: "newest run",
          sort: (row) => row.one.runs.time[row.newest],
          cell: (row) =>
            r.h("a", { href: model.runLink(row.machine, row.newest) }, r.day(row.one.runs.time[row.newest])),
        },
        {
          key: "worse",
          title: "worse now",
          numeric: true,
          sort: (row) => row.worse,
          cell: (row) => (row.worse ? shown(row.worse, "", row.machine) : "0"),
        },
        {
          key: "better",
          title: "better",
          numeric: true,
          sort: (row) => row.better,
          cell: (row) => (row.better ? shown(row.better, "better", row.machine) : "0"),
        },
        {
          key: "moved",
          title: "machine changes",
          numeric: true,
          sort: (row) => row.moved,
          cell: (row) => (row.moved ? shown(row.moved, "machine", row.machine) : "0"),
        },
      ],
      (sort) => r.adjust({ sort }),
    );
    const series = model.changes.series.length ? model.changes.series[0] : 0;
    main.append(
      r.h("h1", {}, "Machines"),
      table.element,
      r.h(
        "p",
        {},
        r.h(
          "a",
          { href: r.link("trend", { ...model.selection(series), machine: "*" }) },
          "Draw a series on all machines, side by side",
        ),
      ),
    );
    return {
      title: () => "Machines",
      async update(params) {
        const contexts = await r.need("contexts");
        for (const row of rows) row.cpu = String(contexts[row.one.runs.context[row.newest]]?.cpu ?? "");
        table.show(rows, params.sort);
      },
    };
  };
})(retprobe);
