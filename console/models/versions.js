// The versions that a model keeps of an item: two of them beside each other.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { brief } from '../api/typed.js';
import { cut } from '../core/words.js';
import { differences } from '../recovery/history.js';

const HIDDEN = /^(_|GSI\d|PK$|SK$|pk$|sk$)/;

function nameOf(item, i) {
  const number = item.version ?? item.rev ?? item._version;
  return number ? `version ${brief(number)}` : `row ${i + 1}`;
}

// `state` keeps which two are compared: {left, right}.
export function versionsView(items, state) {
  if (items.length < 2) return null;
  const left = Math.min(state.left ?? 1, items.length - 1);
  const right = Math.min(state.right ?? 0, items.length - 1);
  const choice = (label, at, set) =>
    h(
      'select',
      {
        class: 'select select--auto select--sm',
        'aria-label': label,
        onchange: (event) => {
          set(Number(event.target.value));
          redraw();
        },
      },
      items.map((item, i) =>
        h('option', { key: i, value: i, selected: i === at }, nameOf(item, i)),
      ),
    );
  const changes = differences(items[left], items[right]).filter(({ name }) => !HIDDEN.test(name));
  const value = (each) =>
    each === undefined ? h('span', { class: 'muted' }, 'not there') : cut(brief(each), 300);
  return h(
    'section',
    {
      class: 'card__body card__body--pad stack versions',
      key: 'versions',
      'aria-label': 'Compare versions',
    },
    h(
      'div',
      { class: 'row row--wrap' },
      h('h3', null, 'Compare'),
      choice('The first version', left, (i) => Object.assign(state, { left: i })),
      h('span', { class: 'muted small' }, 'with'),
      choice('The second version', right, (i) => Object.assign(state, { right: i })),
    ),
    changes.length === 0
      ? h('p', { class: 'muted small' }, 'They are the same.')
      : h(
          'table',
          { class: 'table table--compare' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              ['Attribute', nameOf(items[left], left), nameOf(items[right], right)].map((text, i) =>
                h('th', { key: i, scope: 'col' }, text),
              ),
            ),
          ),
          h(
            'tbody',
            null,
            changes.map(({ name, before, after }) =>
              h(
                'tr',
                { key: name },
                h('th', { scope: 'row', class: 'mono' }, name),
                h('td', { class: 'mono is-del' }, value(before)),
                h('td', { class: 'mono is-add' }, value(after)),
              ),
            ),
          ),
        ),
  );
}
