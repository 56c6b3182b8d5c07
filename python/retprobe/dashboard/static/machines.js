"use strict";

// The machines side by side: what they are, the times of their runs, and the changes that stand.
(function (r) {
  r.views.machines = function (main) {
    const { model } = r;
    const rows = model.machines.map((one, machine) => ({
      machine,
      one,
      events: Object.fromEntries(model.kinds.map((kind) => [kind, new Set()])),
      newest: one.runs.time.length - 1,
    }));
    // The links lead to events. Some have no series: in them all times changed together.
    const { changes, events } = model;
    const add = (machine, event, stands) => {
      const kind = model.kinds[events.kind[event]];
      if (kind !== "worse" || stands) rows[machine].events[kind].add(event);
    };
    changes.machine.forEach((machine, change) =>
      add(machine, changes.event[change], changes.stands[change]),
    );
    model.togetherOn.forEach((list, machine) =>
      list.forEach((event) => add(machine, event, events.stands[event])),
    );
    const number = (title, kind, show) => ({
      key: kind,
      title,
      numeric: true,
      sort: (row) => row.events[kind].size,
      cell: (row) =>
        row.events[kind].size
          ? r.h(
              "a",
              { href: r.link("overview", { show, machine: row.one.name }) },
              String(row.events[kind].size),
            )
          : "0",
    });
    const table = r.table(
      "machines",
      [
        {
          key: "machine",
          title: "machine",
          sort: (row) => row.one.name,
          cell: (row) =>
            r.h("a", { href: r.link("runs", { machine: row.one.name }) }, row.one.name),
        },
        {
          key: "cpu",
          title: "processor",
          wide: true,
          sort: (row) => row.cpu,
          cell: (row) => row.cpu,
        },
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
            r.h(
              "a",
              { href: model.runLink(row.machine, row.newest) },
              r.day(row.one.runs.time[row.newest]),
            ),
        },
        number("worse now", "worse", ""),
        number("better", "better", "better"),
        number("machine changes", "machine", "machine"),
      ],
      (sort) => r.adjust({ sort }),
    );
    const { series } = model.opening();
    main.append(
      r.h("h1", {}, "Machines"),
      table.element,
      r.h(
        "p",
        { class: "note" },
        "Numbers of events, as Overview lists them: what one commit did to many series is one.",
      ),
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
        for (const row of rows)
          row.cpu = String(contexts[row.one.runs.context[row.newest]]?.cpu ?? "");
        table.show(rows, params.sort);
      },
    };
  };
})(retprobe);
