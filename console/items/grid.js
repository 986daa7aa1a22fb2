// The grid: as many rows as are read, of which only those in view are drawn. Key columns stay at the
// left; the row height is fixed, so a place in the table is a place in the list.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { brief, equal, typeOf } from '../api/typed.js';
import { cut } from '../core/words.js';
import { icon, statePill, typeBadge } from '../parts/bits.js';

const CELL_CHARACTERS = 120;
const SPARE_ROWS = 8;

// Key columns first, then those of the index, then by how many items have them.
export function columnsOf(schema, index, rows) {
  const seen = new Map();
  for (const item of rows.slice(0, 2000)) {
    for (const [name, value] of Object.entries(item)) {
      const known = seen.get(name) ?? { name, n: 0, types: new Map() };
      known.n += 1;
      known.types.set(typeOf(value), (known.types.get(typeOf(value)) ?? 0) + 1);
      seen.set(name, known);
    }
  }
  const first = [...schema.keyNames, ...(index ? [...index.key.partition, ...index.key.sort] : [])];
  const states = schema.entities.map((each) => each.lifecycle?.attribute).filter(Boolean);
  const rank = (name) => {
    const at = first.indexOf(name);
    return at >= 0 ? at : states.includes(name) ? 50 : 100;
  };
  return [...seen.values()]
    .sort((a, b) => rank(a.name) - rank(b.name) || b.n - a.n || (a.name < b.name ? -1 : 1))
    .map((each) => ({
      name: each.name,
      n: each.n,
      type: [...each.types].sort((a, b) => b[1] - a[1])[0][0],
      isKey: schema.keyNames.includes(each.name),
    }));
}

function lifecycleOf(schema, name) {
  return schema.entities.find((each) => each.lifecycle?.attribute === name)?.lifecycle ?? null;
}

export function isMasked(schema, name) {
  return schema.entities.some((each) =>
    each.attributes.some((one) => one.name === name && (one.sensitive || one.pii)),
  );
}

export function cellContent(schema, name, value) {
  if (value === undefined) return h('span', { class: 'absent', title: 'not there' }, '–');
  const type = typeOf(value);
  const lifecycle = lifecycleOf(schema, name);
  if (lifecycle && type === 'S') return statePill(lifecycle, value.S, true);
  if (isMasked(schema, name))
    return h('span', { class: 'muted', title: 'masked; open the item to see it' }, '••••••');
  if (type === 'NULL') return h('span', { class: 'nul' }, 'null');
  if (type === 'S' && value.S === '')
    return h('span', { class: 'emptytext', title: 'empty text' }, '""');
  return cut(brief(value), CELL_CHARACTERS);
}

function headCell(grid, column, i) {
  const classes = i === 0 ? 'fix fix--1 fix--last' : '';
  const isSorted = grid.sort?.name === column.name;
  const next = !isSorted ? 1 : grid.sort.by === 1 ? -1 : 0;
  return h(
    'th',
    {
      key: column.name,
      class: classes,
      scope: 'col',
      role: 'columnheader',
      'aria-colindex': i + 2,
      'aria-sort': isSorted ? (grid.sort.by === 1 ? 'ascending' : 'descending') : 'none',
      title: 'Sort the rows read',
      onclick: () => {
        grid.sort = next ? { name: column.name, by: next } : null;
        redraw();
      },
    },
    h(
      'span',
      null,
      column.isKey && icon('key', 'sm'),
      column.name,
      typeBadge(column.type),
      isSorted && (grid.sort.by === 1 ? '↑' : '↓'),
    ),
  );
}

// Rows in the order they are shown, each with its number among those read.
export function ordered(rows, sort) {
  const list = rows.map((item, at) => ({ item, at }));
  if (!sort) return list;
  const value = ({ item }) => {
    const found = item[sort.name];
    if (found === undefined) return null;
    return typeOf(found) === 'N' ? Number(found.N) : brief(found);
  };
  return list.sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    return (x < y ? -1 : x > y ? 1 : 0) * sort.by;
  });
}

function cell(schema, grid, row, column, i, place) {
  const staged = grid.stagedOf(row.item);
  const change = staged?.changes?.[column.name];
  const value = change ? change.after : row.item[column.name];
  const isFocus = grid.at?.row === place && grid.at?.column === i;
  const classes = [
    i === 0 ? 'fix fix--1 fix--last key' : '',
    column.type === 'N' ? 'num' : '',
    change && !equal(change.before, change.after) ? 'staged' : '',
    isFocus ? 'focus' : '',
  ];
  return h(
    'td',
    {
      key: column.name,
      id: `cell-${place}-${i}`,
      class: classes.join(' ').trim(),
      role: 'gridcell',
      'aria-colindex': i + 2,
    },
    change &&
      change.before !== undefined &&
      column.type === 'N' &&
      h('span', { class: 'was' }, brief(change.before)),
    change && column.type === 'N' && ' ',
    cellContent(schema, column.name, value),
  );
}

function rowView(schema, grid, row, place, columns) {
  const staged = grid.stagedOf(row.item);
  const isSelected = grid.selected.has(row.item);
  const isOpen = grid.openItem === row.item;
  return h(
    'tr',
    {
      key: row.at,
      role: 'row',
      'aria-rowindex': place + 2,
      'aria-selected': String(isSelected || isOpen),
      class: staged?.kind === 'delete' ? 'removed' : staged?.kind === 'put' ? 'added' : '',
      onclick: (event) => {
        if (event.target.matches('input')) return;
        const column = [...event.currentTarget.children].indexOf(event.target.closest('td')) - 1;
        grid.at = { row: place, column: Math.max(column, 0) };
        grid.open(row.item);
      },
    },
    h(
      'td',
      { class: 'fix fix--0 fix--sel', key: '$select', role: 'gridcell', 'aria-colindex': 1 },
      h('input', {
        type: 'checkbox',
        class: 'check',
        checked: isSelected,
        tabindex: '-1',
        'aria-label': 'Select the item',
        onchange: () => grid.toggle(row.item),
      }),
    ),
    columns.map((column, i) => cell(schema, grid, row, column, i, place)),
  );
}

function move(grid, rows, columns, event) {
  const at = grid.at ?? { row: 0, column: 0 };
  const page = Math.max(1, Math.floor(grid.height / grid.rowHeight) - 2);
  const steps = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    PageDown: [page, 0],
    PageUp: [-page, 0],
  };
  const clamp = (n, max) => Math.max(0, Math.min(n, max));
  if (steps[event.key])
    grid.at = {
      row: clamp(at.row + steps[event.key][0], rows.length - 1),
      column: clamp(at.column + steps[event.key][1], columns.length - 1),
    };
  else if (event.key === 'Home') grid.at = { row: event.ctrlKey ? 0 : at.row, column: 0 };
  else if (event.key === 'End')
    grid.at = { row: event.ctrlKey ? rows.length - 1 : at.row, column: columns.length - 1 };
  else if (event.key === 'Enter' || event.key === 'F2')
    grid.open(rows[at.row].item, event.key === 'F2');
  else if (event.key === ' ') grid.toggle(rows[at.row].item);
  else return;
  event.preventDefault();
  reveal(grid);
  redraw();
}

function reveal(grid) {
  const { element, at, rowHeight } = grid;
  const top = at.row * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  if (top + rowHeight * 2 > element.scrollTop + element.clientHeight)
    element.scrollTop = top + rowHeight * 2 - element.clientHeight;
}

function watch(grid, element) {
  grid.element = element;
  const measure = () => {
    grid.height = element.clientHeight;
    grid.rowHeight = parseFloat(getComputedStyle(element).getPropertyValue('--row')) * 16 || 32;
    redraw();
  };
  new ResizeObserver(measure).observe(element);
  element.addEventListener(
    'scroll',
    () => {
      grid.top = element.scrollTop;
      if (element.scrollTop + element.clientHeight > element.scrollHeight - 600) grid.nearEnd?.();
      redraw();
    },
    { passive: true },
  );
}

export function newGrid(parts) {
  return {
    top: 0,
    height: 600,
    rowHeight: 32,
    sort: null,
    at: null,
    selected: new Set(),
    openItem: null,
    ...parts,
  };
}

export function gridView(schema, grid, rows, columns, more) {
  const list = ordered(rows, grid.sort);
  const from = Math.max(0, Math.floor(grid.top / grid.rowHeight) - SPARE_ROWS);
  const until = Math.min(
    list.length,
    Math.ceil((grid.top + grid.height) / grid.rowHeight) + SPARE_ROWS,
  );
  const spacer = (key, n) =>
    n > 0 &&
    h(
      'tr',
      { key, 'aria-hidden': 'true', class: 'spacer' },
      h('td', { colspan: columns.length + 1, style: { height: `${n * grid.rowHeight}px` } }),
    );
  const allSelected = rows.length > 0 && rows.every((item) => grid.selected.has(item));
  return h(
    'div',
    { class: 'grid', key: 'grid', ref: (el) => watch(grid, el) },
    h(
      'table',
      {
        role: 'grid',
        tabindex: '0',
        'aria-label': 'Items',
        'aria-rowcount': rows.length + 1,
        'aria-colcount': columns.length + 1,
        'aria-multiselectable': 'true',
        'aria-activedescendant': grid.at ? `cell-${grid.at.row}-${grid.at.column}` : null,
        onkeydown: (event) => move(grid, list, columns, event),
      },
      h(
        'thead',
        { role: 'rowgroup' },
        h(
          'tr',
          { role: 'row', 'aria-rowindex': 1 },
          h(
            'th',
            {
              class: 'fix fix--0 fix--sel',
              scope: 'col',
              role: 'columnheader',
              'aria-colindex': 1,
            },
            h('input', {
              type: 'checkbox',
              class: 'check',
              'aria-label': 'Select all rows read',
              tabindex: '-1',
              checked: allSelected,
              onchange: () => grid.toggleAll(rows),
            }),
          ),
          columns.map((column, i) => headCell(grid, column, i)),
        ),
      ),
      h(
        'tbody',
        { role: 'rowgroup' },
        spacer('above', from),
        list.slice(from, until).map((row, i) => rowView(schema, grid, row, from + i, columns)),
        spacer('below', list.length - until),
      ),
    ),
    more,
  );
}
