"use strict";

// Linux's own return probes over the versions of the kernel: a chart for each mechanism, what
// changed, and the verdicts.
(function (r) {
  const users = (number) => r.count(number, "user");

  function dot(colour) {
    const made = r.h("span", { class: "dot", "aria-hidden": "true" });
    made.style.background = colour;
    return made;
  }

  /** A list of changes in words, and the size of each if it has one. */
  function changeList(caption, changes, mark) {
    const table = r.table(caption, [
      { key: "words", title: "what changed", cell: (change) => change.words },
      { key: "size", title: "", numeric: true, cell: mark },
    ]);
    table.show(changes);
    return changes.length
      ? r.h("div", { class: "narrow" }, table.element)
      : r.h("p", { class: "nothing" }, "Nothing changed.");
  }

  /** A table with a column for each version. */
  function versionTable(caption, found, head, rows, cell) {
    const columns = found.versions.map((title, at) => ({ key: title, title, ...cell(at) }));
    const table = r.table(caption, [...head, ...columns]);
    table.show(rows);
    return table.element;
  }

  const verdictCell = (verdict, detail) => [
    r.h("span", { class: verdict === "fail" ? "change worse" : null }, verdict || "–"),
    detail ? r.h("small", {}, ` ${detail}`) : null,
  ];

  function verdictTables(found) {
    const { verdicts } = found;
    return [...new Set(verdicts.map((row) => row.mechanism))].map((mechanism) => {
      const rows = verdicts
        .filter((row) => row.mechanism === mechanism)
        .map((row) => ({ ...row, scenario: row.scenario.replaceAll("_", " ") }));
      const changed = found.verdict_changes.filter((one) => one.mechanism === mechanism).length;
      const changes = changed ? ` ${r.count(changed, "change")}` : "";
      return r.h(
        "details",
        {},
        r.h("summary", {}, mechanism, r.h("small", {}, changes)),
        versionTable(
          `verdicts of ${mechanism}`,
          found,
          [{ key: "scenario", title: "scenario", cell: (row) => row.scenario }],
          rows,
          (at) => ({
            wide: true,
            cell: (row) => verdictCell(row.verdicts[at], row.details[at]),
          }),
        ),
      );
    });
  }

  r.views.linux = function (main) {
    let found = null;
    let filters = null;
    let charts = [];
    const counts = r.h("div", {});

    function open() {
      main.append(r.h("h1", {}, "Linux’s own return probes"));
      if (!found) {
        main.append(
          r.h(
            "p",
            {},
            "There is no result of ",
            r.h("code", {}, "retprobe kernel"),
            " here. ",
            r.h("code", {}, "./compare --kernel"),
            " makes one.",
          ),
        );
        return;
      }
      main.append(
        r.h(
          "p",
          { class: "under" },
          `Kernels ${found.versions.join(", ")}, counted in an emulator: a count is exact.`,
        ),
        ...found.notes.map((note) => r.h("p", { class: "note" }, note)),
      );
      if (found.series.length) {
        const choice = (name, label, options) => ({ name, label, kind: "choice", options });
        const titles = found.metrics.map((one) => [one.name, one.title]);
        const settings = found.mitigations.map((one) => [one]);
        filters = r.filters(
          [choice("mitigations", "Mitigations", settings), choice("count", "Count", titles)],
          (name, value, options) => r.adjust({ [name]: value }, options),
          "the first one is shown instead",
        );
        main.append(filters.element, counts);
      }
      if (found.verdicts.length)
        main.append(
          r.h("h2", {}, "Verdicts that changed"),
          changeList("verdicts that changed", found.verdict_changes, ({ kind }) =>
            r.h("span", { class: `change ${kind}` }, `${r.sign(kind)} ${kind}`),
          ),
          r.h("h2", {}, "Verdicts by version"),
          ...verdictTables(found),
        );
    }

    async function draw(chosen, metric) {
      const of = (row) => row.mitigations === chosen.mitigations;
      const series = found.series.filter((row) => of(row) && row.metric === metric.name);
      const gaps = found.gaps.filter(of);
      const changes = found.changes.filter((row) => of(row) && row.metric === metric.name);
      const figure = (value) => (value === null ? "–" : r.number(value));
      const name = (row) => `${row.mechanism}/${row.users}`;
      const gap = (row, at) =>
        gaps.find((one) => one.at === at && name(one) === name(row))?.reason.split(":")[0];

      for (const chart of charts) chart.close();
      const linesOf = (mechanism) => series.filter((row) => row.mechanism === mechanism);
      const drawn = found.mechanisms.filter((mechanism) => linesOf(mechanism).length);
      charts = drawn.map((mechanism) => {
        const chart = r.chart("linux");
        const lines = linesOf(mechanism);
        const points = lines.flatMap((row) =>
          row.values.map((value, version) => ({
            version,
            value,
            mechanism,
            users: row.users,
            name: found.versions[version],
            count: `${figure(value)} ${metric.unit}`.trim(),
            colour: found.users.find((one) => one.users === row.users).colour,
          })),
        );
        const words = lines.map((row) => {
          const values = row.values.map((value, at) => `${figure(value)} in ${found.versions[at]}`);
          return `${users(row.users)}: ${values.join(", ")}`;
        });
        const period = [-0.3, found.versions.length - 0.7];
        const signals = { units: metric.unit, labels: found.versions, period };
        const told = `${mechanism}, ${metric.title}. ${words.join("; ")}.`;
        const show = () => chart.show({ points }, signals, told);
        return { ...chart, mechanism, show };
      });
      const rows = [...new Map([...gaps, ...series].map((row) => [name(row), row])).values()];
      const place = (row) => found.mechanisms.indexOf(row.mechanism);
      rows.sort((a, b) => place(a) - place(b) || a.users - b.users);
      r.replace(
        counts,
        r.h(
          "p",
          { class: "legend" },
          found.users.map((one) => r.h("span", {}, dot(one.colour), users(one.users))),
        ),
        r.h(
          "div",
          { class: "small-charts" },
          charts.map((chart) => r.h("div", {}, r.h("h3", {}, chart.mechanism), chart.element)),
        ),
        r.h("h2", {}, "Counts that changed"),
        metric.compared
          ? changeList("counts that changed", changes, (one) =>
              r.markOf(one.kind, one.before, one.after),
            )
          : r.h("p", {}, "This count is not compared: it differs from boot to boot."),
        r.h("h2", {}, "By version"),
        versionTable(
          metric.title,
          found,
          [
            { key: "mechanism", title: "mechanism", cell: (row) => row.mechanism },
            { key: "users", title: "users", numeric: true, cell: (row) => String(row.users) },
          ],
          rows,
          (at) => ({
            numeric: true,
            cell: (row) => gap(row, at) || figure(row.values?.[at] ?? null),
          }),
        ),
        reasons(gaps),
      );
      await Promise.all(charts.map((chart) => chart.show()));
    }

    function reasons(gaps) {
      const told = new Map();
      for (const { mechanism, at, reason } of gaps) {
        const key = `${reason}\n${at}`;
        const version = found.versions[at];
        if (!told.has(key)) told.set(key, { version, reason, mechanisms: new Set() });
        told.get(key).mechanisms.add(mechanism);
      }
      if (!told.size) return null;
      const table = r.table("why there is no count", [
        { key: "version", title: "version", cell: (row) => row.version },
        {
          key: "mechanisms",
          title: "mechanisms",
          wide: true,
          cell: (row) => [...row.mechanisms].join(", "),
        },
        { key: "reason", title: "reason", wide: true, cell: (row) => row.reason },
      ]);
      table.show([...told.values()]);
      return r.h("details", {}, r.h("summary", {}, "Why there is no count"), table.element);
    }

    return {
      title: () => "Linux",
      async update(given) {
        if (!main.children.length) {
          found = await r.need("linux");
          open();
        }
        if (!filters) return;
        const params = filters.known(given);
        const [mitigations, count] = [found.mitigations[0], found.metrics[0].name];
        const chosen = { mitigations, count, ...params };
        filters.set(chosen);
        await draw(
          chosen,
          found.metrics.find((one) => one.name === chosen.count),
        );
      },
      close() {
        for (const chart of charts) chart.close();
      },
    };
  };
})(retprobe);
