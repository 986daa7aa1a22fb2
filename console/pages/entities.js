// Items as entities: decoded keys, states, what each is made of.
import { h } from '../core/dom.js';
import { load, redraw } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { dynamo, rest } from '../api/call.js';
import { keyOfItem, tableSchema } from '../api/schema.js';
import { count, plural } from '../core/words.js';
import { empty, entityMark, loaded, statePill } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';
import { cellContent } from '../items/grid.js';

const SAMPLE_ITEMS = 1000;

// The first items of the table, each with its entity.
export async function decodedSample(table) {
  const { Items, LastEvaluatedKey } = await dynamo('Scan', {
    TableName: table,
    Limit: SAMPLE_ITEMS,
  });
  const { items } = await rest('POST', `/api/tables/${segment(table)}/decode`, {
    body: JSON.stringify({ Items }),
  });
  return { rows: Items.map((item, i) => ({ item, ...items[i] })), isAll: !LastEvaluatedKey };
}

function shapeCard(schema, entity) {
  const line = (each) =>
    h(
      'tr',
      { key: each.name },
      h('td', { class: 'mono' }, each.name),
      h('td', { class: 'soft' }, each.type),
      h(
        'td',
        { class: 'soft' },
        [
          each.required && 'required',
          each.filled && 'filled by the server',
          each.immutable && 'never changes',
          each.references && `refers to ${each.references}`,
          (each.sensitive || each.pii) && 'masked',
        ]
          .filter(Boolean)
          .join(', '),
      ),
      h('td', { class: 'muted' }, each.description),
    );
  return h(
    'section',
    { class: 'card' },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, entityMark(schema, entity.name)),
      h('span', { class: 'muted small' }, entity.description),
      entity.edge &&
        h('span', { class: 'badge' }, `${entity.edge.from.entity} → ${entity.edge.to.entity}`),
      entity.versioned && h('span', { class: 'badge' }, 'keeps its versions'),
      entity.materialized_from &&
        h('span', { class: 'badge' }, `kept by rollup ${entity.materialized_from}`),
    ),
    h(
      'div',
      { class: 'card__body stack' },
      h(
        'dl',
        { class: 'facts' },
        [...entity.keys, ...entity.index_keys].flatMap((key) => [
          h('dt', { key: key.name, class: 'mono' }, key.name),
          h(
            'dd',
            { key: `${key.name}=`, class: 'mono' },
            key.template,
            key.each && h('span', { class: 'muted' }, ` one entry for each of ${key.each}`),
          ),
        ]),
      ),
    ),
    h(
      'div',
      { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': 'Attributes' },
      h(
        'table',
        { class: 'table' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ['Attribute', 'Type', 'Rules', 'What it is'].map((text) =>
              h('th', { key: text, scope: 'col' }, text),
            ),
          ),
        ),
        h('tbody', null, entity.attributes.map(line)),
      ),
    ),
  );
}

export function open({ table }, query) {
  const state = { entity: query.entity ?? '' };
  const held = load(Promise.all([tableSchema(table), decodedSample(table)]));
  const choose = (entity) => {
    state.entity = entity;
    note(`/t/${segment(table)}/entities`, { entity }, { replace: false });
    redraw();
  };
  const itemHref = (schema, item) =>
    link(`/t/${segment(table)}/items`, { sel: JSON.stringify(keyOfItem(schema, item)) });

  function rowsCard(schema, entity, rows) {
    const own = rows.filter((row) => row.entity === entity.name);
    const names = entity.attributes
      .map((each) => each.name)
      .filter(
        (name) =>
          name !== entity.id &&
          own.some((row) => row.item[name]) &&
          !schema.keyNames.includes(name),
      )
      .slice(0, 6);
    const hasState = Boolean(entity.lifecycle) || own.some((row) => !row.own);
    const line = (row, i) =>
      h(
        'tr',
        { key: i },
        h(
          'td',
          { class: 'mono nowrap' },
          h(
            'a',
            { href: itemHref(schema, row.item) },
            row.id ?? Object.values(row.variables).join(' · '),
          ),
        ),
        hasState &&
          h(
            'td',
            null,
            !row.own && h('span', { class: 'badge' }, 'other side'),
            entity.lifecycle &&
              row.item[entity.lifecycle.attribute] &&
              statePill(entity.lifecycle, row.item[entity.lifecycle.attribute].S),
          ),
        names.map((name) =>
          h('td', { key: name, class: 'mono nowrap' }, cellContent(schema, name, row.item[name])),
        ),
      );
    return h(
      'section',
      { class: 'card' },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, `${plural(own.length, entity.name)}`),
        h('span', { class: 'muted small' }, 'of the first items of the table'),
      ),
      own.length === 0
        ? h('div', { class: 'card__body' }, h('p', { class: 'muted' }, 'None among them.'))
        : h(
            'div',
            { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': 'Items' },
            h(
              'table',
              { class: 'table' },
              h(
                'thead',
                null,
                h(
                  'tr',
                  null,
                  h('th', { scope: 'col' }, entity.id || 'key'),
                  hasState && h('th', { scope: 'col' }, entity.lifecycle ? 'state' : 'row'),
                  names.map((name) => h('th', { key: name, scope: 'col' }, name)),
                ),
              ),
              h('tbody', null, own.slice(0, 50).map(line)),
            ),
          ),
    );
  }

  function body([schema, { rows, isAll }]) {
    if (schema.entities.length === 0)
      return h(
        'section',
        { class: 'card' },
        empty(
          'flow',
          'No model',
          'A model tells the entities of a table apart; this table has none.',
          h('a', { class: 'btn', href: link('/models') }, 'Models'),
        ),
      );
    const entity = schema.entities.find((each) => each.name === state.entity) ?? schema.entities[0];
    const unknown = rows.filter((row) => !row.entity).length;
    // That none was among the first items does not say that there is none.
    const found = (name) => {
      const n = rows.filter((row) => row.entity === name).length;
      return n === 0 && !isAll ? '–' : count(n);
    };
    return h(
      'div',
      { class: 'cols cols--entities' },
      h(
        'section',
        { class: 'card entitylist' },
        h(
          'div',
          { class: 'card__head' },
          h('h2', null, 'Entities'),
          h(
            'span',
            { class: 'muted small' },
            isAll ? `${count(rows.length)} items` : `first ${count(rows.length)} items`,
          ),
        ),
        schema.entities.map((each) =>
          h(
            'button',
            {
              type: 'button',
              key: each.name,
              class: 'relline entitybtn',
              'aria-current': each === entity ? 'true' : null,
              onclick: () => choose(each.name),
            },
            entityMark(schema, each.name),
            h('span', { class: 'push num muted' }, found(each.name)),
          ),
        ),
        unknown > 0 &&
          h(
            'div',
            { class: 'relline muted' },
            'of no entity',
            h('span', { class: 'push' }, count(unknown)),
          ),
      ),
      h(
        'div',
        { class: 'stack stack--4' },
        rowsCard(schema, entity, rows),
        shapeCard(schema, entity),
      ),
    );
  }
  const schema = () => held.value?.[0];
  return {
    title: `${table} entities`,
    section: 'tables',
    view: () => page(tableHead(table, schema(), 'entities'), scrollBody(loaded(held, body))),
  };
}
