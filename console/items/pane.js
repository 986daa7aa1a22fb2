// One item beside the grid.
import { h } from '../core/dom.js';
import { canWrite, redraw } from '../core/app.js';
import { brief, itemSize } from '../api/typed.js';
import { keyOfItem } from '../api/schema.js';
import { bytes } from '../core/words.js';
import { entityMark, iconButton, notice } from '../parts/bits.js';
import { historyView, newHistory } from '../recovery/history.js';
import { openNewItem } from './dialogs.js';
import { fields } from './pane_fields.js';
import { indexesTab, jsonTab, relatedTab, typedTab } from './pane_tabs.js';
import { stageDelete, stagedOf, unstage } from './stage.js';

const TABS = [
  ['fields', 'Fields'],
  ['typed', 'Typed'],
  ['json', 'JSON'],
  ['indexes', 'Indexes'],
  ['related', 'Related'],
  ['history', 'History'],
];
export const isTab = (tab) => TABS.some(([id]) => id === tab);

export const newPane = (tab = 'fields') => ({
  tab,
  editing: null,
  typed: null,
  typedError: null,
  revealed: new Set(),
  whole: new Set(),
  decoded: null,
  history: null,
});

// Of the item as it is now: another one, or the same after a change, has another past.
function historyTab(schema, pane, item, changed) {
  if (pane.history?.item !== item)
    pane.history = { ...newHistory(schema, keyOfItem(schema, item)), item };
  return historyView(pane.history, changed);
}

// `parts`: close(), chosen() when another tab is, changed() when the item was brought back.
export function paneView(schema, pane, item, { close, chosen, changed }) {
  const staged = stagedOf(schema, item);
  const key = Object.values(keyOfItem(schema, item)).map(brief).join(' · ');
  const choose = (tab) => {
    pane.tab = tab;
    pane.typed = null;
    chosen();
    redraw();
  };
  const body = {
    fields: () => fields(schema, pane, item),
    typed: () => typedTab(schema, pane, item),
    json: () => jsonTab(item),
    indexes: () => indexesTab(schema, item),
    related: () => relatedTab(schema, pane, item),
    history: () => historyTab(schema, pane, item, changed),
  }[pane.tab]();
  return h(
    'aside',
    { class: 'pane', 'aria-label': 'The item', key: 'pane' },
    h(
      'div',
      { class: 'pane__head' },
      h(
        'div',
        { class: 'row' },
        pane.decoded?.entity && entityMark(schema, pane.decoded.entity),
        h('span', { class: 'mono cut grow', title: key }, pane.decoded?.id ?? key),
        canWrite() &&
          iconButton('copy', 'Make a copy', {
            class: 'btn--sm',
            onclick: () => openNewItem(schema, item),
          }),
        canWrite() &&
          (staged?.kind === 'delete'
            ? iconButton('undo', 'Keep the item', {
                class: 'btn--sm',
                onclick: () => unstage(schema, item),
              })
            : iconButton('trash', 'Stage its deletion', {
                class: 'btn--sm',
                onclick: () => stageDelete(schema, item),
              })),
        iconButton('x', 'Close', { class: 'btn--sm', onclick: close }),
      ),
      h(
        'div',
        { class: 'tabs', role: 'tablist', 'aria-label': 'Of this item' },
        TABS.map(([id, text]) =>
          h(
            'button',
            {
              type: 'button',
              role: 'tab',
              key: id,
              'aria-selected': String(id === pane.tab),
              onclick: () => choose(id),
            },
            text,
          ),
        ),
      ),
    ),
    h(
      'div',
      { class: 'pane__body', tabindex: '0', role: 'region', 'aria-label': 'Details' },
      staged?.kind === 'delete' &&
        h(
          'div',
          { class: 'pane__pad pane__pad--top' },
          notice('warn', 'Staged to be deleted when you save.'),
        ),
      body,
    ),
    h(
      'div',
      { class: 'pane__foot' },
      `${bytes(itemSize(item))} · ${Math.ceil(itemSize(item) / 1024)} WRU or more to save`,
    ),
  );
}
