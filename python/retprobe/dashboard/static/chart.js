"use strict";

// Draws charts with Vega, which is loaded for the first chart. The specifications are compiled when
// the site is built; this script adds their rows and signals.
(function (r) {
  const OPTIONS = { mode: "vega", renderer: "svg", actions: false };

  /**
   * The place of a chart. show(rows of each data set, signals, description in words) draws or
   * updates it.
   */
  r.chart = function (name, { layout, picked } = {}) {
    const drawing = r.h("div", { class: "drawing" });
    const element = r.h("figure", { class: `chart ${name}`, role: "img" }, drawing);
    let view = null;
    let latest = 0;
    let arranged = "";

    async function draw(data, signals, mine) {
      const specifications = await r.need("charts");
      await r.loadScript("vega.js");
      if (mine !== latest) return;
      const specification = structuredClone(specifications[name]);
      for (const set of specification.data) if (data[set.name]) set.values = data[set.name];
      for (const signal of specification.signals)
        if (signal.name in signals) signal.value = signals[signal.name];
      if (layout) layout(specification, drawing.clientWidth);
      if (view) view.finalize();
      const embedded = await window.vegaEmbed(drawing, specification, OPTIONS);
      view = embedded.view;
      if (picked)
        view.addEventListener("click", (event, item) => {
          // The datum of the area around a point is the point; the point's datum is the row.
          if (item && item.datum) picked(item.datum.datum ?? item.datum);
        });
    }

    return {
      element,
      async show(data, signals, description) {
        const mine = ++latest;
        element.setAttribute("aria-label", description);
        const arrangement = layout
          ? JSON.stringify([
              Object.values(data).map((rows) => new Set(rows.map((row) => row.machine)).size),
              drawing.clientWidth,
            ])
          : "";
        if (!view || arrangement !== arranged) {
          await draw(data, signals, mine);
          arranged = arrangement;
        } else {
          for (const [set, rows] of Object.entries(data)) view.data(set, rows);
          for (const [signal, value] of Object.entries(signals)) view.signal(signal, value);
          await view.runAsync();
        }
      },
      close() {
        latest++;
        if (view) view.finalize();
        view = null;
      },
    };
  };
})(retprobe);
