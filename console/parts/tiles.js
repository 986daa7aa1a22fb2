// Figures side by side, and plain tables with a head.
import { h } from '../core/dom.js';

// `kind`: warn or bad, if the figure asks for attention.
export function tile(label, value, { unit, text, kind = '', href } = {}) {
  return h(
    href ? 'a' : 'div',
    { class: `tile${kind ? ` tile--${kind}` : ''}`, key: label, href: href ?? null },
    h('span', { class: 'tile__label' }, label),
    h('span', { class: 'tile__value' }, value, unit && h('span', { class: 'tile__unit' }, unit)),
    text && h('span', { class: 'tile__note' }, text),
  );
}

export const tiles = (...list) => h('div', { class: 'tiles', key: 'tiles' }, ...list);

// heads: ['Name', ['Items', 'num'], …]; an empty one is that of the buttons.
export function plainTable(heads, rows, { roomy = true } = {}) {
  const head = (each) => {
    const [text, kind] = Array.isArray(each) ? each : [each];
    return h(
      'th',
      { key: text, scope: 'col', class: kind ?? null },
      text || h('span', { class: 'sr' }, 'Actions'),
    );
  };
  return h(
    'div',
    { class: 'table-wrap' },
    h(
      'table',
      { class: `table table--stack${roomy ? ' table--roomy' : ''}` },
      h('thead', null, h('tr', null, heads.map(head))),
      h('tbody', null, rows),
    ),
  );
}

export function card(title, { key, note, more = [], foot, label } = {}, ...body) {
  return h(
    'section',
    { class: 'card', key: key ?? title, 'aria-label': label ?? title },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, title),
      note && h('span', { class: 'muted small' }, note),
      ...more,
    ),
    ...body,
    foot && h('div', { class: 'card__foot' }, foot),
  );
}
