// The access patterns of a model as forms, on live data: what each asks, by which index, what it cost.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { shapeOf, tableSchema } from '../api/schema.js';
import { count, readPrice, units } from '../core/words.js';
import { button, copyText, empty, failure, icon, loaded } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { modelHead } from '../parts/model_head.js';
import { openOverlay, closeOverlay, dialogParts } from '../parts/overlay.js';
import { cellContent, columnsOf } from '../items/grid.js';
import { fieldFor } from '../models/fields.js';
import { versionsView } from '../models/versions.js';
import { runWrite } from '../models/write_form.js';

const READS = ['get', 'query', 'collection', 'history', 'search'];
const isRead = (pattern) => READS.includes(pattern.kind);
const tokenOf = (name) => `p.${name}`;

// All items of an answer, whatever its form: one, a page, a collection, a map by an attribute.
export function itemsOf(pattern, answer) {
  if (pattern.plan.one) return [{ items: [answer] }];
  if (Array.isArray(answer.items)) return [{ items: answer.items }];
  return Object.entries(answer)
    .filter(([name, value]) => value && typeof value === 'object' && name !== 'plan')
    .map(([name, value]) => ({ name, items: Array.isArray(value) ? value : [value] }));
}

export function open({ model }, query) {
  const state = {
    chosen: query.run ?? '',
    filter: '',
    values: {},
    answer: null,
    error: null,
    busy: false,
    ms: 0,
    page: null,
    versions: {}, // Which two of an item are compared.
  };
  for (const [name, value] of Object.entries(query))
    if (name.startsWith('p.')) state.values[name.slice(2)] = value;
  const schemas = new Map();
  const held = load(
    shapeOf(model).then(async (shape) => {
      for (const table of shape.tables) schemas.set(table.name, await tableSchema(table.name));
      return shape;
    }),
  );
  const current = () => held.value?.patterns.find((each) => each.name === state.chosen) ?? null;
  const address = (options) =>
    note(
      `/m/${segment(model)}/patterns`,
      {
        run: state.chosen,
        ...Object.fromEntries(
          Object.entries(state.values)
            .filter(([, value]) => value)
            .map(([name, value]) => [tokenOf(name), value]),
        ),
      },
      options,
    );
  const lacks = (pattern) =>
    pattern.parameters.filter((each) => !state.values[each.name]).map((each) => each.name);

  async function run(token) {
    const pattern = current();
    if (!pattern?.plan || !isRead(pattern) || lacks(pattern).length > 0) return;
    address();
    Object.assign(state, { busy: true, error: null });
    redraw();
    try {
      const asked = Object.fromEntries(
        [
          ...pattern.parameters.map((each) => each.name),
          ...(pattern.range ? ['from', 'to'] : []),
          'limit',
        ].map((name) => [name, state.values[name]]),
      );
      state.answer = await rest('GET', pattern.by_name, {
        query: { ...asked, page: token, typed: 1 },
      });
      state.ms = state.answer.$ms;
    } catch (error) {
      Object.assign(state, { error, answer: null });
    }
    state.busy = false;
    redraw();
  }
  held.promise.then(() => {
    if (current() && isRead(current()) && lacks(current()).length === 0) run();
  });

  function choose(pattern) {
    Object.assign(state, {
      chosen: pattern.name,
      answer: null,
      error: null,
      values: {},
      versions: {},
    });
    address({ replace: false });
    if (isRead(pattern) && pattern.parameters.length === 0) run();
    redraw();
  }

  function listView(shape) {
    const word = state.filter.toLowerCase();
    const fits = shape.patterns.filter(
      (each) =>
        !word || each.name.includes(word) || (each.entity ?? '').toLowerCase().includes(word),
    );
    const line = (each) =>
      h(
        'a',
        {
          key: each.name,
          class: 'master__item',
          href: link(`/m/${segment(model)}/patterns`, { run: each.name }),
          'aria-current': each.name === state.chosen ? 'true' : null,
          onclick: (event) => {
            event.preventDefault();
            choose(each);
          },
        },
        h(
          'span',
          { class: 'row' },
          icon(isRead(each) ? 'bolt' : 'pencil', 'sm'),
          h('span', { class: 'medium cut grow' }, each.name),
        ),
        h(
          'span',
          { class: 'muted tiny cut' },
          `${each.kind}${each.entity ? ` ${each.entity}` : ''}${each.plan ? ` · ${each.plan.place}` : ' · not served yet'}`,
        ),
      );
    const group = (title, list) =>
      list.length > 0 && [h('div', { class: 'master__title', key: title }, title), list.map(line)];
    return h(
      'div',
      { class: 'master__list', tabindex: '0', role: 'region', 'aria-label': 'Patterns' },
      h('input', {
        class: 'input input--sm',
        type: 'search',
        placeholder: 'Filter',
        'aria-label': 'Filter patterns',
        value: state.filter,
        oninput: (event) => {
          state.filter = event.target.value;
          redraw();
        },
      }),
      group('Reading', fits.filter(isRead)),
      group(
        'Writing',
        fits.filter((each) => !isRead(each)),
      ),
    );
  }

  function formView(pattern) {
    const set = (name) => (value) => {
      state.values[name] = value;
      redraw();
    };
    const missing = lacks(pattern);
    return h(
      'form',
      {
        class: 'card__body stack stack--3',
        onsubmit: (event) => {
          event.preventDefault();
          run();
        },
      },
      h(
        'div',
        { class: 'params' },
        pattern.parameters.map((each) =>
          fieldFor(each, state.values[each.name] ?? '', set(each.name), { required: true }),
        ),
        pattern.range && [
          fieldFor(
            {
              ...pattern.range,
              values: null,
              name: 'from',
              description: `of ${pattern.range.attribute}`,
            },
            state.values.from ?? '',
            set('from'),
          ),
          fieldFor(
            { ...pattern.range, values: null, name: 'to', description: 'itself included' },
            state.values.to ?? '',
            set('to'),
          ),
        ],
        pattern.paged &&
          fieldFor(
            {
              name: 'limit',
              kind: 'int',
              description: pattern.page_default ? `${pattern.page_default} if not given` : null,
            },
            state.values.limit ?? '',
            set('limit'),
          ),
      ),
      h(
        'div',
        { class: 'row' },
        isRead(pattern)
          ? button('Run', {
              primary: true,
              icon: 'play',
              type: 'submit',
              disabled: missing.length > 0 || state.busy || !pattern.plan,
            })
          : button('Fill in and write…', {
              primary: true,
              icon: 'pencil',
              disabled: !canWrite() || !pattern.plan,
              onclick: () =>
                runWrite(held.value, pattern, state.values, (answer) => {
                  state.answer = null;
                  toast(`${pattern.name} done`);
                  redraw();
                  return answer;
                }),
            }),
        missing.length > 0 &&
          isRead(pattern) &&
          h('span', { class: 'muted small' }, `Give ${missing.join(' and ')}`),
        !pattern.plan && h('span', { class: 'warn small' }, 'Nothing serves this pattern yet.'),
      ),
    );
  }

  function facts(pattern) {
    const pairs = [
      ['Reads', pattern.plan?.place],
      ['Asks', pattern.plan?.conditions],
      ['Route', pattern.route],
      ['Expected', pattern.per_day && `${count(Number(pattern.per_day))} calls a day`],
      ['Note', pattern.note],
    ].filter(([, text]) => text);
    return h(
      'dl',
      { class: 'facts' },
      pairs.flatMap(([name, text]) => [
        h('dt', { key: name }, name),
        h(
          'dd',
          { key: `${name} text`, class: name === 'Asks' || name === 'Route' ? 'mono' : '' },
          text,
        ),
      ]),
    );
  }

  function rowsView(pattern, { name, items }) {
    const entity = held.value.entities.find(
      (each) =>
        each.name === (pattern.members?.find((one) => one.name === name)?.entity ?? pattern.entity),
    );
    const schema = schemas.get(entity?.table) ?? [...schemas.values()][0];
    const columns = columnsOf(schema, null, items).slice(0, 12);
    if (items.length === 0)
      return h('p', { class: 'pad muted', key: name }, `${name ? `${name}: ` : ''}nothing`);
    const open1 = (item) =>
      link(`/t/${segment(schema.name)}/items`, {
        sel: JSON.stringify(Object.fromEntries(schema.keyNames.map((each) => [each, item[each]]))),
      });
    return h(
      'div',
      { key: name ?? 'items' },
      name && h('h3', { class: 'master__title' }, `${name} · ${count(items.length)}`),
      h(
        'div',
        { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': name ?? 'Items' },
        h(
          'table',
          { class: 'table' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              columns.map((each) =>
                h(
                  'th',
                  { key: each.name, scope: 'col', class: each.type === 'N' ? 'num' : '' },
                  each.name,
                ),
              ),
            ),
          ),
          h(
            'tbody',
            null,
            items.map((item, i) =>
              h(
                'tr',
                { key: i },
                columns.map((each, j) =>
                  h(
                    'td',
                    { key: each.name, class: `mono nowrap${each.type === 'N' ? ' num' : ''}` },
                    j === 0 && item[each.name]
                      ? h(
                          'a',
                          { href: open1(item) },
                          cellContent(schema, each.name, item[each.name]),
                        )
                      : cellContent(schema, each.name, item[each.name]),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  function answerView(pattern) {
    if (state.error) return h('div', { class: 'card__body' }, failure(state.error));
    if (!state.answer) return null;
    const { plan, next, prev } = state.answer;
    const groups = itemsOf(pattern, state.answer);
    const total = groups.reduce((sum, each) => sum + each.items.length, 0);
    return [
      h(
        'div',
        { key: 'rows' },
        groups.map((each) => rowsView(pattern, each)),
      ),
      pattern.kind === 'history' && versionsView(groups[0]?.items ?? [], state.versions),
      h(
        'div',
        { class: 'resultbar', key: 'bar' },
        h('span', null, h('b', null, count(total)), ' items'),
        plan && h('span', null, h('b', null, units(plan.read_units)), ' RRU'),
        h('span', null, h('b', null, Math.max(1, Math.round(state.ms))), ' ms'),
        plan && h('span', { class: 'wide-only' }, readPrice(plan.read_units)),
        plan?.legs > 1 && h('span', null, `${plan.legs} legs`),
        plan && plan.scanned > total && h('span', null, `${count(plan.scanned)} looked at`),
        h(
          'span',
          { class: 'push row' },
          button('Code', {
            quiet: true,
            small: true,
            icon: 'code',
            onclick: () => openCurl(pattern),
          }),
          pattern.paged && [
            button('Before', {
              key: 'prev',
              small: true,
              disabled: !prev,
              onclick: () => run(prev),
            }),
            button('Next', { key: 'next', small: true, disabled: !next, onclick: () => run(next) }),
          ],
        ),
      ),
    ];
  }

  function openCurl(pattern) {
    const asked = Object.entries(state.values).filter(([, value]) => value);
    const text = `curl -G '${location.origin}${pattern.by_name}'${asked.map(([name, value]) => ` \\\n    --data-urlencode '${name}=${value.replaceAll("'", "'\\''")}'`).join('')}\n\npartita model run ${model} ${pattern.name}${asked.map(([name, value]) => ` --${name} '${value}'`).join('')} --endpoint ${location.origin}`;
    openOverlay(
      () =>
        dialogParts(
          'The call behind this view',
          h('pre', { class: 'code', tabindex: '0' }, text),
          button('Close', { onclick: closeOverlay }),
          button('Copy', {
            primary: true,
            icon: 'copy',
            onclick: () => copyText(text, () => toast('Copied')),
          }),
        ),
      { label: 'The call behind this view', wide: true },
    );
  }

  function mainView() {
    const pattern = current();
    if (!pattern)
      return h(
        'div',
        { class: 'master__main' },
        empty(
          'bolt',
          'Choose a pattern',
          'Each is a promise of the model: with these parameters, this result, by this index.',
        ),
      );
    return h(
      'div',
      { class: 'master__main', tabindex: '0', role: 'region', 'aria-label': 'The pattern' },
      h(
        'div',
        { class: 'page__body' },
        h(
          'section',
          { class: 'card', key: pattern.name },
          h(
            'div',
            { class: 'card__head' },
            h('h2', null, pattern.name),
            h('span', { class: 'badge' }, pattern.kind),
            h('span', { class: 'muted small' }, pattern.does),
          ),
          h('div', { class: 'card__body' }, facts(pattern)),
          formView(pattern),
        ),
        state.answer || state.error
          ? h('section', { class: 'card', key: 'answer' }, answerView(pattern))
          : null,
      ),
    );
  }

  return {
    title: `${model} patterns`,
    section: 'models',
    run,
    view: () =>
      page(
        modelHead(model, held.value, 'patterns'),
        held.value
          ? h('div', { class: 'master' }, listView(held.value), mainView())
          : scrollBody(loaded(held, () => null)),
      ),
  };
}
