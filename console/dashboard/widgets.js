// The six kinds of widgets that a model's pages can have. Where nothing is counted they say "no data",
// never 0.
import { h } from '../core/dom.js';
import { load, redraw } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { clock, count, day, duration, parseDuration, usd } from '../core/words.js';
import { failure, roleOf, skeleton } from '../parts/bits.js';
import { bars, legend, lineChart, pie } from '../parts/charts.js';
import { tableWidget } from './table_widget.js';

const POINTS = 24;
const DAY = 864e5;

export function format(as, value) {
  if (value === null || value === undefined) return 'no data';
  const n = Number(value);
  if (as === 'percent') return `${count(Math.round(n * 1000) / 10)} %`;
  if (as === 'usd') return usd(n);
  if (as === 'duration_ms') return duration(n);
  if (as === 'seconds') return duration(n * 1000);
  return count(n);
}

// How a measure is read: as the widget says, else by its name.
function unitOf(widget, measure) {
  if (widget.as) return widget.as;
  if (/rate$|share$|ratio$/i.test(measure)) return 'percent';
  if (/seconds$/i.test(measure)) return 'seconds';
  if (/ms$/i.test(measure)) return 'duration_ms';
  if (/cost|usd|price/i.test(measure)) return 'usd';
  return '';
}

const words = (name) =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (c) => c.toUpperCase());

function read(rollup, query = {}) {
  return rest('GET', rollup.by_name, { query: { partial: 1, ...query } });
}

// A rollup that counts days has its points in its rows; one with windows is asked for one after another.
async function series(rollup, window) {
  const days = rollup.group_by.find((each) => /^day\(/.test(each.value));
  const length = parseDuration(window) ?? 7 * DAY;
  if (days) {
    const { rows } = await read(rollup);
    const from = new Date(Date.now() - length).toISOString().slice(0, 10);
    const all = [...new Set(rows.map((row) => row[days.name]))]
      .filter((each) => each && each >= from)
      .sort();
    return all.map((each) => ({
      label: day(Date.parse(each)),
      rows: rows.filter((row) => row[days.name] === each),
    }));
  }
  const step = length / POINTS;
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const ends = Array.from({ length: POINTS - 1 }, (_, i) => now - (POINTS - 2 - i) * step);
  const answers = await Promise.all(
    ends.map((until) =>
      read(rollup, {
        window: `${Math.round(step / 60_000)}m`,
        until: new Date(Math.min(until, now)).toISOString(),
      }),
    ),
  );
  return answers.map(({ rows }, i) => ({
    label: length > 2 * DAY ? `${day(ends[i])} ${clock(ends[i])}` : clock(ends[i]),
    rows,
  }));
}

// Sums, and means that weigh by how many there were: what a comparison over many days needs.
function total(rollup, rows, measure) {
  const kind = rollup.measures.find((each) => each.name === measure);
  const values = rows
    .map((row) => row[measure])
    .filter((each) => each !== null && each !== undefined)
    .map(Number);
  if (values.length === 0) return null;
  if (rows.length === 1) return values[0];
  const sum = values.reduce((a, b) => a + b, 0);
  if (kind.kind === 'count' || kind.kind === 'sum') return sum;
  if (kind.kind === 'min') return Math.min(...values);
  if (kind.kind === 'max') return Math.max(...values);
  const counted = rollup.measures.find((each) => each.kind === 'count')?.name;
  const weights = rows
    .filter((row) => row[measure] !== null && row[measure] !== undefined)
    .map((row) => Number(row[counted] ?? 1));
  const weight = weights.reduce((a, b) => a + b, 0);
  return weight === 0 ? null : values.reduce((a, value, i) => a + value * weights[i], 0) / weight;
}

// A rollup without windows keeps days: a window is then a choice of them.
function within(rollup, rows, window) {
  const days = rollup.group_by.find((each) => /^day\(/.test(each.value));
  const length = parseDuration(window);
  if (!days || !length) return rows;
  const from = new Date(Date.now() - length).toISOString().slice(0, 10);
  return rows.filter((row) => row[days.name] >= from);
}

export function newWidget(shape, spec, state) {
  const rollup = shape.rollups.find((each) => each.name === spec.rollup);
  const widget = { shape, spec, rollup, cross: {}, held: null };
  const windowOf = () =>
    spec.window && state.window && rollup?.windows.includes(state.window)
      ? state.window
      : spec.window;
  const fetching = () => {
    if (spec.kind === 'table') return tableWidget.load(widget);
    if (spec.kind === 'line') return series(rollup, windowOf());
    return read(rollup, rollup.windows.length > 0 && windowOf() ? { window: windowOf() } : {});
  };
  widget.window = windowOf;
  // What was there stays until the next answer is: a live page does not flicker.
  widget.reload = () => {
    const next = load(fetching());
    next.promise.then(() => {
      if (!next.error || !widget.held.value) widget.held = next;
      redraw();
    });
    widget.held ??= next;
  };
  widget.reload();
  return widget;
}

const title = (widget) =>
  widget.spec.title ?? words(widget.spec.measure ?? widget.spec.rollup ?? widget.spec.pattern);

function head(widget, extra = null) {
  const { spec } = widget;
  const source = spec.rollup
    ? `${spec.rollup}${spec.measure ? `.${spec.measure}` : ''}${widget.window() ? `, ${widget.window()}` : ''}`
    : spec.pattern;
  return h(
    'div',
    { class: 'card__head' },
    h('h2', null, title(widget)),
    h('span', { class: 'muted small' }, source),
    extra,
  );
}

const firstMeasure = (widget) => widget.spec.measure ?? widget.rollup.measures[0].name;

function itemsLink(widget, column, value) {
  const entity = widget.shape.entities.find((each) => each.name === widget.rollup.of);
  const table = widget.shape.tables.find((each) => each.name === entity?.table);
  const index = table?.indexes.find(
    (each) => each.partition.length === 1 && each.partition[0] === column,
  );
  if (!index || value === null) return null;
  return link(`/t/${segment(table.name)}/items`, {
    mode: 'query',
    index: index.name,
    [`k.${column}`]: value,
    newest: '1',
  });
}

function barWidget(widget, { rows }) {
  const { spec, rollup } = widget;
  const measure = firstMeasure(widget);
  const x = spec.x ?? rollup.group_by[0]?.name;
  const entity = widget.shape.entities.find((each) => each.name === rollup.of);
  const lifecycle = entity?.lifecycle?.attribute === x ? entity.lifecycle : null;
  const names = lifecycle ? lifecycle.states : [...new Set(rows.map((row) => row[x]))];
  const splits = spec.split ? [...new Set(rows.map((row) => row[spec.split]))].sort() : [null];
  const line = (name) => {
    const mine = rows.filter((row) => row[x] === name);
    const parts = splits.map(
      (split) =>
        total(
          rollup,
          mine.filter((row) => split === null || row[spec.split] === split),
          measure,
        ) ?? 0,
    );
    return {
      key: String(name),
      label: String(name ?? 'none'),
      parts,
      sum: parts.reduce((a, b) => a + b, 0),
      text: format(
        unitOf(spec, measure),
        parts.reduce((a, b) => a + b, 0),
      ),
      href: itemsLink(widget, x, name),
      role: lifecycle && !spec.split ? roleOf(lifecycle, name) : null,
    };
  };
  const lines = names.map(line);
  const shown = lifecycle ? lines : lines.sort((a, b) => b.sum - a.sum).slice(0, 10);
  const body = rows.length === 0 ? noData() : bars(shown, title(widget));
  return [
    head(widget, spec.split && legend(splits.map((name) => ({ name: String(name) })))),
    h(
      'div',
      { class: 'card__body' },
      body,
      lines.length > 10 &&
        !lifecycle &&
        h('p', { class: 'muted small' }, `the first 10 of ${count(lines.length)}`),
    ),
  ];
}

const noData = () => h('p', { class: 'muted' }, 'no data');

function numberWidget(widget, { rows }) {
  const measure = firstMeasure(widget);
  const value = total(widget.rollup, rows, measure);
  return [
    head(widget),
    h(
      'div',
      { class: 'card__body' },
      h('div', { class: 'tile__value' }, format(unitOf(widget.spec, measure), value)),
      h(
        'p',
        { class: 'muted small' },
        widget.rollup.measures.find((each) => each.name === measure).text,
      ),
    ),
  ];
}

function lineWidget(widget, points) {
  const { spec, rollup } = widget;
  const measure = firstMeasure(widget);
  const names = spec.split
    ? [...new Set(points.flatMap((each) => each.rows.map((row) => row[spec.split])))].sort()
    : [title(widget)];
  const lines = names.map((name) => ({
    name,
    values: points.map((each) =>
      total(
        rollup,
        each.rows.filter((row) => !spec.split || row[spec.split] === name),
        measure,
      ),
    ),
  }));
  const hasData = lines.some((each) => each.values.some((value) => value !== null));
  return [
    head(widget, spec.split && legend(lines)),
    h(
      'div',
      { class: 'card__body' },
      hasData
        ? lineChart({
            series: lines,
            labels: points.map((each) => each.label),
            say: (value) => format(unitOf(spec, measure), value),
            state: widget.cross,
            title: title(widget),
          })
        : noData(),
    ),
  ];
}

function pieWidget(widget, { rows }) {
  const measure = firstMeasure(widget);
  const column = widget.rollup.group_by[0].name;
  const parts = rows
    .map((row) => ({
      label: String(row[column] ?? 'none'),
      value: Number(row[measure] ?? 0),
      href: itemsLink(widget, column, row[column]),
    }))
    .filter((each) => each.value > 0)
    .sort((a, b) => b.value - a.value);
  const shown = parts.slice(0, 6);
  const rest6 = parts.slice(6).reduce((sum, each) => sum + each.value, 0);
  if (rest6 > 0) shown.push({ label: 'others', value: rest6 });
  return [
    head(widget),
    h(
      'div',
      { class: 'card__body' },
      parts.length === 0
        ? noData()
        : pie(
            shown.map((each) => ({ ...each, text: count(each.value) })),
            title(widget),
          ),
    ),
  ];
}

// Which of two is better: more of what is good, less of what is not.
const lessIsBetter = (measure) => /fail|error|duration|seconds|ms$|cost|retr|lag/i.test(measure);

function compareRow(widget, measure, groups) {
  const values = groups.map((each) => total(widget.rollup, each.rows, measure));
  const known = values.filter((value) => value !== null);
  const best =
    known.length > 1 ? (lessIsBetter(measure) ? Math.min(...known) : Math.max(...known)) : null;
  const max = Math.max(1e-9, ...known);
  return h(
    'tr',
    { key: measure },
    h('th', { scope: 'row' }, words(measure)),
    values.map((value, i) =>
      h(
        'td',
        { key: i, class: 'num' },
        h(
          'span',
          { class: 'stack stack--1' },
          h(
            'span',
            { class: value === best && known.some((each) => each !== best) ? 'strong' : '' },
            format(unitOf({}, measure), value),
          ),
          h(
            'span',
            { class: 'bars__track', 'aria-hidden': 'true' },
            h('span', {
              class: `bars__fill s${(i % 6) + 1}`,
              style: { width: `${((value ?? 0) / max) * 100}%` },
            }),
          ),
        ),
      ),
    ),
  );
}

function compareWidget(widget, { rows }) {
  const { spec, rollup } = widget;
  const chosen = within(rollup, rows, spec.window);
  const names = [...new Set(chosen.map((row) => row[spec.by]))].sort().slice(0, 6);
  const groups = names.map((name) => ({
    name,
    rows: chosen.filter((row) => row[spec.by] === name),
  }));
  const measures = spec.measures ?? rollup.measures.map((each) => each.name);
  return [
    head(widget),
    names.length === 0
      ? h('div', { class: 'card__body' }, noData())
      : h(
          'div',
          { class: 'table-wrap' },
          h(
            'table',
            { class: 'table versus' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                h('th', { scope: 'col' }, 'Measure'),
                names.map((name, i) =>
                  h(
                    'th',
                    { key: name, scope: 'col', class: 'num' },
                    h('span', { class: `series s${(i % 6) + 1}` }, String(name)),
                  ),
                ),
              ),
            ),
            h(
              'tbody',
              null,
              measures.map((measure) => compareRow(widget, measure, groups)),
            ),
          ),
        ),
  ];
}

export function widgetView(widget) {
  const { held, spec } = widget;
  if (held.error && !held.value)
    return [head(widget), h('div', { class: 'card__body' }, failure(held.error))];
  if (held.value === undefined)
    return [head(widget), h('div', { class: 'card__body' }, held.slow ? skeleton(4) : null)];
  const kinds = {
    bar: barWidget,
    number: numberWidget,
    line: lineWidget,
    pie: pieWidget,
    compare: compareWidget,
    table: tableWidget.view,
  };
  return kinds[spec.kind](widget, held.value, head);
}
