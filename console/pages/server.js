// The server itself: whether it is well and why not, what it uses, who else is there, how to reach it.
import { h } from '../core/dom.js';
import { app, canWrite, toast } from '../core/app.js';
import { follow } from '../core/poll.js';
import { link } from '../core/router.js';
import { rest, text } from '../api/call.js';
import { tableList } from '../api/schema.js';
import { bytes, count, date, duration, plural } from '../core/words.js';
import { badge, button, copyText, crumbs, loaded, notice, pageHead } from '../parts/bits.js';
import { bars } from '../parts/charts.js';
import { page, scrollBody } from '../parts/frame.js';
import { confirm } from '../parts/overlay.js';
import { card, tile, tiles } from '../parts/tiles.js';
import { checkCard } from '../server/check_card.js';
import { clusterCard } from '../server/cluster_card.js';
import { parseMetrics } from '../server/figures.js';

const REFRESH_MS = 3000;
const ALONE = { shared: false, servers: [], free_leases: [] };
const DURABLE = {
  synced: 'every write is on the disk before it is acknowledged',
  relaxed: 'the last writes may be lost in a crash',
  external: 'a write is as safe as PostgreSQL makes it',
  none: 'lost when the server stops',
};

function ways() {
  const at = location.origin;
  return [
    ['AWS CLI', `aws dynamodb list-tables --endpoint-url ${at} --region us-east-1`],
    ['JavaScript', `new DynamoDBClient({ endpoint: '${at}', region: 'us-east-1' })`],
    ['Python', `boto3.client("dynamodb", endpoint_url="${at}", region_name="us-east-1")`],
    ['Go', `dynamodb.Options{BaseEndpoint: aws.String("${at}"), Region: "us-east-1"}`],
    ['Models', `curl ${at}/api/`],
    ['Prometheus', `${at}/metrics`],
  ];
}

async function readServer() {
  const [clock, tables, metrics, check, faults, { jobs }, cluster] = await Promise.all([
    rest('GET', '/api/clock'),
    tableList(),
    text('/metrics').then(parseMetrics),
    rest('GET', '/api/check'),
    rest('GET', '/api/faults').catch(() => ({ allowed: false, rules: [] })),
    rest('GET', '/api/jobs'),
    rest('GET', '/api/cluster').catch(() => ALONE),
  ]);
  return { clock, tables, metrics, check, faults, jobs, cluster };
}

function troubles({ clock, faults }, act) {
  const health = app.health ?? {};
  return [
    health.status &&
      health.status !== 'ok' &&
      notice('warn', [`The server is ${health.status}. `, health.reason, health.reads]),
    clock.doubt &&
      notice(
        'warn',
        [
          'The server doubts the date: ',
          clock.doubt,
          '. Expiry and leases wait until it is confirmed.',
        ],
        canWrite() &&
          button('The date is right…', {
            small: true,
            onclick: () =>
              confirm({
                title: 'Is this date right?',
                text: `The machine says ${date(Date.now()).slice(0, 19)} UTC by this browser. What was due in the meantime happens within seconds, and most of it cannot be undone.`,
                action: 'It is right',
                run: () => act('POST', '/api/clock:accept', 'The date is confirmed'),
              }),
          }),
      ),
    faults.on &&
      notice(
        'warn',
        `Some requests are answered wrongly on purpose (${plural(faults.rules.length, 'rule')}): somebody tests a program.`,
        canWrite() &&
          button('End it', {
            small: true,
            onclick: () => act('DELETE', '/api/faults', 'Requests are answered as they should be'),
          }),
      ),
  ];
}

function figures({ tables, metrics }) {
  const health = app.health ?? {};
  const isWell = health.status === 'ok';
  const sum = (of) => tables.reduce((total, each) => total + (of(each.table) ?? 0), 0);
  const begun = metrics.sum('process_start_time_seconds') * 1000;
  return tiles(
    tile('State', isWell ? 'healthy' : (health.status ?? '…'), {
      text: `writes are ${health.writes ?? '…'}`,
      kind: isWell ? 'good' : 'warn',
    }),
    tile('Up for', duration(Date.now() - begun), { text: `since ${date(begun).slice(0, 16)} UTC` }),
    tile('Engine', health.engine ?? '…', { text: DURABLE[health.durability] ?? health.durability }),
    tile('Tables', count(tables.length), {
      text: `${plural(
        sum((each) => each.ItemCount),
        'item',
      )}, ${bytes(sum((each) => each.TableSizeBytes))}`,
      href: link('/'),
    }),
    tile('Memory', bytes(metrics.sum('process_resident_memory_bytes')), {
      text: `${plural(metrics.sum('process_threads'), 'thread')}, ${plural(metrics.sum('process_open_fds'), 'open file')}`,
      href: link('/metrics'),
    }),
    tile('Connections', count(metrics.sum('partita_connections')), {
      text: `${count(metrics.sum('partita_connections_refused_total'))} refused, ${count(metrics.sum('partita_connections_max'))} at most`,
      href: link('/metrics'),
    }),
  );
}

function barCard(title, rows, note) {
  if (rows.length === 0) return null;
  return card(title, { note }, h('div', { class: 'card__body' }, bars(rows, title)));
}

// What is on the disk, and what is in memory of it: engines tell different things.
function storage(metrics) {
  const rows = (list) =>
    list
      .filter(([, value]) => value > 0)
      .sort((a, b) => b[1] - a[1])
      .map(([label, value]) => ({ key: label, label, parts: [value], text: bytes(value) }));
  const stored = metrics
    .all('partita_stored_bytes')
    .map(({ labels, value }) => [labels.part, value]);
  const room = metrics.sum('partita_block_cache_capacity_bytes');
  return [
    barCard('On the disk', rows(stored), 'about, measured once a minute'),
    barCard(
      'In memory',
      rows([
        ['values', metrics.sum('partita_value_cache_bytes')],
        ['blocks', metrics.sum('partita_block_cache_bytes')],
        ['not yet in files', metrics.sum('partita_memtable_bytes')],
      ]),
      room ? `blocks take up to ${bytes(room)}, values as much` : null,
    ),
  ];
}

function jobsCard({ jobs }) {
  const of = (test) => jobs.filter(test).length;
  const failing = jobs.filter((job) => job.error);
  return card(
    'Background jobs',
    { more: [h('a', { class: 'push small', href: link('/jobs') }, 'All jobs')] },
    h(
      'div',
      { class: 'card__body stack' },
      h(
        'p',
        { class: 'row row--wrap small' },
        badge(plural(jobs.length, 'job')),
        badge(`${of((job) => job.state === 'running')} at work`),
        badge(
          `${of((job) => job.state === 'paused')} paused`,
          of((job) => job.state === 'paused') > 0 ? 'warn' : '',
        ),
        badge(`${failing.length} failing`, failing.length > 0 ? 'bad' : ''),
      ),
      failing
        .slice(0, 3)
        .map((job) =>
          h('p', { class: 'small', key: job.name }, [
            h('span', { class: 'mono' }, job.name),
            ' ',
            h('span', { class: 'bad' }, job.error),
          ]),
        ),
    ),
  );
}

function dateCard(clock) {
  return card(
    'Date',
    { more: [clock.state === 'believed' ? badge('trusted', 'good') : badge(clock.state, 'warn')] },
    h(
      'p',
      { class: 'card__body small' },
      h('span', { class: 'mono' }, date(Date.parse(clock.date)).replace('.000', '')),
      h('span', { class: 'muted' }, ', by which items expire and leases end'),
    ),
  );
}

function waysCard() {
  return card(
    'Reach it from a program',
    { note: app.config.auth === 'none' ? 'any access key will do' : 'with an access key' },
    h(
      'div',
      { class: 'card__body stack' },
      ways().map(([name, line]) =>
        h(
          'div',
          { class: 'row', key: name },
          h('span', { class: 'muted small waysname' }, name),
          h('pre', { class: 'code code--line grow', tabindex: '0' }, h('code', null, line)),
          button('Copy', {
            small: true,
            quiet: true,
            icon: 'copy',
            'aria-label': `Copy ${name}`,
            onclick: () => copyText(line, () => toast('Copied')),
          }),
        ),
      ),
    ),
  );
}

export function open() {
  const server = follow(readServer, REFRESH_MS);
  const act = async (method, path, said) => {
    try {
      await rest(method, path);
      if (said) toast(said);
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
    server.again();
  };
  const body = (found) => [
    troubles(found, act),
    figures(found),
    clusterCard(found.cluster),
    h(
      'div',
      { class: 'cols cols--2', key: 'cols' },
      checkCard(found.check, (word) => act('POST', `/api/check:${word}`)),
      jobsCard(found),
      storage(found.metrics),
      dateCard(found.clock),
    ),
    waysCard(),
  ];
  return {
    title: 'Server',
    section: 'server',
    close: server.close,
    view: () =>
      page(
        pageHead({
          crumbs: crumbs({ text: 'Server' }),
          meta: [
            location.origin,
            `partita ${app.config.version}`,
            app.config.auth === 'none' ? 'no access keys' : 'access keys',
          ].map((word) => h('span', { key: word }, word)),
        }),
        scrollBody(loaded(server.held, body)),
      ),
  };
}
