// The items of a table: ask, look, change, save.
import { h } from '../core/dom.js';
import { canWrite, kept, load, redraw, toast } from '../core/app.js';
import { note, segment } from '../core/router.js';
import { dynamo, rest } from '../api/call.js';
import { keyOfItem, tableSchema } from '../api/schema.js';
import { count, plural, readPrice, units } from '../core/words.js';
import { button, copyText, empty, failure, icon, iconButton, loaded } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';
import { builderView } from '../items/builder.js';
import {
  openCode,
  openColumns,
  openConflict,
  openNewItem,
  openRefusals,
  openReview,
} from '../items/dialogs.js';
import { columnsOf, gridView, newGrid } from '../items/grid.js';
import { isTab, newPane, paneView } from '../items/pane.js';
import {
  fromQuery,
  lacking,
  nextOf,
  pageOf,
  requestOf,
  sourceOf,
  toQuery,
} from '../items/request.js';
import {
  countStaged,
  discard,
  lastUndo,
  save,
  stageDelete,
  stagedFault,
  stagedIn,
  stagedOf,
  undo,
} from '../items/stage.js';

export function open({ table }, query) {
  const state = fromQuery(query);
  const result = {
    rows: [],
    next: null,
    units: 0,
    ms: 0,
    scanned: 0,
    error: null,
    running: false,
    asked: null,
  };
  const hidden = new Set(kept.get(`hidden.${table}`, []));
  let pane = newPane(isTab(query.tab) ? query.tab : 'fields');
  const view = { title: table, section: 'tables', schema: null };
  const schema = load(
    tableSchema(table).then((found) => {
      view.schema = found;
      return found;
    }),
  );
  const grid = newGrid({
    stagedOf: (item) => stagedOf(schema.value, item),
    open: openItem,
    toggle,
    toggleAll,
    nearEnd: more,
  });

  const address = () =>
    note(`/t/${segment(table)}/items`, {
      ...toQuery(state),
      sel: grid.openItem ? JSON.stringify(keyOfItem(schema.value, grid.openItem)) : '',
      tab: grid.openItem && pane.tab !== 'fields' ? pane.tab : '',
    });

  function toggle(item) {
    if (!grid.selected.delete(item)) grid.selected.add(item);
    redraw();
  }
  function toggleAll(rows) {
    if (rows.every((item) => grid.selected.has(item))) grid.selected.clear();
    else rows.forEach((item) => grid.selected.add(item));
    redraw();
  }

  async function openItem(item, edits) {
    grid.openItem = item;
    pane = newPane(pane.tab);
    address();
    redraw();
    const whole = await wholeItem(item);
    if (grid.openItem !== item) return;
    if (whole && whole !== item) replace(item, whole);
    if (edits)
      pane.editing =
        Object.keys(grid.openItem).find((name) => !schema.value.keyNames.includes(name)) ?? null;
    if (schema.value.model) {
      const { items } = await rest('POST', `/api/tables/${segment(table)}/decode`, {
        body: JSON.stringify({ Items: [grid.openItem] }),
      });
      [pane.decoded] = items;
    }
    redraw();
  }

  // An index may not have all of an item.
  async function wholeItem(item) {
    const index = schema.value.indexes.find((each) => each.name === state.index);
    if (!index || index.Projection.ProjectionType === 'ALL') return item;
    const { Item } = await dynamo('GetItem', {
      TableName: table,
      Key: keyOfItem(schema.value, item),
    });
    return Item;
  }

  function replace(item, now) {
    const at = result.rows.indexOf(item);
    if (at < 0) return;
    if (now) result.rows[at] = now;
    else result.rows.splice(at, 1);
    if (grid.openItem === item) grid.openItem = now;
    if (grid.selected.delete(item) && now) grid.selected.add(now);
  }

  // The item that is open, after somebody else has changed it: the server, at our wish.
  async function readAgain() {
    const item = grid.openItem;
    const { Item } = await dynamo('GetItem', {
      TableName: table,
      Key: keyOfItem(schema.value, item),
      ConsistentRead: true,
    });
    replace(item, Item);
    if (Item) openItem(Item);
    redraw();
  }

  async function read(start) {
    const { operation, request } = requestOf(schema.value, state);
    const paged = operation === 'GetItem' ? request : pageOf(request, start);
    const answer = await dynamo(operation, paged);
    result.rows.push(...(answer.Items ?? (answer.Item ? [answer.Item] : [])));
    result.next = nextOf(paged, answer);
    result.units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    result.scanned += answer.ScannedCount ?? 1;
    result.ms += answer.$ms;
    result.asked = { operation, request };
  }

  async function run() {
    if (!schema.value || lacking(schema.value, state) || result.running) return;
    Object.assign(result, {
      rows: [],
      next: null,
      units: 0,
      ms: 0,
      scanned: 0,
      error: null,
      running: true,
    });
    Object.assign(grid, { at: null, top: 0, openItem: null, selected: new Set() });
    if (grid.element) grid.element.scrollTop = 0;
    address();
    redraw();
    try {
      await read(null);
      // A filter may leave little of a page: read on until there is something to see.
      for (let i = 0; i < 20 && result.next && result.rows.length < 50; i += 1)
        await read(result.next);
    } catch (error) {
      result.error = error;
    }
    result.running = false;
    redraw();
  }

  async function more() {
    if (!result.next || result.running) return;
    result.running = true;
    try {
      await read(result.next);
    } catch (error) {
      result.error = error;
    }
    result.running = false;
    redraw();
  }

  async function saveAll() {
    const wrong = stagedFault(schema.value);
    if (wrong) return toast(`Not saved. ${wrong}`, { kind: 'bad' });
    const done = await save(schema.value);
    for (const { entry, now } of done.written) {
      if (entry.kind === 'put') result.rows.unshift(now);
      else replace(result.rows.find((item) => item === entry.item) ?? entry.item, now);
    }
    if (grid.openItem) openItem(grid.openItem);
    if (done.conflicts.length > 0) openConflict(schema.value, done.conflicts, saveAll);
    else if (done.refusals.length > 0) openRefusals(done.refusals);
    return redraw();
  }

  async function undoLast() {
    const done = await undo();
    if (!done) return toast('There is nothing to undo');
    if (done.refusals.length > 0) openRefusals(done.refusals);
    else toast('Undone');
    return run();
  }

  schema.promise
    .then(async () => {
      if (!schema.value) return;
      if (state.mode === 'query' && lacking(schema.value, state)) return redraw();
      await run();
      if (!query.sel) return undefined;
      const wanted = result.rows.find(
        (item) => JSON.stringify(keyOfItem(schema.value, item)) === query.sel,
      );
      if (wanted) return openItem(wanted);
      const { Item } = await dynamo('GetItem', { TableName: table, Key: JSON.parse(query.sel) });
      if (!Item) return undefined;
      result.rows.unshift(Item);
      return openItem(Item);
    })
    .catch((error) => {
      result.error = error;
      redraw();
    });

  function resultBar() {
    const total = state.index
      ? sourceOf(schema.value, state).ItemCount
      : schema.value.table.ItemCount;
    const last = lastUndo();
    return h(
      'div',
      { class: 'resultbar' },
      h(
        'span',
        null,
        h('b', null, count(result.rows.length)),
        state.mode === 'scan' && total
          ? ` of ${count(total)} read${state.at > 0 ? ` from ${state.at} % on` : ''}`
          : result.next
            ? ' read, there are more'
            : ' read',
      ),
      result.scanned > result.rows.length &&
        h('span', null, h('b', null, count(result.scanned)), ' looked at'),
      h('span', null, h('b', null, units(result.units)), ' RRU'),
      h('span', null, h('b', null, Math.max(1, Math.round(result.ms))), ' ms'),
      h('span', { class: 'wide-only' }, readPrice(result.units)),
      grid.sort && h('span', { class: 'badge' }, 'sorted: of the rows read'),
      h(
        'span',
        { class: 'push row' },
        result.asked &&
          button('Code', {
            quiet: true,
            small: true,
            icon: 'code',
            onclick: () => openCode(result.asked.operation, result.asked.request),
          }),
        button('Link', {
          quiet: true,
          small: true,
          icon: 'link',
          onclick: () => copyText(location.href, () => toast('Link copied')),
        }),
        last &&
          canWrite() &&
          button('Undo', { quiet: true, small: true, icon: 'undo', onclick: undoLast }),
      ),
    );
  }

  function stagedBar() {
    const { changes, items } = countStaged(schema.value);
    if (items === 0) return null;
    return h(
      'div',
      { class: 'stagedbar', role: 'status' },
      h(
        'span',
        { class: 'stagedbar__text' },
        icon('pencil'),
        `${plural(changes, 'staged change')} in ${plural(items, 'item')}`,
      ),
      h('span', { class: 'muted small wide-only' }, 'nothing is written yet'),
      h(
        'span',
        { class: 'push row' },
        button('Discard', {
          quiet: true,
          onclick: () => {
            pane.typed = null;
            pane.editing = null;
            discard(schema.value);
          },
        }),
        button('Review diff', { onclick: () => openReview(schema.value, saveAll) }),
        button('Save', { primary: true, onclick: saveAll }, h('kbd', { class: 'kbd' }, 'Ctrl S')),
      ),
    );
  }

  function selectionBar() {
    if (grid.selected.size === 0) return null;
    return h(
      'div',
      { class: 'selbar' },
      h('span', { class: 'medium' }, `${plural(grid.selected.size, 'item')} selected`),
      canWrite() &&
        button('Stage their deletion', {
          small: true,
          icon: 'trash',
          onclick: () => {
            grid.selected.forEach((item) => stageDelete(schema.value, item));
            grid.selected = new Set();
            redraw();
          },
        }),
      button('Copy as typed JSON', {
        small: true,
        icon: 'copy',
        onclick: () =>
          copyText([...grid.selected].map((item) => JSON.stringify(item)).join('\n'), () =>
            toast('Copied, one item a line'),
          ),
      }),
      button('Clear', {
        small: true,
        quiet: true,
        onclick: () => {
          grid.selected = new Set();
          redraw();
        },
      }),
    );
  }

  function saveView() {
    const views = kept.get('views', []);
    const href = location.pathname + location.search;
    const isKept = views.some((each) => each.href === href);
    kept.set(
      'views',
      isKept
        ? views.filter((each) => each.href !== href)
        : [...views, { href, name: viewName() }].slice(-20),
    );
    redraw();
  }
  const viewName = () =>
    [
      table,
      ...Object.values(state.keys)
        .map((each) => each.a)
        .filter(Boolean),
    ].join(' ');

  function resultView(found) {
    if (result.error) return h('div', { class: 'pad', key: 'error' }, failure(result.error));
    const index = found.indexes.find((each) => each.name === state.index);
    const all = columnsOf(found, index, result.rows);
    const columns = all.filter((each) => !hidden.has(each.name));
    if (result.rows.length === 0 && !result.running)
      return h('div', { class: 'pad grow', key: 'none' }, nothing(found));
    const foot =
      result.next &&
      h(
        'div',
        { class: 'grid__more', key: 'more' },
        button(result.running ? 'Reading…' : 'Read more', {
          small: true,
          onclick: more,
          disabled: result.running,
        }),
        `${count(result.rows.length)} read so far`,
      );
    return gridView(found, grid, result.rows, columns, foot);
  }

  function nothing(found) {
    if (!result.asked)
      return empty(
        'search',
        'Ask for something',
        `${lacking(found, state) ?? 'Run the query'}; the builder knows the keys of the table and its ${plural(found.indexes.length, 'index', 'indexes')}.`,
      );
    if ((found.table.ItemCount ?? 0) === 0)
      return empty(
        'table',
        'The table is empty',
        'Make an item here, or write one with any DynamoDB client.',
        canWrite() &&
          button('New item', { primary: true, icon: 'plus', onclick: () => openNewItem(found) }),
      );
    return empty(
      'search',
      'Nothing fits',
      `${plural(result.scanned, 'item was', 'items were')} looked at. Other values, fewer filters or another index may find more.`,
    );
  }

  function columnsButton(found) {
    const all = columnsOf(
      found,
      found.indexes.find((each) => each.name === state.index),
      result.rows,
    );
    if (all.length === 0) return null;
    const toggleColumn = (name) => {
      if (!hidden.delete(name)) hidden.add(name);
      kept.set(`hidden.${table}`, [...hidden]);
      redraw();
    };
    return button(
      `${all.filter((each) => !hidden.has(each.name)).length} of ${all.length} columns`,
      { small: true, icon: 'cols', onclick: () => openColumns(all, hidden, toggleColumn) },
    );
  }

  function body(found) {
    const close = () => {
      grid.openItem = null;
      address();
      redraw();
    };
    return [
      builderView(found, state, { run, columns: columnsButton(found), isRunning: result.running }),
      selectionBar(),
      h(
        'div',
        { class: grid.openItem ? 'split' : 'split split--one', key: 'split' },
        h('div', { class: 'split__main' }, resultView(found)),
        grid.openItem &&
          paneView(found, pane, grid.openItem, { close, chosen: address, changed: readAgain }),
      ),
      stagedBar(),
      resultBar(),
    ];
  }

  const isStar = () =>
    kept.get('views', []).some((each) => each.href === location.pathname + location.search);
  const actions = () => [
    !canWrite() && h('span', { class: 'badge', key: 'ro' }, 'read-only'),
    schema.value &&
      canWrite() &&
      button('New item', { key: 'new', icon: 'plus', onclick: () => openNewItem(schema.value) }),
    iconButton('star', isStar() ? 'Forget this view' : 'Save this view', {
      key: 'star',
      class: isStar() ? 'btn--on' : '',
      'aria-pressed': String(isStar()),
      onclick: saveView,
    }),
  ];
  return Object.assign(view, {
    view: () =>
      page(
        tableHead(table, schema.value, 'items', actions()),
        schema.value ? body(schema.value) : scrollBody(loaded(schema, () => null)),
      ),
    save: () => stagedIn(schema.value).size > 0 && saveAll(),
    undo: () => canWrite() && undoLast(),
    run,
  });
}
