"use strict";

(function (r) {
  const KEY = "retprobe-theme";

  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch (error) {
      return null;
    } // browsers may forbid storage to files
  }

  function wanted() {
    return (
      document.documentElement.dataset.theme ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
    );
  }

  r.openTheme = function (button) {
    if (stored()) document.documentElement.dataset.theme = stored();
    const label = () => {
      button.textContent = wanted() === "dark" ? "Light" : "Dark";
    };
    button.addEventListener("click", () => {
      const theme = wanted() === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = theme;
      try {
        localStorage.setItem(KEY, theme);
      } catch (error) {
        /* without storage, the choice lasts as long as the page */
      }
      label();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
    label();
  };
})(retprobe);
