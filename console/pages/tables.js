// All tables: how much is in them, how they are built, which model rules them, what needs a look.
import { h } from '../core/dom.js';
import { canWrite, kept, load, redraw } from '../core/app.js';
import { follow } from '../core/poll.js';
import { link, note, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { forgetAll, modelList, tableList } from '../api/schema.js';
import { bytes, count, date, plural, since, units } from '../core/words.js';
import {
  button,
  crumbs,
  empty,
  icon,
  loaded,
  pageHead,
  segmented,
  statePill,
} from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { spark } from '../parts/spark.js';
import { readRates } from '../tables/rates.js';

const RATES_MS = 10_000;

const VIEWS = {
  NEW_AND_OLD_IMAGES: 'new and old',
  NEW_IMAGE: 'new',
  OLD_IMAGE: 'old',
  KEYS_ONLY: 'keys',
};

// What models have found in a table: items that outlasted a lease, rules that stored items break.
async function concerns(models) {
  const held = await Promise.all(
    models.map((model) => rest('GET', `/api/models/${segment(model.name)}`)),
  );
  const found = [];
  for (const model of held) {
    for (const lease of model.overdue.filter((each) => each.items > 0))
      found.push({ kind: 'stuck', model, ...lease });
    for (const name of model.tables) {
      const table = await rest('GET', `/api/tables/${segment(name)}`).catch(() => ({}));
      for (const violation of table.violations ?? [])
        found.push({ kind: 'violation', model, table: name, ...violation });
    }
  }
  return found;
}

function rulesCell(model, found) {
  if (!model) return h('span', { class: 'muted small' }, 'no rules');
  const stuck = found
    .filter((each) => each.kind === 'stuck')
    .reduce((sum, each) => sum + each.items, 0);
  const broken = found
    .filter((each) => each.kind === 'violation')
    .reduce((sum, each) => sum + each.count, 0);
  if (stuck + broken === 0) {
    return model.observed.length > 0
      ? h('span', { class: 'badge badge--warn' }, 'only observed')
      : h('span', { class: 'row good small' }, icon('check', 'sm'), 'all rules hold');
  }
  return h(
    'span',
    { class: 'row' },
    stuck > 0 && h('span', { class: 'badge badge--warn' }, `${count(stuck)} stuck`),
    broken > 0 && h('span', { class: 'badge badge--bad' }, plural(broken, 'violation')),
  );
}

function rateCell(rate) {
  if (!rate || rate.values.length < 2) return h('span', { class: 'muted' }, '–');
  const refused = rate.throttled.reduce((sum, each) => sum + each, 0);
  return h(
    'span',
    { class: 'row' },
    spark(rate.values, `Units a second in the last ten minutes, now ${units(rate.now)}`),
    h('span', { class: rate.now > 0 ? '' : 'muted' }, units(rate.now)),
    refused > 0 && h('span', { class: 'badge badge--bad' }, 'throttled'),
  );
}

function row({ table, model }, found, rates) {
  const mine = found.filter((each) => each.table === table.TableName);
  const indexes =
    (table.GlobalSecondaryIndexes ?? []).length + (table.LocalSecondaryIndexes ?? []).length;
  const stream = table.StreamSpecification?.StreamEnabled
    ? VIEWS[table.StreamSpecification.StreamViewType]
    : '–';
  return h(
    'tr',
    { key: table.TableName },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'a',
        { class: 'medium', href: link(`/t/${segment(table.TableName)}/items`) },
        table.TableName,
      ),
      table.TableStatus !== 'ACTIVE' &&
        h('span', { class: 'badge badge--accent' }, table.TableStatus.toLowerCase()),
    ),
    h('td', { class: 'num', 'data-label': 'Items' }, count(table.ItemCount ?? 0)),
    h('td', { class: 'num', 'data-label': 'Size' }, bytes(table.TableSizeBytes ?? 0)),
    h(
      'td',
      { class: 'cell-full', 'data-label': 'Units a second' },
      rateCell(rates[table.TableName]),
    ),
    h('td', { class: 'num wide-only' }, indexes),
    h('td', { class: 'soft roomy-only' }, stream),
    h(
      'td',
      { class: 'cell-full', 'data-label': 'Model' },
      model
        ? h(
            'span',
            { class: 'row' },
            h('a', { href: link(`/m/${segment(model.name)}`) }, model.name),
            h('span', { class: 'badge badge--line' }, `v${model.version}`),
          )
        : h('span', { class: 'muted' }, 'none'),
    ),
    h('td', { class: 'cell-full', 'data-label': 'Rules' }, rulesCell(model, mine)),
  );
}

function listTable(rows, found, rates) {
  return h(
    'section',
    { class: 'card', 'aria-label': 'Tables' },
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
            h('th', { scope: 'col' }, 'Name'),
            h('th', { scope: 'col', class: 'num' }, 'Items'),
            h('th', { scope: 'col', class: 'num' }, 'Size'),
            h('th', { scope: 'col' }, 'Units a second, 10 min'),
            h('th', { scope: 'col', class: 'num wide-only' }, 'Indexes'),
            h('th', { scope: 'col', class: 'roomy-only' }, 'Stream'),
            h('th', { scope: 'col' }, 'Model'),
            h('th', { scope: 'col' }, 'Rules'),
          ),
        ),
        h(
          'tbody',
          null,
          rows.map((each) => row(each, found, rates)),
        ),
      ),
    ),
    h(
      'div',
      { class: 'card__foot' },
      "Counts are exact. Units are those of all requests, the console's too.",
    ),
  );
}

function concernRow(each, i) {
  const place = link(
    `/t/${segment(each.table)}/${each.kind === 'stuck' ? 'lifecycle' : 'entities'}`,
    { entity: each.entity },
  );
  const what =
    each.kind === 'stuck'
      ? [
          h('a', { href: place }, `${plural(each.items, each.entity)}`),
          ` in ${each.state} for more than ${each.timeout} `,
        ]
      : [
          h('a', { href: place }, plural(each.count, 'write')),
          ' broke ',
          h('code', null, `${each.attribute}: ${each.rule}`),
          ' ',
        ];
  return h(
    'tr',
    { key: i },
    h(
      'td',
      null,
      each.kind === 'stuck'
        ? statePill({ initial: [], final: [], leases: [] }, each.state)
        : h('span', { class: 'badge badge--bad' }, each.code),
    ),
    h('td', null, what, h('span', { class: 'muted' }, each.table)),
    h('td', { class: 'num nowrap muted' }, since(Date.parse(each.oldest ?? each.last_seen))),
  );
}

function needALook(found) {
  if (found.length === 0) return null;
  return h(
    'section',
    { class: 'card' },
    h('div', { class: 'card__head' }, h('h2', null, 'Need a look')),
    h(
      'table',
      { class: 'table table--list' },
      h(
        'thead',
        { class: 'sr' },
        h('tr', null, h('th', null, 'What'), h('th', null, 'Where'), h('th', null, 'Since')),
      ),
      h('tbody', null, found.slice(0, 8).map(concernRow)),
    ),
  );
}

function inForce(models) {
  if (models.length === 0) return null;
  const newest = [...models].sort((a, b) => Date.parse(b.applied_at) - Date.parse(a.applied_at));
  return h(
    'section',
    { class: 'card' },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, 'Models in force'),
      h('a', { class: 'push small', href: link('/models') }, 'All models'),
    ),
    h(
      'table',
      { class: 'table table--list' },
      h(
        'thead',
        { class: 'sr' },
        h('tr', null, h('th', null, 'Model'), h('th', null, 'What'), h('th', null, 'Applied')),
      ),
      h(
        'tbody',
        null,
        newest
          .slice(0, 6)
          .map((model) =>
            h(
              'tr',
              { key: model.name },
              h(
                'td',
                { class: 'nowrap' },
                h(
                  'span',
                  { class: 'row' },
                  h('a', { href: link(`/m/${segment(model.name)}`) }, model.name),
                  h('span', { class: 'badge badge--line' }, `v${model.version}`),
                ),
              ),
              h(
                'td',
                { class: 'soft' },
                `${plural(model.entities, 'entity', 'entities')}, ${plural(model.patterns, 'pattern')}`,
              ),
              h(
                'td',
                { class: 'num nowrap muted', title: date(Date.parse(model.applied_at)) },
                since(Date.parse(model.applied_at)),
              ),
            ),
          ),
      ),
    ),
  );
}

function tourCard(models) {
  if (kept.get('tour.hidden', false) || !models.some((model) => model.model === 'rez_agent'))
    return null;
  return h(
    'a',
    { class: 'card tourcard', href: link('/tour') },
    icon('star', 'lg'),
    h(
      'span',
      { class: 'stack stack--1' },
      h('span', { class: 'medium' }, 'Five models, ten minutes'),
      h(
        'span',
        { class: 'muted small' },
        'A tour of what this server can do, on the sample data that it has now.',
      ),
    ),
    h('span', { class: 'push' }, icon('arrow')),
  );
}

function nothingYet() {
  return h(
    'section',
    { class: 'card' },
    empty(
      'table',
      'No tables yet',
      'Any DynamoDB client can make one here, or a model file, which also rules it.',
    ),
    h(
      'div',
      { class: 'card__body' },
      h(
        'pre',
        { class: 'code', tabindex: '0' },
        `aws dynamodb create-table --endpoint-url ${location.origin} --region us-east-1 \\\n    --table-name Albums --billing-mode PAY_PER_REQUEST \\\n    --attribute-definitions AttributeName=id,AttributeType=S \\\n    --key-schema AttributeName=id,KeyType=HASH\n\npartita model init shop && partita model apply shop.yaml`,
      ),
    ),
  );
}

export function open(params, query) {
  forgetAll();
  const state = { filter: query.q ?? '', show: query.show ?? 'all', found: [] };
  const tables = load(tableList());
  const models = load(modelList());
  const rates = follow(readRates, RATES_MS);
  modelList()
    .then(concerns)
    .then(
      (found) => {
        state.found = found;
        redraw();
      },
      () => {},
    );
  const choose = (change) => {
    Object.assign(state, change);
    note('/', { q: state.filter, show: state.show === 'all' ? '' : state.show });
    redraw();
  };

  function shown(all) {
    const word = state.filter.toLowerCase();
    return all.filter(
      ({ table, model }) =>
        (!word ||
          `${table.TableName} ${model?.name ?? ''} ${table.AttributeDefinitions.map((each) => each.AttributeName).join(' ')}`
            .toLowerCase()
            .includes(word)) &&
        (state.show === 'all' ||
          (state.show === 'model' && model) ||
          (state.show === 'look' && state.found.some((each) => each.table === table.TableName))),
    );
  }

  function body(all) {
    if (all.length === 0) return nothingYet();
    const looks = new Set(state.found.map((each) => each.table)).size;
    return [
      tourCard(models.value ?? []),
      h(
        'div',
        { class: 'row row--wrap', key: 'filter' },
        h(
          'label',
          { class: 'search grow' },
          h('span', { class: 'sr' }, 'Filter tables'),
          icon('search', 'sm'),
          h('input', {
            class: 'input',
            type: 'search',
            placeholder: 'Filter by name, model or key attribute',
            value: state.filter,
            oninput: (event) => choose({ filter: event.target.value }),
          }),
        ),
        segmented(
          'Which tables',
          'show',
          [
            ['all', 'All', h('span', { class: 'count' }, all.length)],
            [
              'model',
              'With a model',
              h('span', { class: 'count' }, all.filter((each) => each.model).length),
            ],
            ['look', 'Need a look', h('span', { class: 'count' }, looks)],
          ],
          state.show,
          (show) => choose({ show }),
        ),
      ),
      listTable(shown(all), state.found, rates.held.value ?? {}),
      h(
        'div',
        { class: 'cols cols--32', key: 'below' },
        needALook(state.found),
        inForce(models.value ?? []),
      ),
    ];
  }

  const meta = (all) => [
    h('span', { key: 1 }, plural(all.length, 'table')),
    h(
      'span',
      { key: 2 },
      plural(
        all.reduce((sum, each) => sum + (each.table.ItemCount ?? 0), 0),
        'item',
      ),
    ),
    h(
      'span',
      { key: 3 },
      bytes(all.reduce((sum, each) => sum + (each.table.TableSizeBytes ?? 0), 0)),
    ),
  ];
  return {
    title: 'Tables',
    section: 'tables',
    close: rates.close,
    view: () =>
      page(
        pageHead({
          crumbs: crumbs({ text: 'Tables' }),
          meta: tables.value ? meta(tables.value) : [],
          actions: canWrite()
            ? [
                button('Create table…', {
                  icon: 'plus',
                  primary: true,
                  key: 'create',
                  onclick: () => import('../tables/create.js').then((made) => made.openCreate()),
                }),
              ]
            : [],
        }),
        scrollBody(loaded(tables, body)),
      ),
  };
}
