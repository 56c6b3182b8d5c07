"use strict";

(function (r) {
  const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

  r.count = (number, one, many) => `${whole.format(number)} ${number === 1 ? one : many || one + "s"}`;

  /** Four digits that count; large ones with separators. */
  r.number = function (value) {
    if (!Number.isFinite(value)) return "–";
    const size = Math.abs(value);
    if (size >= 1000) return whole.format(value);
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

  /** before, after -> "+3.1 %", or the percentage that is given; a step from 0 has none, and shows its size. */
  r.change = function (before, after, given) {
    if (!Number.isFinite(before) || !Number.isFinite(after)) return "–";
    if (before <= 0 && before !== after) return `${after > before ? "+" : "−"}${r.number(Math.abs(after - before))}`;
    const percent = given ?? (before === after ? 0 : (after / before - 1) * 100);
    const size = Math.abs(percent);
    if (size < 0.05) return "0 %";
    return `${percent > 0 ? "+" : "−"}${size.toFixed(size >= 100 ? 0 : 1)} %`;
  };

  /** How far apart two levels are, as a factor's logarithm: what lists sort by. */
  r.distance = (before, after) =>
    before > 0 && after > 0 ? Math.log(after / before) : Math.sign(after - before) * 100;

  r.day = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
  r.minute = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC";

  r.median = function (values) {
    const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
    if (!sorted.length) return NaN;
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  };
})(retprobe);
