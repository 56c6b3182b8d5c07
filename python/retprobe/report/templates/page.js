"use strict";
// Which theme was chosen last. A page that was opened from a file may be forbidden to remember it,
// and then does without.
const chosenTheme = {
  read() {
    try {
      return localStorage.getItem("retprobe-theme");
    } catch {
      return null;
    }
  },
  write(name) {
    try {
      localStorage.setItem("retprobe-theme", name);
    } catch {
      /* remembered by nobody */
    }
  },
};
for (const input of document.querySelectorAll("input[name=theme]")) {
  if (input.value === chosenTheme.read()) input.checked = true;
  input.addEventListener("change", () => chosenTheme.write(input.value));
}

// What the verdict says is listed below it is listed on paper, too.
let openedToPrint = [];
window.addEventListener("beforeprint", () => {
  openedToPrint = [...document.querySelectorAll("details.printed:not([open])")];
  for (const details of openedToPrint) details.open = true;
});
window.addEventListener("afterprint", () => {
  for (const details of openedToPrint) details.open = false;
});

// SVG takes its colours from the page, so the theme and the printer need no second drawing. `ast`:
// no code is made from strings.
async function draw(script) {
  const place = document.getElementById(script.dataset.chart);
  try {
    await vegaEmbed(place, JSON.parse(script.textContent), {
      renderer: "svg",
      actions: false,
      ast: true,
    });
  } catch (error) {
    place.textContent = "This chart could not be drawn; its figures are in the table below.";
    console.error(error);
  }
}
Promise.all([...document.querySelectorAll("script[data-chart]")].map(draw)).then(() => {
  document.documentElement.dataset.charts = "drawn";
});
