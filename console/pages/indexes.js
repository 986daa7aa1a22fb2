// The keys of a table and its indexes, and which patterns go by them.
import { h } from '../core/dom.js';
import { load } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { dynamo } from '../api/call.js';
import { tableSchema } from '../api/schema.js';
import { bytes, count, date, since } from '../core/words.js';
import { empty, loaded, typeBadge } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';

function keyView(schema, key) {
  const part = (name) =>
    h('span', { class: 'row', key: name }, h('code', null, name), typeBadge(schema.types[name]));
  return h(
    'span',
    { class: 'row row--wrap' },
    key.partition.map(part),
    key.sort.length > 0 && h('span', { class: 'muted' }, 'then'),
    key.sort.map(part),
  );
}

function row(schema, { name, key, items, size, status, projection, local, patterns }) {
  return h(
    'tr',
    { key: name },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'span',
        { class: 'stack stack--1' },
        h(
          'a',
          {
            class: 'medium',
            href: link(`/t/${segment(schema.name)}/items`, name === 'table' ? {} : { index: name }),
          },
          name === 'table' ? 'the table itself' : name,
        ),
        local && h('span', { class: 'muted small' }, 'local'),
      ),
    ),
    h('td', { class: 'cell-full', 'data-label': 'Key' }, keyView(schema, key)),
    h('td', { class: 'num', 'data-label': 'Items' }, count(items ?? 0)),
    h('td', { class: 'num', 'data-label': 'Size' }, bytes(size ?? 0)),
    h('td', { class: 'soft', 'data-label': 'Projection' }, projection),
    h(
      'td',
      { class: 'cell-full', 'data-label': 'Patterns' },
      patterns.length === 0
        ? h(
            'span',
            { class: schema.model ? 'warn small' : 'muted small' },
            schema.model ? 'no pattern' : '–',
          )
        : h(
            'span',
            { class: 'row row--wrap' },
            patterns.slice(0, 6).map((each) =>
              h(
                'a',
                {
                  key: each.name,
                  class: 'small',
                  href: link(`/m/${segment(schema.model.name)}/patterns`, { run: each.name }),
                },
                each.name,
              ),
            ),
            patterns.length > 6 &&
              h('span', { class: 'muted small' }, `and ${patterns.length - 6} more`),
          ),
    ),
    h('td', { class: 'soft', 'data-label': 'State' }, (status ?? 'ACTIVE').toLowerCase()),
  );
}

function settings(schema, ttl) {
  const { table } = schema;
  const pairs = [
    ['Made', `${date(table.CreationDateTime * 1000)} · ${since(table.CreationDateTime * 1000)}`],
    [
      'Billing',
      table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST'
        ? 'by request'
        : `provisioned: ${table.ProvisionedThroughput?.ReadCapacityUnits} read, ${table.ProvisionedThroughput?.WriteCapacityUnits} write units`,
    ],
    [
      'Stream',
      table.StreamSpecification?.StreamEnabled
        ? table.StreamSpecification.StreamViewType.toLowerCase().replaceAll('_', ' ')
        : 'none',
    ],
    ['Expiry', ttl.TimeToLiveStatus === 'ENABLED' ? `by ${ttl.AttributeName}` : 'none'],
    ['Deletion', table.DeletionProtectionEnabled ? 'protected' : 'not protected'],
    [
      'Class',
      (table.TableClassSummary?.TableClass ?? 'STANDARD').toLowerCase().replaceAll('_', ' '),
    ],
  ];
  return h(
    'section',
    { class: 'card' },
    h('div', { class: 'card__head' }, h('h2', null, 'Settings')),
    h(
      'div',
      { class: 'card__body' },
      h(
        'dl',
        { class: 'facts' },
        pairs.flatMap(([name, text]) => [
          h('dt', { key: name }, name),
          h('dd', { key: `${name}=` }, text),
        ]),
      ),
    ),
  );
}

export function open({ table }) {
  const held = load(
    Promise.all([
      tableSchema(table),
      dynamo('DescribeTimeToLive', { TableName: table }).then(
        (answer) => answer.TimeToLiveDescription,
      ),
    ]),
  );
  function body([schema, ttl]) {
    const patternsOf = (name) =>
      schema.patterns.filter(
        (each) => each.plan?.table === schema.name && (each.plan.index ?? 'table') === name,
      );
    const rows = [
      {
        name: 'table',
        key: schema.key,
        items: schema.table.ItemCount,
        size: schema.table.TableSizeBytes,
        status: schema.table.TableStatus,
        projection: 'all attributes',
      },
      ...schema.indexes.map((each) => ({
        name: each.name,
        key: each.key,
        items: each.ItemCount,
        size: each.IndexSizeBytes,
        status: each.IndexStatus,
        local: each.local,
        projection: {
          ALL: 'all attributes',
          KEYS_ONLY: 'keys',
          INCLUDE: `keys and ${(each.Projection.NonKeyAttributes ?? []).join(', ')}`,
        }[each.Projection.ProjectionType],
      })),
    ];
    return [
      h(
        'section',
        { class: 'card', key: 'indexes' },
        h(
          'div',
          { class: 'table-wrap' },
          h(
            'table',
            { class: 'table table--roomy table--stack' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                ['Index', 'Key'].map((text) => h('th', { key: text, scope: 'col' }, text)),
                ['Items', 'Size'].map((text) =>
                  h('th', { key: text, scope: 'col', class: 'num' }, text),
                ),
                ['Projection', 'Patterns', 'State'].map((text) =>
                  h('th', { key: text, scope: 'col' }, text),
                ),
              ),
            ),
            h(
              'tbody',
              null,
              rows.map((each) => row(schema, { ...each, patterns: patternsOf(each.name) })),
            ),
          ),
        ),
        rows.length === 1 &&
          empty(
            'key',
            'No indexes',
            'An index lets a query begin with other attributes than the key of the table.',
          ),
      ),
      settings(schema, ttl),
    ];
  }
  return {
    title: `${table} indexes`,
    section: 'tables',
    view: () => page(tableHead(table, held.value?.[0], 'indexes'), scrollBody(loaded(held, body))),
  };
}
