// Charts drawn by ourselves: plots are SVG that stretches, words are HTML that does not. Each chart says
// its figures to screen readers.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';

const evenly = (top, parts) => ({
  top,
  steps: Array.from({ length: parts + 1 }, (_, i) => (top * i) / parts),
});

// Bytes go up by powers of two: 0, 64 MB, 128 MB, 192 MB.
function binaryScale(max) {
  const power = 2 ** Math.ceil(Math.log2(Math.max(4, max * 0.999)));
  return max <= power * 0.75 ? evenly(power * 0.75, 3) : evenly(power, 4);
}

// The largest value of an axis, and its steps.
export function scale(max, isBinary = false) {
  if (!(max > 0)) return { top: 1, steps: [0, 0.5, 1] };
  if (isBinary) return binaryScale(max);
  const power = 10 ** Math.floor(Math.log10(max));
  const top = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
    .map((each) => each * power)
    .find((each) => each >= max * 0.999);
  const parts = { 1: 5, 2: 4, 4: 4, 5: 5, 8: 4, 10: 5 }[Math.round((top / power) * 10) / 10] ?? 3;
  return evenly(top, parts);
}

const at = (n) => n.toFixed(2);

// Points of one series as a path; a gap where there is no value.
function path(values, top) {
  let text = '';
  let isOpen = false;
  values.forEach((value, i) => {
    if (value === null || value === undefined) {
      isOpen = false;
      return;
    }
    const x = values.length > 1 ? (i / (values.length - 1)) * 100 : 50;
    text += `${isOpen ? 'L' : 'M'}${at(x)} ${at(100 - (value / top) * 100)}`;
    isOpen = true;
  });
  return text;
}

export function legend(series) {
  if (series.length < 2) return null;
  return h(
    'ul',
    { class: 'legend push' },
    series.map((each, i) =>
      h('li', { key: each.name, class: `s${(i % 6) + 1}${i % 2 ? ' dash' : ''}` }, each.name),
    ),
  );
}

// series: [{name, values}], labels: a word for each point, say(value) a text, tick(value) a shorter one
// for the axis. `state` keeps the cross.
export function lineChart({ series, labels, say, tick = say, isBinary = false, state, title }) {
  const max = Math.max(
    0,
    ...series.flatMap((each) => each.values.filter((value) => value !== null)),
  );
  const { top, steps } = scale(max, isBinary);
  const n = labels.length;
  const point = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    state.at = Math.max(
      0,
      Math.min(n - 1, Math.round(((event.clientX - box.left) / box.width) * (n - 1))),
    );
    redraw();
  };
  const cross = state.at !== undefined && state.at !== null && state.at < n ? state.at : null;
  const x = cross === null ? 0 : (cross / Math.max(1, n - 1)) * 100;
  // The first stands below the first point, the last below the last; long ones are fewer.
  const short = (text) => (n > 6 ? text.replace(/ \d\d:\d\d$/, '') : text);
  const parts = short(labels[0] ?? '').length > 7 ? 2 : 4;
  const shown =
    n > 6
      ? Array.from({ length: parts + 1 }, (_, i) => labels[Math.round((i * (n - 1)) / parts)])
      : labels;
  return h(
    'div',
    { class: 'chart' },
    h(
      'div',
      { class: 'chart__y', 'aria-hidden': 'true' },
      [...steps].reverse().map((step, i) => h('span', { key: i }, tick(step))),
    ),
    h(
      'div',
      {
        class: 'chart__plot',
        role: 'img',
        'aria-label': `${title}: ${series.map((each) => `${each.name} ${each.values.map((value, i) => `${labels[i]} ${value === null ? 'no data' : say(value)}`).join(', ')}`).join('; ')}`,
        onpointermove: point,
        onpointerleave: () => {
          state.at = null;
          redraw();
        },
      },
      h(
        'svg',
        { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        steps.map((step, i) =>
          h('path', {
            key: `g${i}`,
            class: step === 0 ? 'plot-axis' : 'plot-grid',
            d: `M0 ${at(100 - (step / top) * 100)}H100`,
          }),
        ),
        series.length === 1 &&
          series[0].values.every((value) => value !== null) &&
          h('path', {
            key: 'area',
            class: 'plot-area s1',
            d: `${path(series[0].values, top)}L100 100L0 100Z`,
          }),
        series.map((each, i) =>
          h('path', {
            key: each.name,
            class: `plot-line s${(i % 6) + 1}${i % 2 ? ' plot-line--dash' : ''}`,
            d: path(each.values, top),
          }),
        ),
        series.flatMap((each, i) =>
          lone(each.values).map((j) =>
            h('path', {
              key: `${each.name}${j}`,
              class: `plot-dot s${(i % 6) + 1}`,
              d: `M${at((j / Math.max(1, n - 1)) * 100)} ${at(100 - (each.values[j] / top) * 100)}h0`,
            }),
          ),
        ),
        cross !== null && h('path', { key: 'cross', class: 'plot-cross', d: `M${at(x)} 0V100` }),
      ),
      cross !== null &&
        h(
          'div',
          {
            class: 'tip',
            style: x > 60 ? { right: `${100 - x}%`, top: '4px' } : { left: `${x}%`, top: '4px' },
          },
          h('span', { class: 'muted' }, labels[cross]),
          series.map((each) =>
            h(
              'span',
              { key: each.name },
              h('b', null, each.values[cross] === null ? 'no data' : say(each.values[cross])),
              series.length > 1 && ` ${each.name}`,
            ),
          ),
        ),
    ),
    h(
      'div',
      { class: 'chart__x', 'aria-hidden': 'true' },
      shown.map((each, i) => h('span', { key: i }, short(each))),
    ),
  );
}

// Points between two gaps have no line to be seen by.
function lone(values) {
  return values
    .map((value, i) => i)
    .filter(
      (i) =>
        values[i] !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null,
    );
}

// rows: [{label, parts: [numbers], text, href, role}]
export function bars(rows, title) {
  const max = Math.max(1e-9, ...rows.map((row) => row.parts.reduce((sum, each) => sum + each, 0)));
  return h(
    'div',
    { class: 'bars', role: 'list', 'aria-label': title },
    rows.map((row) => {
      const inner = [
        h('span', { class: 'cut', key: 'label' }, row.label),
        h(
          'span',
          { class: 'bars__track', key: 'track', 'aria-hidden': 'true' },
          row.parts.map((part, i) =>
            h('span', {
              key: i,
              class: `bars__fill${row.role ? '' : ` s${(i % 6) + 1}`}`,
              style: { width: `${(part / max) * 100}%` },
            }),
          ),
        ),
        h('span', { class: 'num', key: 'n' }, row.text),
      ];
      return h(
        'div',
        { role: 'listitem', key: row.key },
        row.href
          ? h(
              'a',
              { class: `bars__row ${row.role ? `is-${row.role}` : ''}`, href: row.href },
              inner,
            )
          : h('div', { class: `bars__row ${row.role ? `is-${row.role}` : ''}` }, inner),
      );
    }),
  );
}

// parts: [{label, value, text, href}]
export function pie(parts, title) {
  const total = parts.reduce((sum, each) => sum + each.value, 0);
  let begun = 0;
  return h(
    'div',
    { class: 'pie' },
    h(
      'svg',
      {
        class: 'donut',
        viewBox: '0 0 42 42',
        role: 'img',
        'aria-label': `${title}: ${parts.map((each) => `${each.label} ${each.text}`).join(', ')}`,
      },
      parts.map((each, i) => {
        const share = (each.value / total) * 100;
        const circle = h('circle', {
          key: each.label,
          class: `s${Math.min(i, 6) + 1}`,
          cx: 21,
          cy: 21,
          r: 15.9155,
          'stroke-dasharray': `${at(Math.max(0, share - 0.6))} ${at(100 - share + 0.6)}`,
          'stroke-dashoffset': at(-begun),
        });
        begun += share;
        return circle;
      }),
    ),
    h(
      'ul',
      { class: 'stack stack--1 small' },
      parts.map((each, i) =>
        h(
          'li',
          { key: each.label, class: `row series s${Math.min(i, 6) + 1}` },
          h(
            'span',
            { class: 'cut grow' },
            each.href ? h('a', { href: each.href }, each.label) : each.label,
          ),
          h('span', { class: 'num' }, each.text),
        ),
      ),
    ),
  );
}
