// Counts of equal spans of time as bars, in the frame that line charts have.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { scale } from './charts.js';

const round = (n) => Number(n.toFixed(2));

// bars: [{value, label}], say(value) a text; `pick(i)` is called when one is clicked. `state` keeps the
// bar that is pointed at.
export function barChart({ bars, axis, say, state, title, pick }) {
  const n = bars.length;
  const { top, steps } = scale(Math.max(0, ...bars.map((each) => each.value)));
  const width = 100 / n;
  const find = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(n - 1, Math.floor(((event.clientX - box.left) / box.width) * n)));
  };
  const at = state.at !== undefined && state.at !== null && state.at < n ? state.at : null;
  const x = at === null ? 0 : (at + 0.5) * width;
  const said = bars.filter((each) => each.value > 0);
  return h(
    'div',
    { class: 'chart' },
    h(
      'div',
      { class: 'chart__y', 'aria-hidden': 'true' },
      [...steps].reverse().map((step, i) => h('span', { key: i }, say(step))),
    ),
    h(
      'div',
      {
        class: `chart__plot${pick ? ' chart__plot--pick' : ''}`,
        role: 'img',
        'aria-label': `${title}: ${said.length === 0 ? 'nothing' : said.map((each) => `${each.label} ${say(each.value)}`).join(', ')}`,
        onpointermove: (event) => {
          state.at = find(event);
          redraw();
        },
        onpointerleave: () => {
          state.at = null;
          redraw();
        },
        onclick: pick && ((event) => pick(find(event))),
      },
      h(
        'svg',
        { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        steps.map((step, i) =>
          h('path', {
            key: `g${i}`,
            class: step === 0 ? 'plot-axis' : 'plot-grid',
            d: `M0 ${round(100 - (step / top) * 100)}H100`,
          }),
        ),
        at !== null &&
          h('rect', {
            key: 'at',
            class: 'plot-none',
            x: round(at * width),
            y: 0,
            width: round(width),
            height: 100,
          }),
        bars.map(({ value, kind }, i) => {
          if (value === 0) return null;
          const height = Math.max(1.5, (value / top) * 100);
          return h('rect', {
            key: i,
            class: `plot-bar${kind ? ` is-${kind}` : ' s1'}`,
            x: round(i * width + width * 0.14),
            y: round(100 - height),
            width: round(width * 0.72),
            height: round(height),
          });
        }),
      ),
      at !== null &&
        h(
          'div',
          {
            class: 'tip',
            style: x > 60 ? { right: `${100 - x}%`, top: '4px' } : { left: `${x}%`, top: '4px' },
          },
          h('span', { class: 'muted' }, bars[at].label),
          h('b', null, say(bars[at].value)),
        ),
    ),
    h(
      'div',
      { class: 'chart__x', 'aria-hidden': 'true' },
      axis.map((text, i) => h('span', { key: i }, text)),
    ),
  );
}
