"use strict";

// All runs, newest first; two that are chosen can be compared.
(function (r) {
  function all() {
    const rows = [];
    r.model.machines.forEach(({ runs }, machine) =>
      runs.time.forEach((time, run) => rows.push({ machine, run, time })),
    );
    return rows.sort((a, b) => b.time - a.time || a.machine - b.machine);
  }

  r.views.runs = function (main) {
    const { model } = r;
    const rows = all();
    const filters = r.filters(
      [
        {
          name: "machine",
          label: "Machine",
          kind: "choice",
          options: r.machineChoices("all machines"),
        },
        {
          name: "state",
          label: "Show",
          kind: "choice",
          options: [
            ["", "all runs"],
            ["failed", "failed scenarios"],
            ["void", "void series"],
          ],
        },
        { name: "search", label: "Search", kind: "text", placeholder: "commit, subject, date" },
      ],
      (name, value, options) => r.adjust({ [name]: value }, options),
    );
    const count = r.h("p", { class: "count" });
    const picked = r.h("p", { class: "picked", "aria-live": "polite" });
    let chosen = [];
    const table = r.table(
      "runs",
      [
        {
          key: "run",
          title: "run",
          sort: (row) => row.time,
          cell: ({ machine, run, time }) => [
            r.h("a", { href: model.runLink(machine, run) }, r.minute(time)),
            r.load(machine, run),
          ],
        },
        {
          key: "machine",
          title: "machine",
          wide: true,
          sort: (row) => model.machines[row.machine].name,
          cell: ({ machine }) => model.machines[machine].name,
        },
        {
          key: "commit",
          title: "commit",
          wide: true,
          sort: (row) => model.commitOfRun(row.machine, row.run),
          cell: ({ machine, run }) => [
            r.commit(model.commitOfRun(machine, run)),
            " ",
            model.commits.subject[model.commitOfRun(machine, run)],
          ],
        },
        {
          key: "state",
          title: "scenarios, voids",
          wide: true,
          cell: ({ machine, run }) => r.tests(machine, run),
        },
        {
          key: "pick",
          title: "compare",
          cell: (row) =>
            r.h("input", {
              type: "checkbox",
              "aria-label": `compare ${model.runName(row.machine, row.run)}`,
              checked: chosen.includes(row),
              change: (event) => pick(row, event.target),
            }),
        },
      ],
      (sort) => r.adjust({ sort }),
    );

    function pick(row, box) {
      chosen = box.checked ? [...chosen, row] : chosen.filter((one) => one !== row);
      const names = chosen.map((one) => model.runName(one.machine, one.run));
      const [a, b] = [...chosen].sort((x, y) => x.time - y.time);
      r.replace(
        picked,
        chosen.length === 2
          ? [
              r.h(
                "a",
                { href: r.compareLink(a, b) },
                `Compare ${model.runName(a.machine, a.run)} ` +
                  `with ${model.runName(b.machine, b.run)}`,
              ),
            ]
          : chosen.length === 1
            ? `${names[0]}: choose a second run to compare it with.`
            : chosen.length
              ? "Choose two runs, not more."
              : "",
      );
    }

    main.append(r.h("h1", {}, "Runs"), filters.element, count, picked, table.element);
    return {
      title: () => "Runs",
      update(given) {
        const params = filters.known(given);
        filters.set(params);
        const text = params.search ? r.matcher(params.search) : null;
        const list = rows.filter(({ machine, run }) => {
          const one = model.machines[machine];
          const commit = one.runs.commit[run];
          return (
            (!params.machine || one.name === params.machine) &&
            (params.state !== "failed" || one.runs.failed[run]) &&
            (params.state !== "void" || one.runs.void[run]) &&
            (!text ||
              text(
                [
                  model.commits.name[commit],
                  model.commits.subject[commit],
                  r.minute(one.runs.time[run]),
                  one.name,
                ].join(" "),
              ))
          );
        });
        count.textContent = r.count(list.length, "run");
        r.say(count.textContent);
        table.show(list, params.sort);
      },
    };
  };
})(retprobe);
