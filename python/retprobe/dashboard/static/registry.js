"use strict";

// The site's data are scripts that call retprobe.data(name, value), because a page that was opened
// from a disk may load scripts but may not fetch files. `retprobe` is the only global name.
var retprobe = { views: {} };

(function (r) {
  const KEPT = 80; // series and blocks of runs, some 300 KB each
  const values = new Map();
  const waiting = new Map();

  r.data = function (name, value) {
    values.set(name, value);
  };

  r.have = (name) => values.get(name);

  function forgetOldest() {
    const old = [...values.keys()].filter((name) => name.includes("/"));
    for (const name of old.slice(0, Math.max(0, old.length - KEPT))) values.delete(name);
  }

  r.loadScript = function (path) {
    if (!waiting.has(path)) {
      waiting.set(
        path,
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = path;
          script.onload = () => {
            script.remove();
            resolve();
          };
          script.onerror = () => {
            script.remove();
            waiting.delete(path);
            reject(
              new Error(
                `${path} cannot be loaded: the site is not complete; ` +
                  "build it again or copy all of it",
              ),
            );
          };
          document.head.append(script);
        }),
      );
    }
    return waiting.get(path);
  };

  /** A promise of the value that data/NAME.js registers. */
  r.need = async function (name) {
    if (!values.has(name)) {
      const path = `data/${name}.js`;
      await r.loadScript(path);
      waiting.delete(path);
      if (!values.has(name))
        throw new Error(
          `data/${name}.js does not hold ${name}: it is damaged; build the site again`,
        );
      forgetOldest();
    }
    return values.get(name);
  };

  /**
   * Decodes base64 text to 32-bit floats. They are little-endian, as on all machines that run
   * browsers.
   */
  r.floats = function (text) {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return new Float32Array(bytes.buffer);
  };
})(retprobe);
