"use strict";

// One run: its context, what changed with it, and its figures beside those of the run before.
(function (r) {
  r.contextList = function (contexts) {
    const names = [...new Set(contexts.flatMap((context) => Object.keys(context)))];
    const same = (name) =>
      contexts.every((context) => String(context[name]) === String(contexts[0][name]));
    return r.h(
      "dl",
      { class: "context" },
      names.map((name) => [
        r.h("dt", {}, name),
        r.h(
          "dd",
          { class: same(name) ? null : "differs" },
          same(name)
            ? String(contexts[0][name])
            : contexts.map((context) => String(context[name] ?? "–")).join(" → "),
        ),
      ]),
    );
  };

  r.tests = function (machine, run) {
    const { passed, failed, void: voids } = r.model.machines[machine].runs;
    const parts = [];
    if (passed[run] + failed[run])
      parts.push(
        failed[run]
          ? `${r.count(failed[run], "scenario")} failed, ${passed[run]} passed`
          : `${r.count(passed[run], "scenario")} passed`,
      );
    if (voids[run]) parts.push(`${r.count(voids[run], "series", "series")} void`);
    return parts.join(", ");
  };

  function changesHere(machine, run) {
    const { model } = r;
    const list = [];
    for (let change = 0; change < model.changes.series.length; change++) {
      if (model.changes.machine[change] === machine && model.changes.run[change] === run)
        list.push(change);
    }
    const together = model.togetherOn[machine].filter(
      (event) => model.firstRun(machine, event) === run,
    );
    if (!list.length && !together.length) return null;
    const kinds = model.kinds
      .map((kind) => [kind, list.filter((change) => r.kindOf(change) === kind)])
      .filter(([, some]) => some.length);
    const words = { worse: "got worse", better: "got better", machine: "moved with the machine" };
    return r.h(
      "ul",
      { class: "plain" },
      together.map((event) =>
        r.h(
          "li",
          {},
          r.markOf(model.kinds[model.events.kind[event]], 1, 1, model.events.percent[event]),
          " all times of the machine, together",
        ),
      ),
      kinds.map(([kind, some]) =>
        r.h(
          "li",
          {},
          r.h("span", { class: `change ${kind}` }, r.sign(kind)),
          ` ${r.count(some.length, "series", "series")} ${words[kind]}: `,
          some.slice(0, 5).flatMap((change, i) => [
            i ? ", " : "",
            r.h(
              "a",
              {
                href: r.link("trend", {
                  ...model.selection(model.changes.series[change]),
                  machine: model.machines[machine].name,
                }),
              },
              model.case(model.changes.series[change]),
            ),
            ` ${r.changeOf(change)}`,
          ]),
          some.length > 5 ? ` and ${some.length - 5} more` : "",
        ),
      ),
    );
  }

  r.views.run = function (main) {
    let shown = "";
    let rows = [];
    let machine = 0;
    const heading = r.h("h1");
    const top = r.h("div");
    const filters = r.pairFilters((name, value, options) => r.adjust({ [name]: value }, options));
    const count = r.h("p", { class: "count" });
    const differences = r.h("div");
    const table = r.pairTable(
      "figures of this run and of the run before",
      ["run before", "this run"],
      () => machine,
    );
    main.append(
      heading,
      top,
      r.h("h2", {}, "Figures"),
      differences,
      filters.element,
      count,
      table.element,
    );

    async function open(params) {
      const { model } = r;
      const found = model.runAt(params);
      if (!found)
        throw new Error(
          `there is no run of commit ${params.commit} on machine ${params.machine} in this history`,
        );
      machine = found.machine;
      const { run } = found;
      const runs = model.machines[machine].runs;
      const [contexts, figures, before] = await Promise.all([
        r.need("contexts"),
        model.runFigures(machine, run),
        run ? model.runFigures(machine, run - 1) : null,
      ]);
      rows = r.pairs(before, figures);
      const commit = runs.commit[run];
      const step = (to, text) =>
        to >= 0 && to < runs.time.length
          ? r.h("a", { href: model.runLink(machine, to) }, text)
          : r.h("span", { class: "soft" }, text);
      const compare = run
        ? r.h(
            "a",
            { href: r.compareLink({ machine, run: run - 1 }, { machine, run }) },
            "compare with the run before",
          )
        : null;
      const changed = changesHere(machine, run);
      r.replace(
        differences,
        run
          ? r.differences(
              "This run and the one before",
              contexts,
              { machine, run: run - 1 },
              { machine, run },
            )
          : null,
      );
      r.replace(
        heading,
        model.machines[machine].name,
        r.h("span", { class: "soft" }, " · "),
        r.day(runs.time[run]),
      );
      r.replace(
        top,
        r.h(
          "p",
          { class: "under" },
          r.commit(commit),
          " ",
          model.commits.subject[commit],
          r.h("br"),
          r.minute(runs.time[run]),
          "; ",
          r.tests(machine, run) || "no scenarios verified",
          r.h("br"),
          [
            contexts[runs.context[run]].interval,
            model.loadOf(machine, run) && `measured ${model.loadOf(machine, run)}`,
          ]
            .filter(Boolean)
            .join("; "),
        ),
        r.h(
          "p",
          { class: "steps" },
          step(run - 1, "← run before"),
          step(run + 1, "next run →"),
          compare,
          r.h(
            "a",
            { href: r.link("compare", r.side("a", { machine, run })) },
            "compare with another …",
          ),
        ),
        changed ? [r.h("h2", {}, "What changed with this run"), changed] : null,
        r.h(
          "details",
          {},
          r.h("summary", {}, "Machine, compiler, options"),
          r.contextList([contexts[runs.context[run]]]),
        ),
      );
    }

    return {
      title: (params) => `${params.machine} ${(params.commit || "").slice(0, 10)}`,
      async update(given) {
        const params = filters.known(given);
        const key = `${params.machine} ${params.commit} ${params.nth}`;
        if (key !== shown) await open(params);
        shown = key;
        filters.set(params);
        const list = rows.filter(r.pairFilter(params));
        count.textContent =
          r.count(list.length, "series", "series") +
          (list.length < rows.length ? ` of ${rows.length}` : "");
        r.say(count.textContent);
        table.show(list, params.sort);
      },
    };
  };
})(retprobe);
