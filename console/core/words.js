// Numbers, sizes, times and prices as people read them. Always the same whatever the machine's
// language is, so that a link shows two people the same.

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export function count(n) {
  return grouped.format(n);
}

export function plural(n, one, many = `${one}s`) {
  return `${count(n)} ${n === 1 ? one : many}`;
}

export function bytes(n) {
  if (n < 1024) return `${Math.round(n)} B`;
  for (const [unit, size] of [
    ['KB', 2 ** 10],
    ['MB', 2 ** 20],
    ['GB', 2 ** 30],
  ]) {
    if (n < size * 1024 || unit === 'GB')
      return `${(n / size).toFixed(n / size < 10 ? 2 : 1)} ${unit}`;
  }
  return `${n} B`;
}

// On an axis: "64 MB", not "64.0 MB".
export function byteTick(n) {
  if (n === 0) return '0';
  const [unit, size] = [
    ['GB', 2 ** 30],
    ['MB', 2 ** 20],
    ['KB', 2 ** 10],
  ].find((each) => n >= each[1]) ?? ['B', 1];
  return `${Math.round((n / size) * 100) / 100} ${unit}`;
}

export function units(n) {
  return Number.isInteger(n) ? count(n) : count(Math.round(n * 10) / 10);
}

// On demand, us-east-1: a million reads, a million writes.
const READ_USD = 0.125e-6;
const WRITE_USD = 0.625e-6;

export function usd(n) {
  if (n === 0) return '$0';
  if (n >= 0.01) return `$${n.toFixed(2)}`;
  return `$${n.toPrecision(2).includes('e') ? n.toFixed(12).replace(/0+$/, '') : n.toPrecision(2)}`;
}

export function readPrice(unitCount) {
  return usd(unitCount * READ_USD);
}

export function writePrice(unitCount) {
  return usd(unitCount * WRITE_USD);
}

export function duration(ms) {
  const s = Math.abs(ms) / 1000;
  if (s < 1) return `${Math.round(Math.abs(ms))} ms`;
  if (s < 60) return `${s < 10 ? s.toFixed(1) : Math.round(s)} s`;
  if (s < 3600)
    return `${Math.floor(s / 60)} min${s < 600 && Math.round(s % 60) > 0 && Math.round(s % 60) < 60 ? ` ${Math.round(s % 60)} s` : ''}`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86400)} d`;
}

export function since(instant, now = Date.now()) {
  const ms = now - instant;
  if (Math.abs(ms) < 2000) return 'now';
  return ms >= 0 ? `${duration(ms)} ago` : `in ${duration(ms)}`;
}

const two = (n) => String(n).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function day(instant) {
  const d = new Date(instant);
  return `${d.getUTCDate()} ${MONTHS[d.getUTCMonth()]}`;
}

export function clock(instant) {
  const d = new Date(instant);
  return `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`;
}

export function moment(instant) {
  const d = new Date(instant);
  return `${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())} ${clock(instant)}:${two(d.getUTCSeconds())}`;
}

export function date(instant) {
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', ' UTC');
}

// "24h", "7d", "15m", as models write them, in milliseconds.
export function parseDuration(text) {
  const match = /^([\d.]+)(ms|s|m|h|d|w)$/.exec(text ?? '');
  if (!match) return null;
  const unit = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 }[match[2]];
  return Number(match[1]) * unit;
}

export function cut(text, max) {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
