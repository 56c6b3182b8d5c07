"use strict";

(function (r) {
  const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

  r.count = (number, one, many) =>
    `${whole.format(number)} ${number === 1 ? one : many || one + "s"}`;

  /** A number with four significant digits; large numbers have separators. */
  r.number = function (value) {
    if (!Number.isFinite(value)) return "–";
    const size = Math.abs(value);
    if (size >= 1000 || Number.isInteger(value)) return whole.format(value);
    return size >= 100
      ? value.toFixed(1)
      : size >= 1
        ? value.toFixed(2)
        : size >= 0.001
          ? value.toFixed(3)
          : value === 0
            ? "0"
            : value.toPrecision(2);
  };

  const LARGER = { ns: ["ns", "µs", "ms", "s"], "per second": ["/s", "k/s", "M/s", "G/s"] };

  /**
   * {unit, factor}: a unit that makes figures from 0 to this size short, and the number to divide
   * them by.
   */
  r.scale = function (unit, size) {
    const units = LARGER[unit];
    if (!units) return { unit, factor: 1 };
    const step = Math.floor(Math.log10(Math.max(1, size || 0)) / 3);
    const at = Math.min(units.length - 1, step);
    return { unit: units[at], factor: 1000 ** at };
  };
  /** The unit for a row of a table, by its largest figure. */
  r.rowScale = (series, ...values) =>
    r.scale(r.model.unit(series), Math.max(0, ...values.filter(Number.isFinite).map(Math.abs)));
  /** "1.25 µs". */
  r.quantity = function (series, value) {
    const { unit, factor } = r.rowScale(series, value);
    return `${r.number(value / factor)} ${unit}`.trim();
  };
  r.titled = (text, unit) => (unit ? `${text}, ${unit}` : text);

  /**
   * before, after -> "+3.1 %", or the given percentage. A step from 0 has no percentage, so its
   * size is shown.
   */
  r.change = function (before, after, given) {
    if (!Number.isFinite(before) || !Number.isFinite(after)) return "–";
    if (before <= 0 && before !== after)
      return `${after > before ? "+" : "−"}${r.number(Math.abs(after - before))}`;
    const percent = given ?? (before === after ? 0 : (after / before - 1) * 100);
    const size = Math.abs(percent);
    if (size < 0.05) return "0 %";
    return `${percent > 0 ? "+" : "−"}${size.toFixed(size >= 100 ? 0 : 1)} %`;
  };

  /** The distance of two levels, as the logarithm of their ratio; lists sort by it. */
  r.distance = (before, after) =>
    before > 0 && after > 0 ? Math.log(after / before) : Math.sign(after - before) * 100;

  r.day = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
  r.minute = (seconds) =>
    new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC";

  r.median = function (values) {
    const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
    if (!sorted.length) return NaN;
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  };
})(retprobe);
