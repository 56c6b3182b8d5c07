"use strict";

// What changed, newest first. Changes that one commit can explain are one group.
(function (r) {
  const SHOWN = 40; // groups at a time
  const COMMITS = 30; // named in a group
  const PICTURES = 8; // machines that the newest run's answer draws
  const SHOW = [
    ["", "worse, and still so"],
    ["worse", "worse, also taken back"],
    ["better", "better"],
    ["machine", "machine changes"],
    ["all", "everything"],
  ];

  function wanted(params) {
    const { model } = r;
    const { changes } = model;
    const number = (column, word) => (word ? model.words[column].indexOf(word) : null);
    const filters = ["workload", "design", "metric"]
      .map((column) => [model.series[column], number(column, params[column])])
      .filter(([, n]) => n !== null);
    const machine = params.machine
      ? model.machines.findIndex((one) => one.name === params.machine)
      : null;
    const [first] = r.period(params.commits);
    const kind = params.show === "all" ? null : model.kinds.indexOf(params.show || "worse");
    const text = params.search ? r.matcher(params.search) : null;
    return (change) =>
      (kind === null || changes.kind[change] === kind) &&
      (params.show || changes.stands[change]) &&
      (machine === null || changes.machine[change] === machine) &&
      filters.every(([column, n]) => column[changes.series[change]] === n) &&
      model.events.commit[changes.event[change]] >= first &&
      (!text || text(subject(change)));
  }

  function subject(change) {
    const { model } = r;
    const commits = model.events.candidates[model.changes.event[change]].flatMap((commit) => [
      model.commits.name[commit],
      model.commits.subject[commit],
    ]);
    return [
      model.name(model.changes.series[change]),
      model.machines[model.changes.machine[change]].name,
      ...commits,
    ].join(" ");
  }

  function groups(params) {
    const { changes } = r.model;
    const match = wanted(params);
    const found = new Map();
    for (let change = 0; change < changes.series.length; change++) {
      if (!match(change)) continue;
      const number = changes.event[change];
      if (!found.has(number)) found.set(number, { number, changes: [], largest: change });
      const group = found.get(number);
      group.changes.push(change);
      if (size(change) > size(group.largest)) group.largest = change;
    }
    const { commit } = r.model.events;
    for (const number of together(params)) {
      if (!found.has(number)) found.set(number, { number, changes: [], largest: -1 });
    }
    const list = [...found.values()];
    if (params.order === "size") return list.sort((a, b) => strength(b) - strength(a));
    return list.sort((a, b) => commit[b.number] - commit[a.number] || strength(b) - strength(a));
  }

  // A change from 0 has no percentage, and counts as the largest.
  const size = (change) => Math.abs(r.model.changes.percent[change] ?? 1e9);

  const strength = (group) =>
    group.largest < 0 ? Math.abs(r.model.events.percent[group.number]) : size(group.largest);

  /** Events in which all times changed together. They have no series. */
  function together(params) {
    const { events, machines, commits, kinds } = r.model;
    if (params.workload || params.design || params.metric) return [];
    const machine = params.machine
      ? machines.findIndex((one) => one.name === params.machine)
      : null;
    const [first] = r.period(params.commits);
    const kind = params.show === "all" ? null : kinds.indexOf(params.show || "worse");
    const text = params.search ? r.matcher(params.search) : null;
    return [...events.everything.keys()].filter(
      (i) =>
        events.everything[i] &&
        (kind === null || events.kind[i] === kind) &&
        (params.show || events.stands[i]) &&
        (machine === null || events.machines[i].includes(machine)) &&
        events.commit[i] >= first &&
        (!text ||
          text(
            events.candidates[i]
              .flatMap((c) => [commits.name[c], commits.subject[c]])
              .concat(events.machines[i].map((m) => machines[m].name))
              .join(" "),
          )),
    );
  }

  /**
   * The percentage of a whole event is the one that the search found; of a part of it, the median.
   */
  function percent(group) {
    const { changes, events, changesIn } = r.model;
    const whole = events.percent[group.number];
    if (group.changes.length === changesIn[group.number] && whole !== null) return whole;
    return r.median(group.changes.map((change) => changes.percent[change] ?? NaN));
  }

  function several(texts, one) {
    const different = [...new Set(texts)];
    return different.length <= 2 ? different.join(", ") : r.count(different.length, one);
  }

  function summary(group) {
    const { model } = r;
    const { changes } = model;
    const others = model.events.candidates[group.number].length - 1;
    const shown = group.changes.map((change) => changes.series[change]);
    const words = (column) => shown.map((series) => model.word(series, column));
    const { events } = model;
    const kind = model.kinds[events.kind[group.number]];
    const many = group.changes.length > 1;
    const middle = group.changes.length === 1 ? NaN : percent(group);
    const mark = Number.isFinite(middle)
      ? r.markOf(kind, 1, 2, middle)
      : r.changeMark(group.largest);
    const extreme = many ? r.changeOf(group.largest) : "";
    const upTo = extreme && extreme !== r.change(1, 2, middle) ? `, up to ${extreme}` : "";
    const names =
      group.largest < 0
        ? events.machines[group.number]
        : group.changes.map((change) => changes.machine[change]);
    const where = several(
      names.map((machine) => model.machines[machine].name),
      "machine",
    );
    const parts = [];
    if (events.everything[group.number]) parts.push("all times together");
    if (shown.length)
      parts.push(
        `${several(words("workload"), "workload")} · ${several(words("design"), "design")}`,
      );
    return r.h(
      "summary",
      {},
      r.h("span", { class: "when" }, r.labels()[events.commit[group.number]]),
      r.h("span", { class: "size" }, mark, many ? r.h("small", {}, " median") : null),
      r.h(
        "span",
        { class: "what" },
        parts.join("; "),
        r.h(
          "small",
          {},
          shown.length ? ` ${r.count(shown.length, "series", "series")} on ` : " ",
          `${where}${upTo}`,
        ),
      ),
      r.h(
        "span",
        { class: "commits" },
        r.commit(model.events.commit[group.number]),
        others ? r.h("small", {}, ` or ${r.count(others, "other")}`) : null,
      ),
    );
  }

  function commitList(group) {
    const { events, commits } = r.model;
    const candidates = [...events.candidates[group.number]].reverse();
    const list = candidates
      .slice(0, COMMITS)
      .map((commit) =>
        r.h(
          "li",
          {},
          r.commit(commit),
          " ",
          commits.subject[commit],
          candidates.length > 1 && commit === events.commit[group.number]
            ? r.h("small", {}, " the likeliest")
            : null,
        ),
      );
    if (candidates.length > COMMITS)
      list.push(r.h("li", {}, `and ${r.count(candidates.length - COMMITS, "commit")} before`));
    return r.h("ul", { class: "plain" }, list);
  }

  function changeTable(group) {
    const { model } = r;
    const { changes } = model;
    const figure = (column, change) => {
      const { factor } = r.rowScale(
        changes.series[change],
        changes.before[change],
        changes.alone[change],
      );
      return r.number(changes[column][change] / factor);
    };
    // The percentage is without the machine's common part, so the level has to be without it, too.
    const moved = group.changes.some(
      (change) => figure("alone", change) !== figure("after", change),
    );
    const table = r.table("changes of this group", [
      {
        key: "series",
        title: "series",
        cell: (change) => r.seriesLink(changes.series[change], changes.machine[change]),
      },
      {
        key: "machine",
        title: "machine",
        wide: true,
        cell: (change) => model.machines[changes.machine[change]].name,
      },
      { key: "before", title: "before", numeric: true, cell: (change) => figure("before", change) },
      { key: "alone", title: "after", numeric: true, cell: (change) => figure("alone", change) },
      {
        key: "unit",
        title: "",
        cell: (change) =>
          r.rowScale(changes.series[change], changes.before[change], changes.alone[change]).unit,
      },
      { key: "change", title: "change", numeric: true, cell: (change) => r.changeMark(change) },
      ...(moved
        ? [
            {
              key: "after",
              title: "measured after",
              numeric: true,
              cell: (change) => figure("after", change),
            },
          ]
        : []),
      {
        key: "run",
        title: "first run",
        cell: (change) =>
          r.h(
            "a",
            { href: model.runLink(changes.machine[change], changes.run[change]) },
            model.short(model.commitOfRun(changes.machine[change], changes.run[change])),
          ),
      },
      {
        key: "state",
        title: "",
        cell: (change) =>
          changes.stands[change] || r.kindOf(change) !== "worse" ? "" : "taken back",
      },
    ]);
    table.show([...group.changes].sort((a, b) => size(b) - size(a)));
    const note = r.h(
      "p",
      { class: "note" },
      "“After” is the level without what all times of the machine did together meanwhile; " +
        "“measured after” has that in it.",
    );
    return [table.element, moved ? note : null];
  }

  /**
   * The series that represents a group: the one of its largest change; for a machine, its first
   * time per call.
   */
  function example(group) {
    const { changes, events } = r.model;
    if (group.largest >= 0) return [changes.series[group.largest], changes.machine[group.largest]];
    return [
      r.model.nearest({ metric: "ns_per_call", design: "unprobed" }, ["metric", "design"]),
      events.machines[group.number][0],
    ];
  }

  async function picture(group, charts, pixels) {
    const { machines } = r.model;
    const [series, machine] = example(group);
    const middle = r.model.events.commit[group.number];
    const last = r.model.commits.name.length - 1;
    const period = [Math.max(0, middle - 100), Math.min(last, middle + 100)];
    const chart = r.chart("trend");
    charts.push(chart);
    const all = await r.loadSeries([series]);
    const { data, scale } = r.rows([series], [machine], all, period, pixels);
    const place = r.h(
      "div",
      {},
      r.h(
        "p",
        { class: "above" },
        r.seriesLink(series, machine),
        ` on ${r.titled(machines[machine].name, scale.unit)}, as measured`,
      ),
      chart.element,
    );
    return {
      place,
      draw: () =>
        chart.show(
          data,
          r.signals(period, [series], data.points.length, scale.unit),
          `${r.model.name(series)} around this change; the table below has the levels`,
        ),
    };
  }

  function details(group, isOpen, charts) {
    const inside = r.h("div", { class: "inside" });
    const element = r.h("details", { "data-group": group.number }, summary(group), inside);
    const fill = async () => {
      if (inside.children.length) return;
      const drawn = r.h("div", { class: "loading" });
      inside.append(drawn, r.h("h3", {}, "Commits"), commitList(group));
      if (group.changes.length)
        inside.append(r.h("h3", {}, "Series"), ...changeTable(group).filter(Boolean));
      try {
        const { place, draw } = await picture(group, charts, inside.clientWidth);
        drawn.replaceWith(place);
        await draw();
      } catch (error) {
        drawn.remove();
        inside.prepend(r.problem(error));
      }
    };
    element.addEventListener("toggle", () => {
      if (element.open) fill();
    });
    element.open = isOpen;
    return element;
  }

  /** Series that had a figure and are void in the latest 3 runs. */
  function lostTable() {
    const { model } = r;
    const { lost } = model;
    if (!lost.series.length) return null;
    const table = r.table("series that lost their figures", [
      {
        key: "series",
        title: "series",
        cell: (i) => r.seriesLink(lost.series[i], lost.machine[i]),
      },
      {
        key: "machine",
        title: "machine",
        wide: true,
        cell: (i) => model.machines[lost.machine[i]].name,
      },
      { key: "commit", title: "since", cell: (i) => r.commit(lost.commit[i]) },
      { key: "reason", title: "why", wide: true, cell: (i) => lost.reason[i] },
    ]);
    table.show(lost.series.map((series, i) => i));
    return [r.h("h2", {}, "Lost their figures"), table.element];
  }

  const OF_LEAF = { workload: "leaf", registers: "scalar", tracers: "1", metric: "added_ns" };

  /** Each design's leaf over the runs of a machine, as points: too few for levels. */
  async function leafPicture(machine, charts) {
    const { model } = r;
    const { name, runs } = model.machines[machine];
    const shown = model.words.design
      .map((design) =>
        ["paired", "-"].map((transfer) => model.find({ ...OF_LEAF, design, transfer })),
      )
      .map((found) => found.find((series) => series >= 0))
      .filter((series) => series !== undefined);
    const all = await r.loadSeries(shown);
    const { data, scale } = r.rows(shown, [machine], all, r.period(""), 0);
    if (!data.points.length) return null;
    const chart = r.chart("runs");
    charts.push(chart);
    const loaded = Object.entries(model.machines[machine].load);
    const place = r.h(
      "div",
      {},
      r.h("h3", {}, name),
      r.h(
        "p",
        { class: "legend" },
        [...new Set(data.points.map((point) => point.design))].map((design) => r.design(design)),
      ),
      chart.element,
      r.h(
        "p",
        { class: "note" },
        `Bars: ${[...new Set(data.points.map((point) => point.covers))].join(", ")}.`,
      ),
      loaded.map(([run, words]) =>
        r.h(
          "p",
          { class: "note" },
          `The run of ${r.minute(runs.time[run])} was measured ${words}.`,
        ),
      ),
    );
    const draw = () =>
      chart.show(
        { points: data.points },
        {
          units: scale.unit,
          labels: runs.time.map((time) => r.day(time)),
          period: [-0.5, runs.time.length - 0.5],
        },
        `leaf, one tracer, over ${r.count(runs.time.length, "run")} of ${name}`,
      );
    return { place, draw };
  }

  /** What the newest run says, where the runs are too few to tell a change from noise. */
  r.newestAnswer = function (main) {
    const { model } = r;
    const { answer } = model;
    const charts = [];
    const table = r.table(
      "which design for what",
      answer.head.map((title, i) => ({
        key: `column-${i}`,
        title,
        wide: true,
        cell: (row) => row[i],
      })),
    );
    const pictures = r.h("div");
    main.append(
      document.getElementById("verdict").content.cloneNode(true),
      r.h("h2", {}, "What the newest run says"),
      r.h(
        "p",
        { class: "under" },
        r.h(
          "a",
          { href: model.runLink(answer.machine, answer.run) },
          model.runName(answer.machine, answer.run),
        ),
        r.h("br"),
        answer.heading,
      ),
      table.element,
      r.h("h2", {}, "leaf with one tracer, over the runs"),
      pictures,
      ...(lostTable() || []),
    );
    table.show(answer.rows);
    return {
      async update() {
        for (const chart of charts.splice(0)) chart.close();
        pictures.replaceChildren();
        const first = (machine) => (machine === answer.machine ? 0 : 1);
        const order = model.machines
          .map((one, machine) => machine)
          .sort((a, b) => first(a) - first(b) || a - b);
        for (const machine of order.slice(0, PICTURES)) {
          const picture = await leafPicture(machine, charts);
          if (!picture) continue;
          pictures.append(picture.place);
          await picture.draw();
        }
        if (order.length > PICTURES)
          pictures.append(
            r.h(
              "p",
              {},
              r.h(
                "a",
                { href: r.link("machines") },
                `${r.count(order.length - PICTURES, "machine")} more`,
              ),
            ),
          );
      },
      close() {
        for (const chart of charts) chart.close();
      },
    };
  };

  r.views.overview = function (main) {
    if (r.model.answer) return r.newestAnswer(main);
    const charts = [];
    const filters = r.filters(
      [
        { name: "show", label: "Changes", kind: "choice", options: SHOW },
        {
          name: "machine",
          label: "Machine",
          kind: "choice",
          options: r.machineChoices("all machines"),
        },
        r.columnFilter("workload", "Workload"),
        r.columnFilter("design", "Design"),
        r.columnFilter("metric", "Metric"),
        { name: "commits", label: "Period", kind: "choice", options: r.periodChoices() },
        {
          name: "order",
          label: "Order",
          kind: "choice",
          options: [
            ["", "newest first"],
            ["size", "largest first"],
          ],
        },
        { name: "search", label: "Search", kind: "text", placeholder: "series, commit, machine" },
      ],
      (name, value, options) => r.adjust({ [name]: value }, options),
    );
    const count = r.h("p", { class: "count" });
    const list = r.h("div", { class: "groups" });
    const more = r.h("div", { class: "more" });
    const verdict = document.getElementById("verdict");
    main.append(
      verdict.content.cloneNode(true),
      filters.element,
      count,
      list,
      more,
      ...(lostTable() || []),
    );

    return {
      update(given) {
        const params = filters.known(given);
        filters.set(params);
        const found = groups(params);
        const total = found.reduce((sum, group) => sum + group.changes.length, 0);
        const singles = total ? ` with ${r.count(total, "change")} of single series` : "";
        const text = found.length
          ? r.count(found.length, "event") + singles
          : "No change matches these filters.";
        count.textContent = text;
        r.say(text);
        for (const chart of charts.splice(0)) chart.close();
        list.replaceChildren();
        let shown = 0;
        const step = () => {
          const part = found.slice(shown, shown + SHOWN);
          list.append(
            ...part.map((group, i) => details(group, shown + i === 0 && !params.search, charts)),
          );
          shown += part.length;
          r.replace(
            more,
            shown < found.length
              ? r.h(
                  "button",
                  {
                    type: "button",
                    click: () => {
                      const next = shown;
                      step();
                      list.children[next].querySelector("summary").focus();
                    },
                  },
                  `Show ${Math.min(SHOWN, found.length - shown)} more of ${found.length - shown}`,
                )
              : null,
          );
        };
        step();
      },
      close() {
        for (const chart of charts) chart.close();
      },
    };
  };
})(retprobe);
