// Ctrl-K: find a table, model, entity, pattern, state or saved view, or do something.
import { h } from '../core/dom.js';
import { app, kept, redraw } from '../core/app.js';
import { go, link, segment } from '../core/router.js';
import { modelList, shapeOf, tableList } from '../api/schema.js';
import { count } from '../core/words.js';
import { icon } from './bits.js';
import { closeOverlay, openOverlay } from './overlay.js';
import { openHelp } from './help.js';
import { setTheme } from './frame.js';

const state = { text: '', chosen: 0, entries: [] };

const ACTIONS = () => [
  ...[
    ['Tables', '/', 'table'],
    ['Models', '/models', 'model'],
    ['Dashboards', '/dashboards', 'dash'],
    ['Streams', '/streams', 'stream'],
    ['Backups', '/backups', 'archive'],
    ['Metrics', '/metrics', 'gauge'],
    ['Jobs', '/jobs', 'jobs'],
    ['Queues and workers', '/queues', 'jobs'],
    ['Deliveries to other servers', '/deliveries', 'hand'],
    ['Migrations', '/migrations', 'flow'],
    ['Archives', '/archives', 'archive'],
    ['Server', '/server', 'server'],
    ['Five models, ten minutes: the tour', '/tour', 'star'],
  ].map(([text, path, name]) => ({ group: 'Go to', text, icon: name, href: link(path) })),
  ...['light', 'dark', 'system'].map((theme) => ({
    group: 'Actions',
    text: `Theme: ${theme}`,
    icon: theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'screen',
    run: () => setTheme(theme),
  })),
  { group: 'Actions', text: 'All keys', icon: 'keyb', more: '?', run: openHelp },
];

function tableEntries(tables) {
  return tables.map(({ table, model }) => ({
    group: 'Tables',
    text: table.TableName,
    icon: 'table',
    more: `${count(table.ItemCount ?? 0)} items${model ? ` · ${model.model}` : ''}`,
    href: link(`/t/${segment(table.TableName)}/items`),
  }));
}

function modelEntries(model, shape) {
  const root = `/m/${segment(model.name)}`;
  const onTable = (entity) => `/t/${segment(entity.table ?? model.tables[0])}`;
  return [
    {
      group: 'Models',
      text: model.name,
      icon: 'model',
      more: `v${model.version}`,
      href: link(root),
    },
    ...shape.patterns
      .filter((each) => each.plan)
      .map((each) => ({
        group: 'Patterns',
        text: each.name,
        icon: 'bolt',
        more: `${model.model} · ${each.kind}`,
        href: link(`${root}/patterns`, { run: each.name }),
      })),
    ...shape.entities.map((each) => ({
      group: 'Entities',
      text: each.name,
      icon: 'flow',
      more: model.model,
      href: link(`${onTable(each)}/entities`, { entity: each.name }),
    })),
    ...shape.entities
      .filter((each) => each.lifecycle)
      .flatMap((each) =>
        each.lifecycle.states.map((name) => ({
          group: 'States',
          text: `${each.name} · ${name}`,
          icon: 'flow',
          more: model.model,
          href: link(`${onTable(each)}/lifecycle`, { entity: each.name }),
        })),
      ),
    ...shape.pages.map((each) => ({
      group: 'Dashboards',
      text: each.title,
      icon: 'dash',
      more: model.model,
      href: link(`/d/${segment(model.name)}/${segment(each.name)}`),
    })),
  ];
}

// A text in a table's page may be a key of it.
function keyEntry() {
  const { schema } = app.page ?? {};
  const key = state.text.trim();
  if (!schema || !key || schema.key.sort.length > 0) return [];
  return [
    {
      group: 'Actions',
      text: `Get the item with ${schema.keyNames[0]} = ${key}`,
      icon: 'key',
      more: '0.5 RRU',
      href: link(`/t/${segment(schema.name)}/items`, {
        mode: 'get',
        [`k.${schema.keyNames[0]}`]: key,
      }),
      always: true,
    },
  ];
}

async function gather() {
  const views = kept
    .get('views', [])
    .map((view) => ({ group: 'Saved views', text: view.name, icon: 'star', href: view.href }));
  state.entries = [...ACTIONS(), ...views];
  redraw();
  const tables = await tableList();
  state.entries = [...tableEntries(tables), ...state.entries];
  redraw();
  const models = await modelList();
  const shapes = await Promise.all(models.map((model) => shapeOf(model.name)));
  state.entries = [
    ...state.entries,
    ...models.flatMap((model, i) => modelEntries(model, shapes[i])),
  ];
  redraw();
}

// All words must occur; the earlier and the more of the text they are, the better.
function score(entry, words) {
  const text = entry.text.toLowerCase();
  let total = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return -1;
    total += 100 - Math.min(at, 50) + (word.length * 40) / text.length;
  }
  return total;
}

const GROUPS = [
  'Tables',
  'Patterns',
  'Saved views',
  'Models',
  'Dashboards',
  'Entities',
  'States',
  'Go to',
  'Actions',
];

function found() {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = state.entries
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter((each) => each.score >= 0);
  scored.sort((a, b) => b.score - a.score);
  const each = words.length === 0 ? 7 : 5;
  const groups = GROUPS.map((group) => ({
    group,
    entries: scored
      .filter((one) => one.entry.group === group)
      .slice(0, each)
      .map((one) => one.entry),
  }));
  groups[GROUPS.length - 1].entries.push(...keyEntry());
  const shown =
    words.length === 0
      ? groups.filter((one) => ['Tables', 'Saved views', 'Go to', 'Actions'].includes(one.group))
      : groups;
  return shown.filter((one) => one.entries.length > 0);
}

function pick(entry, inNewTab) {
  closeOverlay();
  if (entry.run) entry.run();
  else if (inNewTab) window.open(entry.href, '_blank', 'noopener');
  else go(entry.href);
}

function marked(text) {
  const word = state.text.trim().toLowerCase();
  const at = word ? text.toLowerCase().indexOf(word) : -1;
  if (at < 0) return text;
  return [
    text.slice(0, at),
    h('mark', null, text.slice(at, at + word.length)),
    text.slice(at + word.length),
  ];
}

function view() {
  const groups = found();
  const flat = groups.flatMap((one) => one.entries);
  state.chosen = Math.max(0, Math.min(state.chosen, flat.length - 1));
  const onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      state.chosen = (state.chosen + step + flat.length) % Math.max(flat.length, 1);
      redraw();
    }
    if (event.key === 'Enter' && flat[state.chosen]) pick(flat[state.chosen], event.ctrlKey);
  };
  let number = -1;
  return [
    h(
      'div',
      { class: 'palette__input', key: 'input' },
      icon('search'),
      h('input', {
        autofocus: true,
        value: state.text,
        placeholder: 'Search or run…',
        'aria-label': 'Search or run',
        role: 'combobox',
        'aria-expanded': 'true',
        'aria-controls': 'palette-list',
        'aria-activedescendant': flat.length ? `palette-${state.chosen}` : null,
        oninput: (event) => {
          state.text = event.target.value;
          state.chosen = 0;
          redraw();
        },
        onkeydown,
      }),
      h('kbd', { class: 'kbd' }, 'Esc'),
    ),
    h(
      'div',
      {
        class: 'palette__list',
        key: 'list',
        id: 'palette-list',
        role: 'listbox',
        'aria-label': 'Found',
      },
      groups.length === 0 && h('p', { class: 'palette__group' }, 'Nothing is called that.'),
      groups.map((one) =>
        h(
          'div',
          { key: one.group, role: 'group', 'aria-label': one.group },
          h('div', { class: 'palette__group', 'aria-hidden': 'true' }, one.group),
          one.entries.map((entry) => {
            number += 1;
            const mine = number;
            return h(
              'div',
              {
                key: `${entry.text}${entry.more ?? ''}`,
                id: `palette-${mine}`,
                class: 'palette__item',
                role: 'option',
                'aria-selected': String(mine === state.chosen),
                ref: null,
                onclick: (event) => pick(entry, event.ctrlKey),
              },
              icon(entry.icon),
              h('span', { class: 'cut grow' }, marked(entry.text)),
              entry.more && h('span', { class: 'muted small nowrap' }, entry.more),
            );
          }),
        ),
      ),
    ),
    h(
      'div',
      { class: 'palette__foot', key: 'foot' },
      h('span', null, '↑ ↓ choose'),
      h('span', null, '↵ open'),
      h('span', null, 'Ctrl ↵ in a new tab'),
      h('span', { class: 'push' }, 'A key as text gets that item'),
    ),
  ];
}

export function openPalette() {
  Object.assign(state, { text: '', chosen: 0 });
  openOverlay(view, { label: 'Search or run', kind: 'palette' });
  gather().catch(() => {});
}
