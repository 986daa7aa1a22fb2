// How the server is doing: rates, latencies and capacity of the last ten minutes, two hours or day.
import { h } from '../core/dom.js';
import { load, redraw } from '../core/app.js';
import { note } from '../core/router.js';
import { rest } from '../api/call.js';
import { tableList } from '../api/schema.js';
import { bytes, byteTick, clock, count, duration, moment } from '../core/words.js';
import { crumbs, empty, loaded, pageHead, segmented } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { legend, lineChart } from '../parts/charts.js';

const STEPS = [
  ['1', '10 minutes'],
  ['10', '2 hours'],
  ['60', '1 day'],
];
const REFRESH_MS = 2000;
// More would not be seen, and would be read out one by one.
const POINTS_MAX = 120;

const rate = (value) => count(value < 10 ? Math.round(value * 100) / 100 : Math.round(value));
const micros = (value) =>
  value >= 1e6
    ? duration(value / 1000)
    : value >= 1000
      ? `${count(Math.round(value / 10) / 100)} ms`
      : `${count(Math.round(value))} µs`;
// On an axis of little use, whole per cents would be the same twice.
const share = (value) => `${count(Number((value * 100).toPrecision(2)))} %`;

// name, words for people, how a value is said, [series, its words]
const OF_SERVER = [
  ['requests', 'Requests a second', rate, [['requests', 'answered']]],
  [
    'errors',
    'Errors a second',
    rate,
    [
      ['client_errors', 'client'],
      ['server_errors', 'server'],
      ['throttled', 'throttled'],
    ],
  ],
  [
    'latency',
    'Latency',
    micros,
    [
      ['latency_p50_us', 'p50'],
      ['latency_p99_us', 'p99'],
    ],
  ],
  [
    'units',
    'Capacity units a second',
    rate,
    [
      ['read_units', 'read'],
      ['write_units', 'written'],
    ],
  ],
  [
    'bytes',
    'Bytes a second',
    bytes,
    [
      ['bytes_in', 'in'],
      ['bytes_out', 'out'],
    ],
  ],
  ['cpu', 'Processor, of one core', share, [['cpu', 'used']]],
  ['memory', 'Memory', bytes, [['resident_bytes', 'resident']]],
  ['connections', 'Connections', rate, [['connections', 'open']]],
];
const OF_TABLE = [
  OF_SERVER.find(([name]) => name === 'units'),
  ['throttled', 'Throttled requests a second', rate, [['throttled', 'refused']]],
];

// Of little time the minutes are all the same.
const isShort = ({ times_ms: times }) => times.at(-1) - times[0] < 300_000;
const second = (instant) => moment(instant).slice(6);

// Neighbours become one point, their mean.
function thinned(values) {
  const size = Math.ceil(values.length / POINTS_MAX);
  if (size <= 1) return values;
  const points = [];
  for (let i = 0; i < values.length; i += size) {
    const part = values.slice(i, i + size);
    points.push(part.reduce((sum, each) => sum + each, 0) / part.length);
  }
  return points;
}

export function open(params, query) {
  const state = {
    step: STEPS.some(([step]) => step === query.step) ? query.step : '1',
    table: query.table ?? '',
    cross: {},
  };
  const read = () =>
    rest('GET', '/api/server/series', { query: { step: state.step, table: state.table } });
  const tables = load(tableList());
  state.held = load(read());
  const refresh = () => {
    if (document.hidden) return;
    const next = load(read());
    next.promise.then(() => {
      if (!next.error) state.held = next;
      redraw();
    });
  };
  const timer = setInterval(refresh, REFRESH_MS);
  const choose = (change) => {
    Object.assign(state, change, { cross: {} });
    note('/metrics', { step: state.step === '1' ? '' : state.step, table: state.table });
    state.held = load(read());
    redraw();
  };

  function chart(answer, [name, title, say, wanted]) {
    const series = wanted.map(([each, words]) => ({
      name: words,
      values: thinned(answer.series[each]),
    }));
    const last = series.map((each) => say(each.values.at(-1)));
    return h(
      'section',
      { class: 'card', key: name },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, title),
        series.length === 1 && h('span', { class: 'count' }, last[0]),
        legend(series),
      ),
      h(
        'div',
        { class: 'card__body' },
        // One cross for all charts: what happened at the same time stands below each other.
        lineChart({
          series,
          labels: thinned(answer.times_ms).map(isShort(answer) ? second : clock),
          say,
          ...(say === bytes ? { tick: byteTick, isBinary: true } : {}),
          state: state.cross,
          title,
        }),
      ),
    );
  }

  function body(answer) {
    if (answer.times_ms.length < 2) {
      const [, words] = STEPS.find(([step]) => step === state.step);
      return h(
        'section',
        { class: 'card' },
        empty('gauge', 'Not yet', `The server has just been started: ${words} are still to come.`),
      );
    }
    const charts = state.table ? OF_TABLE : OF_SERVER;
    return h(
      'div',
      { class: 'widgets' },
      h(
        'div',
        null,
        charts.map((each) => chart(answer, each)),
      ),
    );
  }

  const tableChoice = () =>
    h(
      'select',
      {
        key: 'table',
        class: 'select select--auto select--short',
        'aria-label': 'Of what',
        onchange: (event) => choose({ table: event.target.value }),
      },
      h('option', { value: '', selected: state.table === '' }, 'the whole server'),
      (tables.value ?? []).map(({ table }) =>
        h(
          'option',
          {
            key: table.TableName,
            value: table.TableName,
            selected: state.table === table.TableName,
          },
          table.TableName,
        ),
      ),
    );
  return {
    title: 'Metrics',
    section: 'metrics',
    close: () => clearInterval(timer),
    view: () =>
      page(
        pageHead({
          crumbs: crumbs({ text: 'Metrics' }),
          meta: [h('span', { key: 1 }, 'for Prometheus at ', h('code', null, '/metrics'))],
          actions: [
            tableChoice(),
            segmented('How far back', 'step', STEPS, state.step, (step) => choose({ step })),
          ],
        }),
        scrollBody(loaded(state.held, body)),
      ),
  };
}
