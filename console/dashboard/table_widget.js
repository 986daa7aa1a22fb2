// A table of a dashboard: what a pattern answers, with the actions that the page declares for each row.
import { h } from '../core/dom.js';
import { canWrite, redraw, toast } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { brief, typeOf } from '../api/typed.js';
import { cut, date, moment } from '../core/words.js';
import { button, statePill } from '../parts/bits.js';
import { runWrite } from '../models/write_form.js';

const COLUMNS_MAX = 5;

async function loadRows(widget) {
  const { spec, shape } = widget;
  const pattern = shape.patterns.find((each) => each.name === spec.pattern);
  return rest('GET', pattern.by_name, { query: { ...spec.params, limit: spec.limit, typed: 1 } });
}

// Times, states and texts that tell something; keys and blobs come last.
function columnsFor(entity, items) {
  const first = items[0] ?? {};
  const rank = (name) => {
    const rule = entity?.attributes.find((each) => each.name === name);
    if (name === entity?.id) return 0;
    if (entity?.lifecycle?.attribute === name) return 1;
    if (rule?.kind === 'timestamp') return rule.filled ? 2 : 4;
    if (/error|reason|message|name|title/i.test(name)) return 3;
    if (rule?.kind === 'enum') return 5;
    return 8;
  };
  const known = Object.keys(first)
    .filter((name) => !['M', 'L', 'B'].includes(typeOf(first[name])) || /error/i.test(name))
    .filter((name) => !entity?.row_keys?.includes(name));
  return known.sort((a, b) => rank(a) - rank(b)).slice(0, COLUMNS_MAX);
}

function cellOf(entity, name, value) {
  if (value === undefined) return h('span', { class: 'muted' }, '–');
  const rule = entity?.attributes.find((each) => each.name === name);
  if (entity?.lifecycle?.attribute === name) return statePill(entity.lifecycle, value.S, true);
  if (rule?.kind === 'timestamp') {
    const content = Object.values(value)[0];
    const instant =
      rule.encoding === 'epoch_s'
        ? Number(content) * 1000
        : rule.encoding === 'epoch_ms'
          ? Number(content)
          : Date.parse(content);
    return Number.isNaN(instant)
      ? brief(value)
      : h('span', { class: 'nowrap', title: date(instant) }, moment(instant).slice(0, 11));
  }
  if (typeOf(value) === 'M' && value.M.code) return value.M.code.S;
  return cut(brief(value), 48);
}

// Of ARNs and composed keys the end tells them apart, of others the beginning is enough.
const shortId = (text) =>
  text.length > 16 && /[:/#]/.test(text) ? `…${text.slice(-13)}` : cut(text, 14);

// The last one takes what is left of the width.
const classOf = (i, n) =>
  i === 0
    ? 'cell-title mono nowrap'
    : i === n - 1 && n > 2
      ? 'cell-full cell-cut lastcut'
      : 'cutcell';

function rowOf(widget, pattern, entity, item, columns) {
  const actions = (widget.spec.actions ?? [])
    .map((name) => widget.shape.patterns.find((each) => each.name === name))
    .filter(Boolean);
  const known = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, Object.values(value)[0]]),
  );
  const key = widget.shape.tables.find((each) => each.name === entity?.table);
  const sel =
    key &&
    Object.fromEntries([key.partition, key.sort].filter(Boolean).map((name) => [name, item[name]]));
  const href =
    sel && Object.values(sel).every(Boolean)
      ? link(`/t/${segment(entity.table)}/items`, { sel: JSON.stringify(sel) })
      : null;
  return h(
    'tr',
    { key: JSON.stringify(sel ?? item) },
    columns.map((name, i) =>
      h(
        'td',
        { key: name, class: classOf(i, columns.length), 'data-label': i === 0 ? null : name },
        i === 0 && href
          ? h('a', { href, title: brief(item[name]) }, shortId(brief(item[name])))
          : i === columns.length - 1 && columns.length > 2
            ? h('span', { class: 'cut' }, cellOf(entity, name, item[name]))
            : cellOf(entity, name, item[name]),
      ),
    ),
    actions.length > 0 &&
      h(
        'td',
        { class: 'num' },
        actions.map((action) =>
          button(action.name.replaceAll('_', ' '), {
            key: action.name,
            small: true,
            disabled: !canWrite(),
            onclick: () => act(widget, action, known),
          }),
        ),
      ),
  );
}

function act(widget, action, known) {
  runWrite(widget.shape, action, known, () => {
    toast(`${action.name} done`);
    widget.reload();
    redraw();
  });
}

function view(widget, answer, head) {
  const pattern = widget.shape.patterns.find((each) => each.name === widget.spec.pattern);
  const entity = widget.shape.entities.find((each) => each.name === pattern.entity);
  const items = (answer.items ?? []).slice(0, widget.spec.limit ?? 10);
  const columns = columnsFor(entity, items);
  const all = link(`/m/${segment(widget.shape.name)}/patterns`, {
    run: pattern.name,
    ...Object.fromEntries(
      Object.entries(widget.spec.params).map(([name, value]) => [`p.${name}`, value]),
    ),
  });
  return [
    head(widget, [
      h('span', { class: 'count' }, `${items.length}${answer.has_more ? '+' : ''}`),
      h('a', { class: 'push small', href: all }, 'Open'),
    ]),
    items.length === 0
      ? h('div', { class: 'card__body' }, h('p', { class: 'muted' }, 'nothing here now'))
      : h(
          'div',
          { class: 'table-wrap' },
          h(
            'table',
            { class: 'table table--stack' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                columns.map((name) => h('th', { key: name, scope: 'col' }, name)),
                (widget.spec.actions ?? []).length > 0 &&
                  h('th', { scope: 'col' }, h('span', { class: 'sr' }, 'Actions')),
              ),
            ),
            h(
              'tbody',
              null,
              items.map((item) => rowOf(widget, pattern, entity, item, columns)),
            ),
          ),
        ),
  ];
}

export const tableWidget = { load: loadRows, view };
