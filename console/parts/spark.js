// A line of a few points without words: how something went lately.
import { h } from '../core/dom.js';

const W = 100;
const H = 20;

// values: numbers, the newest last. Says `title` to those who do not see it.
export function spark(values, title) {
  const max = Math.max(...values, 1e-9);
  const x = (i) => ((i / Math.max(1, values.length - 1)) * W).toFixed(1);
  const y = (value) => (H - 1 - (value / max) * (H - 3)).toFixed(1);
  const line = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(value)}`).join('');
  return h(
    'svg',
    {
      class: 'spark',
      viewBox: `0 0 ${W} ${H}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': title,
    },
    h('path', { class: 'plot-area s1', d: `${line}L${W} ${H}L0 ${H}Z` }),
    h('path', { class: 'plot-line s1', d: line }),
  );
}
