// Dialogs of the items page: code, review of what is staged, conflicts, a new item.
import { h } from '../core/dom.js';
import { redraw, toast } from '../core/app.js';
import { brief, fault, parseTyped } from '../api/typed.js';
import { keyOfItem } from '../api/schema.js';
import { cut, plural } from '../core/words.js';
import { button, copyText, failure, icon, notice, segmented, typeBadge } from '../parts/bits.js';
import { closeOverlay, dialogParts, openOverlay } from '../parts/overlay.js';
import { snippets } from './code.js';
import { cannotBeUndone, discard, stage, stagePut, stagedIn, unstage } from './stage.js';

export function openCode(operation, request) {
  const all = snippets(operation, request);
  const state = { chosen: all[0][0] };
  openOverlay(
    () => {
      const [, text] = all.find(([name]) => name === state.chosen);
      return dialogParts(
        'The call behind this view',
        [
          segmented(
            'Language',
            'language',
            all.map(([name]) => [name, name]),
            state.chosen,
            (name) => {
              state.chosen = name;
              redraw();
            },
            true,
          ),
          h(
            'pre',
            { class: 'code code--tall', tabindex: '0', key: 'code', 'aria-label': 'Code' },
            text,
          ),
        ],
        button('Close', { onclick: closeOverlay }),
        button('Copy', {
          primary: true,
          icon: 'copy',
          onclick: () => copyText(text, () => toast('Copied')),
        }),
      );
    },
    { label: 'The call behind this view', wide: true },
  );
}

const keyText = (schema, item) => Object.values(keyOfItem(schema, item)).map(brief).join(' · ');
const shown = (value) =>
  value === undefined ? h('span', { class: 'muted' }, 'not there') : cut(brief(value), 300);

function changeLines(entry) {
  if (entry.kind === 'delete')
    return [
      h(
        'div',
        { class: 'diff__line diff__line--del', key: 'd' },
        h('span'),
        h('span', null, '−'),
        'the whole item',
      ),
    ];
  if (entry.kind === 'put')
    return Object.entries(entry.item).map(([name, value]) =>
      h(
        'div',
        { class: 'diff__line diff__line--add', key: name },
        h('span'),
        h('span', null, '+'),
        `${name}: ${cut(brief(value), 200)}`,
      ),
    );
  return Object.entries(entry.changes).flatMap(([name, { before, after }]) => [
    before !== undefined &&
      h(
        'div',
        { class: 'diff__line diff__line--del', key: `${name}-` },
        h('span'),
        h('span', null, '−'),
        `${name}: ${cut(brief(before), 200)}`,
      ),
    after !== undefined &&
      h(
        'div',
        { class: 'diff__line diff__line--add', key: `${name}+` },
        h('span'),
        h('span', null, '+'),
        `${name}: ${cut(brief(after), 200)}`,
      ),
  ]);
}

export function openReview(schema, save) {
  openOverlay(
    () => {
      const entries = [...stagedIn(schema).values()];
      const body = entries.map((entry) => {
        const why = cannotBeUndone(schema, entry);
        return h(
          'section',
          { class: 'stack', key: keyText(schema, entry.item) },
          h(
            'div',
            { class: 'row' },
            h('code', { class: 'cut grow' }, keyText(schema, entry.item)),
            button('Discard', {
              quiet: true,
              small: true,
              onclick: () => {
                unstage(schema, entry.item);
                if (stagedIn(schema).size === 0) closeOverlay();
              },
            }),
          ),
          h('div', { class: 'diff' }, changeLines(entry)),
          why && notice('warn', ['This cannot be undone. ', why, '.']),
        );
      });
      return dialogParts(
        `${plural(entries.length, 'item')} to write`,
        [
          ...body,
          h(
            'p',
            { class: 'muted small', key: 'how' },
            'Each is written only if what it changes is still as it was read.',
          ),
        ],
        button('Discard all', {
          onclick: () => {
            discard(schema);
            closeOverlay();
          },
        }),
        button('Save', {
          primary: true,
          onclick: () => {
            closeOverlay();
            save();
          },
        }),
      );
    },
    { label: 'Review what is staged', wide: true },
  );
}

// Somebody else changed what is staged: what was read, what is there now, what was to be written.
export function openConflict(schema, conflicts, save) {
  const [{ entry, theirs }] = conflicts;
  const choices = Object.fromEntries(Object.keys(entry.changes).map((name) => [name, 'mine']));
  const apply = () => {
    unstage(schema, entry.item);
    if (theirs) {
      for (const [name, { after }] of Object.entries(entry.changes))
        if (choices[name] === 'mine') stage(schema, theirs, name, after);
    } else if (entry.kind === 'update') {
      stagePut(
        schema,
        Object.fromEntries(
          Object.entries({
            ...entry.item,
            ...Object.fromEntries(
              Object.entries(entry.changes).map(([name, each]) => [name, each.after]),
            ),
          }).filter(([, value]) => value !== undefined),
        ),
      );
    }
    closeOverlay();
    save();
  };
  const column = (title, name, value, isChosen, choose) =>
    h(
      'div',
      { 'data-chosen': isChosen ? '' : null },
      h('span', { class: 'muted' }, title),
      h('span', { class: 'mono' }, shown(value)),
      choose &&
        button(isChosen ? 'Chosen' : 'Take this', {
          small: true,
          onclick: choose,
          'aria-pressed': String(isChosen),
        }),
    );
  openOverlay(
    () =>
      dialogParts(
        'Somebody else changed this item',
        [
          h(
            'p',
            { key: 'what' },
            theirs
              ? 'Nothing was written. Choose for each attribute.'
              : entry.kind === 'put'
                ? 'There is an item with this key already. Nothing was written.'
                : 'The item is no longer there. Saving again makes it anew.',
          ),
          theirs &&
            Object.entries(entry.changes).map(([name, { before, after }]) =>
              h(
                'section',
                { class: 'stack', key: name },
                h('code', null, name),
                h(
                  'div',
                  { class: 'conflict' },
                  column('You read', name, before),
                  column('There now', name, theirs[name], choices[name] === 'theirs', () => {
                    choices[name] = 'theirs';
                    redraw();
                  }),
                  column('You want', name, after, choices[name] === 'mine', () => {
                    choices[name] = 'mine';
                    redraw();
                  }),
                ),
              ),
            ),
        ],
        button('Keep staged', { onclick: closeOverlay }),
        entry.kind !== 'put' && button('Save this', { primary: true, onclick: apply }),
      ),
    { label: 'Conflict', wide: true },
  );
}

export function openRefusals(refusals) {
  openOverlay(
    () =>
      dialogParts(
        'Not written',
        [
          h('p', { key: 'p' }, 'These stay staged. The server says why:'),
          refusals.map(({ error }, i) => h('div', { key: i }, failure(error))),
        ],
        button('Close', { primary: true, onclick: closeOverlay }),
      ),
    { label: 'Refused' },
  );
}

// A new item in typed JSON, begun with its key and what its entity needs.
function beginning(schema, entity) {
  const item = Object.fromEntries(
    schema.keyNames.map((name) => [
      name,
      { [schema.types[name]]: schema.types[name] === 'N' ? '0' : '' },
    ]),
  );
  for (const attribute of entity?.attributes ?? []) {
    if (!attribute.required || attribute.filled || item[attribute.name]) continue;
    const type =
      { int: 'N', number: 'N', bool: 'BOOL', map: 'M', list: 'L', union: 'M', binary: 'B' }[
        attribute.kind
      ] ?? 'S';
    item[attribute.name] = {
      [type]: { N: '0', BOOL: false, M: {}, L: [], B: '' }[type] ?? attribute.values?.[0] ?? '',
    };
  }
  return item;
}

export function openNewItem(schema, like) {
  const [first] = schema.entities;
  const state = {
    entity: first?.name ?? '',
    text: JSON.stringify(like ?? beginning(schema, first), null, 2),
    error: null,
  };
  const add = () => {
    try {
      const item = parseTyped(state.text);
      const missing = schema.keyNames.filter((name) => !item[name]);
      if (missing.length > 0 && !schema.model)
        throw new Error(`The key needs ${missing.join(' and ')}`);
      const wrong = Object.values(item).map(fault).find(Boolean);
      if (wrong) throw new Error(wrong);
      stagePut(schema, item);
      closeOverlay();
    } catch (error) {
      state.error = error.message;
      redraw();
    }
  };
  openOverlay(
    () =>
      dialogParts(
        like ? 'Copy of an item' : 'New item',
        [
          schema.entities.length > 1 &&
            !like &&
            h(
              'label',
              { class: 'field', key: 'entity' },
              h('span', { class: 'field__label' }, 'Entity'),
              h(
                'select',
                {
                  class: 'select',
                  value: state.entity,
                  onchange: (event) => {
                    state.entity = event.target.value;
                    state.text = JSON.stringify(
                      beginning(
                        schema,
                        schema.entities.find((each) => each.name === state.entity),
                      ),
                      null,
                      2,
                    );
                    redraw();
                  },
                },
                schema.entities
                  .filter((each) => !each.materialized_from)
                  .map((each) => h('option', { key: each.name, value: each.name }, each.name)),
              ),
            ),
          h(
            'label',
            { class: 'field', key: 'text' },
            h('span', { class: 'field__label' }, 'Item in typed JSON'),
            h('textarea', {
              class: 'textarea input--mono',
              rows: 16,
              spellcheck: 'false',
              autofocus: true,
              value: state.text,
              oninput: (event) => {
                state.text = event.target.value;
                state.error = null;
                redraw();
              },
            }),
            h(
              'span',
              { class: 'field__hint row' },
              typeBadge('S'),
              'text',
              typeBadge('N'),
              'number, as a text',
              typeBadge('SS'),
              'set of texts',
            ),
          ),
          state.error && notice('bad', state.error),
        ],
        button('Cancel', { onclick: closeOverlay }),
        button('Stage', { primary: true, icon: 'plus', onclick: add }),
      ),
    { label: 'New item', wide: true },
  );
}

export function openColumns(columns, hidden, toggle) {
  openOverlay(
    () =>
      dialogParts(
        'Columns',
        h(
          'div',
          { class: 'stack stack--1' },
          columns.map((column) =>
            h(
              'label',
              { class: 'row checkrow', key: column.name },
              h('input', {
                type: 'checkbox',
                class: 'check',
                checked: !hidden.has(column.name),
                disabled: column.isKey,
                onchange: () => toggle(column.name),
              }),
              h('span', { class: 'mono grow' }, column.name),
              typeBadge(column.type),
              column.isKey && icon('key', 'sm'),
            ),
          ),
        ),
        button('Done', { primary: true, onclick: closeOverlay }),
      ),
    { label: 'Columns' },
  );
}
