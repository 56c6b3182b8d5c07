"use strict";

// Compares any two runs, A and B, series by series.
(function (r) {
  /** Parameters that name a run as side "a" or "b". */
  r.side = function (side, { machine, run }) {
    const { machine: name, commit, nth } = r.model.runAddress(machine, run);
    return { [`${side}_machine`]: name, [`${side}_commit`]: commit, [`${side}_nth`]: nth };
  };
  r.compareLink = (a, b) => r.link("compare", { ...r.side("a", a), ...r.side("b", b) });

  const named = (params, side) =>
    r.model.runAt({
      machine: params[`${side}_machine`],
      commit: params[`${side}_commit`],
      nth: params[`${side}_nth`],
    });

  /** Controls that choose a machine and one of its runs. */
  function picker(side, changed) {
    const { model } = r;
    const machine = r.h(
      "select",
      {
        id: `${side}-machine`,
        change: () =>
          changed({
            machine: Number(machine.value),
            run: model.machines[machine.value].runs.time.length - 1,
          }),
      },
      model.machines.map((one, i) => r.h("option", { value: i }, one.name)),
    );
    const run = r.h("select", {
      id: `${side}-run`,
      change: () => changed({ machine: Number(machine.value), run: Number(run.value) }),
    });
    let filled = -1;
    return {
      element: r.h(
        "fieldset",
        { class: "filters" },
        r.h("legend", {}, side.toUpperCase()),
        r.h("label", { for: `${side}-machine` }, r.h("span", {}, "Machine"), machine),
        r.h("label", { for: `${side}-run`, class: "wide" }, r.h("span", {}, "Run"), run),
      ),
      set(at) {
        if (filled !== at.machine) {
          const { runs } = model.machines[at.machine];
          run.replaceChildren(
            ...runs.time
              .map((time, i) =>
                r.h(
                  "option",
                  { value: i },
                  [
                    r.minute(time),
                    model.short(runs.commit[i]),
                    model.commits.subject[runs.commit[i]],
                  ].join("  "),
                ),
              )
              .reverse(),
          );
          filled = at.machine;
        }
        machine.value = String(at.machine);
        run.value = String(at.run);
      },
    };
  }

  function verdict(both, at) {
    if (!both.length) return "Of these series there is none that both have.";
    const known = both.filter((row) =>
      [row.aLow, row.aHigh, row.bLow, row.bHigh].every(Number.isFinite),
    );
    const up = known.filter((row) => r.apart(row) && row.distance > 0).length;
    const down = known.filter((row) => r.apart(row) && row.distance < 0).length;
    const without = both.length - known.length;
    const { model } = r;
    const loads = ["a", "b"]
      .filter((side) => model.loadOf(at[side].machine, at[side].run))
      .map(
        (side) =>
          ` ${side.toUpperCase()} was measured ${model.loadOf(at[side].machine, at[side].run)}.`,
      );
    return (
      `Of ${r.count(both.length, "series", "series")} that both have, ` +
      `${up} are higher in B and ${down} lower, with intervals apart` +
      `${without ? `; ${without} have no interval` : ""}.` +
      loads.join("")
    );
  }

  /** The series that only one of the two runs has, in a part that can be opened. */
  function oneSided(machineOf) {
    const summary = r.h("summary");
    const table = r.pairTable("figures that one of the two runs has", ["A", "B"], machineOf);
    let rows = [];
    let sort = "";
    const element = r.h(
      "details",
      { class: "one-sided", toggle: () => element.open && table.show(rows, sort) },
      summary,
      table.element,
    );
    return {
      element,
      show(list, order, open) {
        rows = list;
        sort = order;
        const only = (side) => list.filter((row) => Number.isFinite(row[side])).length;
        const parts = [
          [only("a"), "in A only"],
          [only("b"), "in B only"],
          [list.length - only("a") - only("b"), "void in B"],
        ].filter(([number]) => number);
        summary.textContent =
          `${r.count(list.length, "series", "series")} that cannot be compared: ` +
          parts.map(([number, where]) => `${number} ${where}`).join(", ");
        element.hidden = !list.length;
        element.open = open;
        if (open) table.show(rows, sort);
      },
    };
  }

  r.views.compare = function (main) {
    const { model } = r;
    let shown = "";
    let rows = [];
    let machine = 0;
    const at = {};
    const pickers = {};
    for (const side of ["a", "b"])
      pickers[side] = picker(side, (to) =>
        r.adjust({ ...r.side("a", at.a), ...r.side("b", at.b), ...r.side(side, to) }),
      );
    const swap = r.h(
      "button",
      { type: "button", click: () => r.adjust({ ...r.side("a", at.b), ...r.side("b", at.a) }) },
      "Swap A and B",
    );
    const line = r.h("p", { class: "under", role: "status" });
    const chart = r.chart("compare");
    const filters = r.pairFilters((name, value, options) => r.adjust({ [name]: value }, options));
    const count = r.h("p", { class: "count" });
    const differences = r.h("div");
    const contexts = r.h("details", {});
    const table = r.pairTable("figures of the two runs", ["A", "B"], () => machine);
    const rest = oneSided(() => machine);
    main.append(
      r.h("h1", {}, "Two runs"),
      pickers.a.element,
      pickers.b.element,
      r.h("p", {}, swap),
      differences,
      line,
      filters.element,
      chart.element,
      count,
      table.element,
      rest.element,
      contexts,
    );

    const last = (one) => model.machines[one].runs.time.length - 1;

    function ends(params) {
      for (const side of ["a", "b"]) {
        at[side] = named(params, side);
        if (at[side]) continue;
        const name = params[`${side}_machine`];
        if (params[`${side}_commit`])
          throw new Error(
            `there is no run of commit ${params[`${side}_commit`]} ` +
              `on machine ${name} in this history`,
          );
        const machine = model.machines.findIndex((one) => one.name === name);
        if (machine >= 0) at[side] = { machine, run: last(machine) };
        else if (name) throw new Error(`there is no machine ${name} in this history`);
      }
      at.b = at.b || { machine: at.a ? at.a.machine : 0, run: last(at.a ? at.a.machine : 0) };
      at.a = at.a || { machine: at.b.machine, run: Math.max(0, at.b.run - 1) };
    }

    return {
      title: () => "Two runs",
      async update(given) {
        const params = filters.known(given);
        ends(params);
        const key = JSON.stringify(at);
        if (key !== shown) {
          const [a, b, all] = await Promise.all([
            model.runFigures(at.a.machine, at.a.run),
            model.runFigures(at.b.machine, at.b.run),
            r.need("contexts"),
          ]);
          rows = r.pairs(a, b);
          machine = at.b.machine;
          const two = ["a", "b"].map((side) => ({
            ...r.conditions(all, at[side]),
            commit: model.commits.name[model.commitOfRun(at[side].machine, at[side].run)],
          }));
          r.replace(differences, r.differences("A and B", all, at.a, at.b));
          r.replace(
            contexts,
            r.h("summary", {}, "Machine, compiler, options of A → B"),
            r.contextList(two),
          );
        }
        shown = key;
        pickers.a.set(at.a);
        pickers.b.set(at.b);
        filters.set(params);
        const list = rows.filter(r.pairFilter(params));
        const both = list
          .filter((row) => Number.isFinite(row.distance))
          .sort((x, y) => Math.abs(y.distance) - Math.abs(x.distance));
        const others = list.filter((row) => !Number.isFinite(row.distance));
        line.textContent = verdict(both, at);
        count.hidden = table.element.hidden = chart.element.hidden = !both.length;
        count.textContent =
          r.count(both.length, "series", "series") +
          (params.sort ? "" : ", the largest difference first");
        table.show(both, params.sort);
        rest.show(others, params.sort, others.length > 0 && !both.length);
        const points = both
          .filter((row) => row.a > 0 && row.b > 0)
          .map((row) => ({
            percent: (row.b / row.a - 1) * 100,
            workload: model.word(row.series, "workload"),
            design: model.word(row.series, "design"),
            series: row.name,
            a: r.quantity(row.series, row.a),
            b: r.quantity(row.series, row.b),
          }));
        if (both.length)
          await chart.show({ points }, {}, `${line.textContent} The table below has all figures.`);
      },
      close() {
        chart.close();
      },
    };
  };
})(retprobe);
