// What a table was asked for against what it has, minute by minute; and what scales it.
import { h } from '../core/dom.js';
import { app, canWrite, load, redraw, toast } from '../core/app.js';
import { note, segment } from '../core/router.js';
import { rest, scaling } from '../api/call.js';
import { tableSchema } from '../api/schema.js';
import { clock, count, date, since, units } from '../core/words.js';
import { badge, button, loaded, segmented } from '../parts/bits.js';
import { legend, lineChart } from '../parts/charts.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';
import { confirm } from '../parts/overlay.js';
import { openScaling, stopScaling } from '../tables/scaling.js';

const SPANS = [
  ['1h', 'Hour'],
  ['6h', '6 hours'],
  ['24h', 'Day'],
];
const REFRESH_MS = 10_000;
const POINTS_MAX = 120;
const DIRECTIONS = [
  ['reads', 'Reads', 'read units a second'],
  ['writes', 'Writes', 'write units a second'],
];

const mean = (list) => list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length);
const most = (list) => Math.max(0, ...list);
const total = (list) => list.reduce((sum, each) => sum + each, 0);

// Neighbours become one point: the busiest minute counts, because it is what is refused.
function thinned(values, join) {
  const size = Math.ceil(values.length / POINTS_MAX);
  const points = [];
  for (let i = 0; i < values.length; i += size) points.push(join(values.slice(i, i + size)));
  return points;
}

// The targets of a table and its indexes, with the share of use that each is held to.
async function readScaling(table) {
  if (app.config.auth !== 'none') return null;
  const [targets, policies, activities] = await Promise.all([
    scaling('DescribeScalableTargets', {}),
    scaling('DescribeScalingPolicies', {}),
    scaling('DescribeScalingActivities', { ResourceId: `table/${table}`, MaxResults: 10 }),
  ]);
  const isOurs = ({ ResourceId }) =>
    ResourceId === `table/${table}` || ResourceId.startsWith(`table/${table}/`);
  const policyOf = (target) =>
    policies.ScalingPolicies.find(
      (each) =>
        each.ResourceId === target.ResourceId &&
        each.ScalableDimension === target.ScalableDimension,
    );
  return {
    targets: targets.ScalableTargets.filter(isOurs).map((each) => ({
      ...each,
      policy: policyOf(each),
    })),
    activities: activities.ScalingActivities,
  };
}

function stat(label, value, unit) {
  return h(
    'span',
    { class: 'stat', key: label },
    h('span', { class: 'muted' }, label),
    h('b', null, value),
    unit && h('span', { class: 'muted' }, unit),
  );
}

function directionCard({ name, title, unit, figures, labels, cross }) {
  const has = most(figures.provisioned) > 0;
  const refused = total(figures.throttled);
  const series = [
    { name: 'consumed', values: thinned(figures.consumed, most) },
    has && { name: 'provisioned', values: thinned(figures.provisioned, most) },
  ].filter(Boolean);
  const used = has ? mean(figures.consumed) / Math.max(1e-9, mean(figures.provisioned)) : 0;
  const say = (value) =>
    value > 0 && value < 1 ? String(Number(value.toPrecision(2))) : units(value);
  return h(
    'section',
    { class: 'card', key: name, 'aria-label': title },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, title),
      h('span', { class: 'muted small' }, unit),
      legend(series),
    ),
    h(
      'div',
      { class: 'card__body' },
      lineChart({ series, labels, say, state: cross, title: `${title}, ${unit}` }),
    ),
    h(
      'div',
      { class: 'card__foot row--stats' },
      stat('mean', say(mean(figures.consumed)), 'units/s'),
      stat('busiest minute', say(most(figures.consumed)), 'units/s'),
      has && stat('used', `${count(Math.round(used * 100))} %`),
      has && stat('provisioned now', count(figures.provisioned.at(-1)), 'units/s'),
      h(
        'span',
        { class: `push stat${refused > 0 ? ' bad' : ''}`, key: 'refused' },
        refused > 0 ? `${count(refused)} throttled` : 'none throttled',
      ),
    ),
  );
}

const isByRequest = (schema) => schema.table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST';

const whatOf = ({ ResourceId, ScalableDimension }) =>
  `${/Read/.test(ScalableDimension) ? 'reads' : 'writes'} of ${ResourceId.split('/')[3] ?? 'the table'}`;

function targetRow(each, table, again) {
  const tracked = each.policy?.TargetTrackingScalingPolicyConfiguration;
  return h(
    'tr',
    { key: each.ResourceId + each.ScalableDimension },
    h('td', { class: 'cell-title medium' }, whatOf(each)),
    h('td', { class: 'num', 'data-label': 'From' }, count(each.MinCapacity)),
    h('td', { class: 'num', 'data-label': 'To' }, count(each.MaxCapacity)),
    h(
      'td',
      { class: 'num', 'data-label': 'Held at' },
      tracked ? `${count(tracked.TargetValue)} %` : 'no policy',
    ),
    h(
      'td',
      { class: 'num cell-end' },
      canWrite() &&
        h(
          'span',
          { class: 'row row--acts' },
          button('Change…', {
            small: true,
            quiet: true,
            'aria-label': `Change the scaling of the ${whatOf(each)}`,
            onclick: () => openScaling(table, again, each),
          }),
          button('Stop…', {
            small: true,
            quiet: true,
            'aria-label': `Stop the scaling of the ${whatOf(each)}`,
            onclick: () =>
              confirm({
                title: 'Stop the scaling?',
                text: `The ${whatOf(each)} stay at the capacity that they have now.`,
                action: 'Stop',
                run: () =>
                  stopScaling(each).then(again, (error) => toast(error.message, { kind: 'bad' })),
              }),
          }),
        ),
    ),
  );
}

function scalingCard(found, schema, again) {
  if (!found) return null;
  const { targets, activities } = found;
  const isProvisioned = !isByRequest(schema);
  return h(
    'section',
    { class: 'card', key: 'scaling', 'aria-label': 'Auto scaling' },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, 'Auto scaling'),
      canWrite() &&
        isProvisioned &&
        h(
          'span',
          { class: 'push' },
          button('Scale…', { small: true, onclick: () => openScaling(schema, again) }),
        ),
    ),
    targets.length === 0
      ? h(
          'p',
          { class: 'card__body muted' },
          isProvisioned
            ? 'Nothing scales this table: it has what it is provisioned with.'
            : 'The table is paid by request: there is nothing to scale. ',
          isProvisioned && [
            ' A model does it with ',
            h('code', { key: 'c' }, 'scale_to'),
            ' in its billing.',
          ],
        )
      : h(
          'table',
          { class: 'table table--stack' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              h('th', { scope: 'col' }, 'What'),
              ['From', 'To', 'Held at'].map((text) =>
                h('th', { key: text, scope: 'col', class: 'num' }, text),
              ),
              h('th', { scope: 'col' }, h('span', { class: 'sr' }, 'Actions')),
            ),
          ),
          h(
            'tbody',
            null,
            targets.map((each) => targetRow(each, schema, again)),
          ),
        ),
    activities.length > 0 &&
      h(
        'ol',
        {
          class: 'card__body card__body--pad versions stack stack--1 small',
          'aria-label': 'Lately',
        },
        activities.map((each) =>
          h(
            'li',
            { key: each.ActivityId, class: 'row row--wrap' },
            h('span', null, each.Description),
            h(
              'span',
              { class: 'muted', title: date(each.StartTime * 1000) },
              `${since(each.StartTime * 1000)} · ${each.StatusCode.toLowerCase()}`,
            ),
          ),
        ),
      ),
  );
}

export function open({ table }, query) {
  const state = {
    last: SPANS.some(([last]) => last === query.last) ? query.last : '1h',
    index: query.index ?? '',
    cross: {},
  };
  const read = () =>
    rest('GET', '/api/capacity', { query: { table, index: state.index, last: state.last } });
  const schema = load(tableSchema(table));
  const readScaled = () => load(readScaling(table).catch(() => null));
  state.scaled = readScaled();
  const scaledAgain = async () => {
    const next = readScaled();
    await next.promise;
    state.scaled = next;
    redraw();
  };
  state.held = load(read());
  const timer = setInterval(() => {
    if (document.hidden) return;
    const next = load(read());
    next.promise.then(() => {
      if (!next.error) state.held = next;
      redraw();
    });
  }, REFRESH_MS);
  const choose = (change) => {
    Object.assign(state, change, { cross: {} });
    note(`/t/${segment(table)}/capacity`, {
      last: state.last === '1h' ? '' : state.last,
      index: state.index,
    });
    state.held = load(read());
    redraw();
  };

  function billing(found) {
    return badge(isByRequest(found) ? 'by request' : 'provisioned');
  }
  function bar(found) {
    const indexes = found.indexes.filter((each) => !each.local);
    return h(
      'div',
      { class: 'row row--wrap', key: 'bar' },
      billing(found),
      indexes.length > 0 &&
        h(
          'select',
          {
            class: 'select select--auto select--short',
            'aria-label': 'Of what',
            onchange: (event) => choose({ index: event.target.value }),
          },
          h('option', { value: '', selected: state.index === '' }, 'the table itself'),
          indexes.map((each) =>
            h(
              'option',
              { key: each.name, value: each.name, selected: state.index === each.name },
              each.name,
            ),
          ),
        ),
      h(
        'span',
        { class: 'push' },
        segmented('How far back', 'last', SPANS, state.last, (last) => choose({ last })),
      ),
    );
  }
  function charts(answer) {
    const from = Date.parse(answer.from);
    const moments = answer.reads.consumed.map((_, i) => from + i * answer.step_seconds * 1000);
    const labels = thinned(moments, ([first]) => clock(first));
    return DIRECTIONS.map(([name, title, unit]) =>
      directionCard({ name, title, unit, figures: answer[name], labels, cross: state.cross }),
    );
  }
  const body = (found) => [
    bar(found),
    h('div', { class: 'cols cols--2', key: 'charts' }, loaded(state.held, charts)),
    loaded(state.scaled, (list) => scalingCard(list, found, scaledAgain), { lines: 2 }),
  ];
  return {
    title: `${table} capacity`,
    section: 'tables',
    close: () => clearInterval(timer),
    view: () => page(tableHead(table, schema.value, 'capacity'), scrollBody(loaded(schema, body))),
  };
}
