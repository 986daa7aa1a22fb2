// The server itself: whether it is well and why not, its clock, how to reach it.
import { h } from '../core/dom.js';
import { app, load, toast } from '../core/app.js';
import { rest } from '../api/call.js';
import { tableList } from '../api/schema.js';
import { bytes, count, date } from '../core/words.js';
import { button, copyText, crumbs, loaded, notice, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';

const tile = (label, value, text) =>
  h(
    'div',
    { class: 'tile', key: label },
    h('span', { class: 'tile__label' }, label),
    h('span', { class: 'tile__value' }, value),
    text && h('span', { class: 'tile__note' }, text),
  );

function ways() {
  const at = location.origin;
  return [
    ['AWS CLI', `aws dynamodb list-tables --endpoint-url ${at} --region us-east-1`],
    ['JavaScript', `new DynamoDBClient({ endpoint: '${at}', region: 'us-east-1' })`],
    ['Python', `boto3.client("dynamodb", endpoint_url="${at}", region_name="us-east-1")`],
    ['Models', `curl ${at}/api/`],
  ];
}

export function open() {
  const held = load(Promise.all([rest('GET', '/api/clock'), tableList()]));
  function body([clock, tables]) {
    const health = app.health ?? {};
    const items = tables.reduce((sum, each) => sum + (each.table.ItemCount ?? 0), 0);
    const size = tables.reduce((sum, each) => sum + (each.table.TableSizeBytes ?? 0), 0);
    const isWell = health.status === 'ok';
    return [
      !isWell &&
        health.status &&
        notice('warn', [`The server is ${health.status}. `, health.reason, health.reads]),
      clock.doubt &&
        notice('warn', [
          'The date is doubted: ',
          clock.doubt,
          '. What expires waits until it is believed (partita clock, docs/OPERATING.md).',
        ]),
      h(
        'div',
        { class: 'tiles', key: 'tiles' },
        tile(
          'State',
          isWell
            ? h('span', { class: 'good' }, 'well')
            : h('span', { class: 'warn' }, health.status ?? '…'),
          `writes are ${health.writes ?? '…'}`,
        ),
        tile(
          'Engine',
          health.engine ?? '…',
          health.durability === 'synced'
            ? 'every write is on disk before it is acknowledged'
            : health.durability,
        ),
        tile('Tables', count(tables.length), `${count(items)} items`),
        tile('Size', bytes(size), 'of all items'),
        tile(
          'Version',
          app.config.version,
          app.config.auth === 'none' ? 'no access keys' : 'clients need an access key',
        ),
      ),
      h(
        'section',
        { class: 'card', key: 'clock' },
        h(
          'div',
          { class: 'card__head' },
          h('h2', null, 'Date'),
          h(
            'span',
            { class: `badge ${clock.state === 'believed' ? 'badge--good' : 'badge--warn'}` },
            clock.state,
          ),
        ),
        h('div', { class: 'card__body' }, h('p', { class: 'mono' }, date(Date.parse(clock.date)))),
      ),
      h(
        'section',
        { class: 'card', key: 'ways' },
        h('div', { class: 'card__head' }, h('h2', null, 'Reach it from a program')),
        h(
          'div',
          { class: 'card__body stack' },
          ways().map(([name, text]) =>
            h(
              'div',
              { class: 'row', key: name },
              h('span', { class: 'muted small waysname' }, name),
              h('pre', { class: 'code code--line grow', tabindex: '0' }, h('code', null, text)),
              button('Copy', {
                small: true,
                quiet: true,
                icon: 'copy',
                'aria-label': `Copy ${name}`,
                onclick: () => copyText(text, () => toast('Copied')),
              }),
            ),
          ),
        ),
      ),
    ];
  }
  return {
    title: 'Server',
    section: 'server',
    view: () =>
      page(
        pageHead({ crumbs: crumbs({ text: 'Server' }), meta: [location.origin] }),
        scrollBody(loaded(held, body)),
      ),
  };
}
