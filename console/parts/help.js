// All keys, by `?`.
import { h } from '../core/dom.js';
import { allKeys } from '../core/keys.js';
import { button } from './bits.js';
import { closeOverlay, dialogParts, openOverlay } from './overlay.js';

const IN_GRIDS = [
  ['↑ ↓ ← →', 'move'],
  ['Home, End', 'first and last column'],
  ['PgUp, PgDn', 'a screen up or down'],
  ['Enter', 'open the item'],
  ['F2', 'edit the item'],
  ['Space', 'select the item'],
];

function table(title, rows) {
  return h(
    'div',
    { class: 'stack' },
    h('h3', null, title),
    h(
      'table',
      { class: 'table' },
      h(
        'tbody',
        null,
        rows.map(([name, what]) =>
          h(
            'tr',
            { key: name },
            h('td', null, h('kbd', { class: 'kbd' }, name)),
            h('td', null, what),
          ),
        ),
      ),
    ),
  );
}

export function openHelp() {
  const everywhere = allKeys().map((each) => [each.name.replace('Ctrl-', 'Ctrl '), each.what]);
  openOverlay(
    () =>
      dialogParts(
        'Keys',
        [table('Everywhere', everywhere), table('In grids', IN_GRIDS)],
        button('Close', { onclick: closeOverlay }),
      ),
    { label: 'Keys' },
  );
}
