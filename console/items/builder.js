// The query builder: knows every key of the table and its indexes, and lets nobody build what cannot be
// asked.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { bytes, readPrice, units } from '../core/words.js';
import { button, icon, segmented } from '../parts/bits.js';
import {
  FILTER_OPS,
  NEEDS_NO_VALUE,
  PAGE_ITEMS,
  SORT_OPS,
  lacking,
  openConditions,
  sourceOf,
} from './request.js';

const PAGE_BYTES = 1 << 20;

function valuesOf(schema, name) {
  for (const entity of schema.entities) {
    const attribute = entity.attributes.find((each) => each.name === name);
    if (attribute?.values) return attribute.values;
  }
  return null;
}

function valueInput(schema, name, value, set, label) {
  const choices = valuesOf(schema, name);
  const list = choices ? `values-${name}` : null;
  return [
    h('input', {
      key: label,
      value,
      'aria-label': label,
      list,
      spellcheck: 'false',
      autocomplete: 'off',
      placeholder: schema.types[name] === 'N' ? 'number' : 'value',
      oninput: (event) => {
        set(event.target.value);
        redraw();
      },
    }),
    choices &&
      h(
        'datalist',
        { key: `${label} list`, id: list },
        choices.map((each) => h('option', { key: each, value: each })),
      ),
  ];
}

function conditionView(schema, state, { name, isPartition }) {
  const condition = (state.keys[name] ??= { op: '=', a: '', b: '' });
  const isText = schema.types[name] !== 'N';
  const ops = SORT_OPS.filter(([op]) => isText || op !== 'begins_with');
  return h(
    'div',
    { class: `cond${condition.op === 'between' ? ' cond--range' : ''}`, key: name },
    h('span', { class: 'cond__name' }, isPartition && icon('key', 'sm'), name),
    isPartition
      ? h('span', { class: 'cond__op' }, '=')
      : h(
          'select',
          {
            'aria-label': `Operator of ${name}`,
            value: condition.op,
            onchange: (event) => {
              condition.op = event.target.value;
              redraw();
            },
          },
          ops.map(([op, text]) => h('option', { key: op, value: op }, text)),
        ),
    valueInput(
      schema,
      name,
      condition.a,
      (text) => {
        condition.a = text;
      },
      `Value of ${name}`,
    ),
    condition.op === 'between' &&
      valueInput(
        schema,
        name,
        condition.b,
        (text) => {
          condition.b = text;
        },
        `Upper value of ${name}`,
      ),
  );
}

function filterView(state, filter, i) {
  const change = (part) => (event) => {
    filter[part] = event.target.value;
    redraw();
  };
  return h(
    'div',
    { class: 'cond cond--filter', key: `filter ${i}` },
    h('input', {
      class: 'w-sm',
      'aria-label': 'Attribute to filter by',
      placeholder: 'attribute',
      value: filter.name,
      oninput: change('name'),
    }),
    h(
      'select',
      { 'aria-label': 'Operator of the filter', value: filter.op, onchange: change('op') },
      FILTER_OPS.map(([op, text]) => h('option', { key: op, value: op }, text)),
    ),
    !NEEDS_NO_VALUE.has(filter.op) &&
      filter.op !== 'attribute_type' &&
      h(
        'select',
        { 'aria-label': 'Type of the value', value: filter.type, onchange: change('type') },
        ['S', 'N', 'BOOL', 'NULL', 'B'].map((type) =>
          h('option', { key: type, value: type }, type),
        ),
      ),
    !NEEDS_NO_VALUE.has(filter.op) &&
      h('input', {
        class: 'w-sm',
        'aria-label': 'Value of the filter',
        placeholder: 'value',
        value: filter.a,
        oninput: change('a'),
      }),
    h(
      'button',
      {
        type: 'button',
        'aria-label': 'Remove the filter',
        onclick: () => {
          state.filters.splice(i, 1);
          redraw();
        },
      },
      icon('x', 'sm'),
    ),
  );
}

// What a page will cost before it is read: it has so many items, 1 MB at most, and eventual reads cost half.
export function estimate(schema, state) {
  if (state.mode === 'get') return { text: '0.5 RRU', units: 0.5 };
  const source = sourceOf(schema, state);
  const size =
    state.mode === 'scan' && !state.index
      ? (schema.table.TableSizeBytes ?? 0)
      : (source.IndexSizeBytes ?? schema.table.TableSizeBytes ?? 0);
  const items = Math.max(1, source.ItemCount ?? schema.table.ItemCount ?? 1);
  const pageUnits = Math.min(size, PAGE_BYTES, (size / items) * PAGE_ITEMS) / 4096 / 2;
  // A page of a scan is full as long as there are items; a query may find fewer.
  const isScan = state.mode === 'scan';
  const word = isScan ? `a page of ${bytes(size)}` : 'a page at most';
  return {
    text: `${isScan ? '≈' : '≤'} ${units(Math.max(0.5, pageUnits))} RRU, ${readPrice(pageUnits)}`,
    word,
    units: pageUnits,
  };
}

// The pattern of the model that asks for the same, or null.
export function patternLike(schema, state) {
  if (state.mode !== 'query' || state.filters.length > 0) return null;
  const asked = openConditions(schema, state).filter(({ name }) => state.keys[name]?.a);
  const equals = asked
    .filter((each) => each.op === '=')
    .map((each) => each.name)
    .sort()
    .join();
  return (
    schema.patterns.find(
      (pattern) =>
        pattern.plan &&
        (pattern.plan.index ?? '') === state.index &&
        pattern.plan.legs === 1 &&
        pattern.parameters
          .map((each) => each.attribute)
          .sort()
          .join() === equals,
    ) ?? null
  );
}

function likeness(schema, state) {
  const like = patternLike(schema, state);
  if (like)
    return h(
      'span',
      { class: 'badge badge--accent' },
      icon('check', 'sm'),
      `this is pattern ${like.name}`,
    );
  const isAsked = state.mode === 'query' && !lacking(schema, state);
  return schema.model && isAsked
    ? h('span', { class: 'badge' }, 'no pattern of the model asks this')
    : null;
}

export function builderView(schema, state, { run, columns, isRunning }) {
  const change = (values) => {
    Object.assign(state, values);
    redraw();
  };
  const expected = estimate(schema, state);
  const source = sourceOf(schema, state);
  const missing = lacking(schema, state);
  const modes = [
    ['scan', 'Scan'],
    ['query', 'Query'],
    ['get', 'Get'],
  ];
  const conditions =
    state.mode === 'query'
      ? openConditions(schema, state)
      : state.mode === 'get'
        ? schema.keyNames.map((name) => ({ name, isPartition: true }))
        : [];
  return h(
    'form',
    {
      class: 'query',
      'aria-label': 'Query',
      onsubmit: (event) => {
        event.preventDefault();
        run();
      },
    },
    h(
      'div',
      { class: 'query__line' },
      segmented('How to read', 'mode', modes, state.mode, (mode) =>
        change({ mode, index: mode === 'get' ? '' : state.index }),
      ),
      state.mode !== 'get' &&
        h(
          'label',
          { class: 'cond' },
          h('span', { class: 'cond__name' }, 'index'),
          h(
            'select',
            {
              'aria-label': 'Index',
              value: state.index,
              onchange: (event) => change({ index: event.target.value }),
            },
            h('option', { key: '', value: '' }, 'the table itself'),
            schema.indexes.map((each) =>
              h('option', { key: each.name, value: each.name }, each.name),
            ),
          ),
        ),
      state.mode === 'scan' &&
        (source.ItemCount ?? schema.table.ItemCount ?? 0) > PAGE_ITEMS &&
        h(
          'label',
          { class: 'cond', key: 'at' },
          h('span', { class: 'cond__name' }, 'from'),
          h('input', {
            class: 'w-at',
            type: 'number',
            min: 0,
            max: 99,
            'aria-label': 'Where to begin, in per cent of the table',
            value: String(state.at),
            oninput: (event) =>
              change({
                at: Math.max(0, Math.min(99, Math.floor(Number(event.target.value)) || 0)),
              }),
          }),
          h('span', null, '%'),
        ),
      conditions.map((each) => conditionView(schema, state, each)),
      state.filters.map((filter, i) => filterView(state, filter, i)),
    ),
    h(
      'div',
      { class: 'query__line' },
      state.mode !== 'get' &&
        h(
          'button',
          {
            type: 'button',
            class: 'btn btn--sm chip--add',
            onclick: () => {
              state.filters.push({ name: '', op: '=', type: 'S', a: '' });
              redraw();
            },
          },
          icon('plus', 'sm'),
          'Filter',
        ),
      state.mode === 'query' &&
        h(
          'button',
          {
            type: 'button',
            class: `btn btn--sm${state.newest ? ' btn--on' : ''}`,
            'aria-pressed': String(state.newest),
            onclick: () => change({ newest: !state.newest }),
          },
          icon('sort', 'sm'),
          state.newest ? 'descending' : 'ascending',
        ),
      columns,
      h(
        'span',
        { class: 'muted small' },
        expected.text,
        expected.word ? h('span', { class: 'wide-only' }, ` · ${expected.word}`) : null,
      ),
      state.filters.length > 0 &&
        h('span', { class: 'badge badge--warn' }, 'filtered items are read, then dropped'),
      likeness(schema, state),
      h(
        'span',
        { class: 'push row' },
        missing && h('span', { class: 'muted small' }, missing),
        button(
          'Run',
          { primary: true, icon: 'play', type: 'submit', disabled: Boolean(missing) || isRunning },
          h('kbd', { class: 'kbd wide-only' }, 'Ctrl ↵'),
        ),
      ),
    ),
  );
}
