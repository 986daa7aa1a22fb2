// What a model costs, and how its text differs from the one in force.
import { h } from '../core/dom.js';
import { usd } from '../core/words.js';
import { diffLines, hunks } from './diff.js';

export function costTab(cost) {
  if (!cost)
    return h('p', { class: 'pad muted' }, 'The cost is known once the text has no errors.');
  const lines = cost.lines ?? [];
  const total = lines.reduce((sum, each) => sum + (each.usd_per_month ?? 0), 0);
  const max = Math.max(1e-9, ...lines.map((each) => each.usd_per_month ?? 0));
  return h(
    'div',
    { class: 'pad stack stack--3' },
    h(
      'p',
      null,
      h(
        'span',
        { class: 'tile__value' },
        usd(total),
        h('span', { class: 'tile__unit' }, 'a month at the declared workload'),
      ),
      h('span', { class: 'muted small' }, cost.prices),
    ),
    h(
      'div',
      { class: 'bars' },
      lines
        .filter((each) => each.usd_per_month > 0)
        .sort((a, b) => b.usd_per_month - a.usd_per_month)
        .slice(0, 12)
        .map((each, i) =>
          h(
            'div',
            { class: 'bars__row', key: i },
            h('span', { class: 'cut', title: each.name }, `${each.kind} ${each.name}`),
            h(
              'span',
              { class: 'bars__track', 'aria-hidden': 'true' },
              h('span', {
                class: 'bars__fill',
                style: { width: `${(each.usd_per_month / max) * 100}%` },
              }),
            ),
            h('span', { class: 'num' }, usd(each.usd_per_month)),
          ),
        ),
    ),
  );
}

export function diffTab(before, after) {
  if (before === after) return h('p', { class: 'pad muted' }, 'The text is as it is in force.');
  return h(
    'div',
    { class: 'pad' },
    h(
      'div',
      {
        class: 'diff',
        tabindex: '0',
        role: 'region',
        'aria-label': 'Difference to the text in force',
      },
      hunks(diffLines(before, after)).map((each, i) =>
        h(
          'div',
          {
            key: i,
            class: `diff__line${each.kind === '+' ? ' diff__line--add' : each.kind === '-' ? ' diff__line--del' : each.kind === '…' ? ' diff__line--gap' : ''}`,
          },
          h('span', null, each.line),
          h('span', null, each.kind === ' ' || each.kind === '…' ? '' : each.kind),
          each.text,
        ),
      ),
    ),
  );
}
