// Rows by partition, as the table or one of its indexes sees them: which entities lie together, in which
// order.
import { h } from '../core/dom.js';
import { load, redraw } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { dynamo, rest } from '../api/call.js';
import { keyOfItem, tableSchema } from '../api/schema.js';
import { brief } from '../api/typed.js';
import { count, cut, plural } from '../core/words.js';
import { empty, entityMark, loaded, segmented } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';

const SAMPLE_ITEMS = 600;
const PARTITIONS_MAX = 20;
const ROWS_MAX = 12;

async function sample(schema, index) {
  const { Items } = await dynamo('Scan', {
    TableName: schema.name,
    ...(index ? { IndexName: index } : {}),
    Limit: SAMPLE_ITEMS,
  });
  const decoded = schema.model
    ? (
        await rest('POST', `/api/tables/${segment(schema.name)}/decode`, {
          body: JSON.stringify({ Items }),
        })
      ).items
    : Items.map(() => ({}));
  return Items.map((item, i) => ({ item, ...decoded[i] }));
}

export function open({ table }, query) {
  const state = { index: query.index ?? '', held: null };
  const schema = load(
    tableSchema(table).then((found) => {
      read(found);
      return found;
    }),
  );
  function read(found) {
    state.held = load(sample(found, state.index));
  }
  const choose = (index) => {
    state.index = index;
    note(`/t/${segment(table)}/facets`, { index }, { replace: false });
    read(schema.value);
    redraw();
  };

  function partitions(key, rows) {
    const found = new Map();
    for (const row of rows) {
      const id = key.partition.map((name) => brief(row.item[name])).join(' · ');
      if (!found.has(id)) found.set(id, []);
      found.get(id).push(row);
    }
    return [...found].sort((a, b) => b[1].length - a[1].length).slice(0, PARTITIONS_MAX);
  }

  function itemCard(found, key, row, i) {
    const at = found.entities.findIndex((each) => each.name === row.entity);
    const sort = key.sort.map((name) => (row.item[name] ? brief(row.item[name]) : '–')).join(' · ');
    const href = link(`/t/${segment(table)}/items`, {
      sel: JSON.stringify(keyOfItem(found, row.item)),
    });
    return h(
      'a',
      { key: i, class: `facet__item e-${at < 0 ? 8 : Math.min(at + 1, 8)}`, href },
      h('span', { class: 'mono cut', title: sort }, sort || brief(row.item[found.keyNames[0]])),
      h(
        'span',
        { class: 'muted tiny cut' },
        [row.entity, row.id && cut(row.id, 20)].filter(Boolean).join(' · ') || 'no entity',
      ),
    );
  }

  function rowsView(found, rows) {
    const index = found.indexes.find((each) => each.name === state.index);
    const { key } = index ?? found;
    if (rows.length === 0)
      return h(
        'section',
        { class: 'card' },
        empty(
          'table',
          'Nothing in it',
          index ? 'No item has all key attributes of this index.' : 'The table is empty.',
        ),
      );
    const used = [...new Set(rows.map((row) => row.entity).filter(Boolean))];
    return [
      used.length > 0 &&
        h(
          'div',
          { class: 'row row--wrap', key: 'legend' },
          used.map((name) => h('span', { key: name, class: 'small' }, entityMark(found, name))),
        ),
      h(
        'section',
        { class: 'card', key: 'facets' },
        h(
          'div',
          { class: 'card__head' },
          h('h2', null, `By ${key.partition.join(' and ')}`),
          key.sort.length > 0 &&
            h('span', { class: 'muted small' }, `in the order of ${key.sort.join(', then ')}`),
          h(
            'span',
            { class: 'push muted small' },
            `the first ${plural(rows.length, 'row')}, largest partitions first`,
          ),
        ),
        partitions(key, rows).map(([id, list]) =>
          h(
            'div',
            { class: 'facet', key: id },
            h(
              'div',
              { class: 'row' },
              h('code', { class: 'medium cut' }, cut(id, 80)),
              h('span', { class: 'count' }, count(list.length)),
            ),
            h(
              'div',
              { class: 'facet__row', tabindex: '0', role: 'group', 'aria-label': id },
              list.slice(0, ROWS_MAX).map((row, i) => itemCard(found, key, row, i)),
              list.length > ROWS_MAX &&
                h(
                  'span',
                  { class: 'muted small pad' },
                  `and ${count(list.length - ROWS_MAX)} more`,
                ),
            ),
          ),
        ),
      ),
    ];
  }

  function body(found) {
    const options = [['', 'Table'], ...found.indexes.map((each) => [each.name, each.name])];
    return [
      h(
        'div',
        { class: 'row', key: 'which' },
        segmented('As seen by', 'index', options, state.index, choose),
      ),
      state.held && loaded(state.held, (rows) => rowsView(found, rows)),
    ];
  }
  return {
    title: `${table} facets`,
    section: 'tables',
    view: () => page(tableHead(table, schema.value, 'facets'), scrollBody(loaded(schema, body))),
  };
}
