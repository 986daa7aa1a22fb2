// Full-text search of a model: words, what they were found in, and facets that narrow it down.
import { h } from '../core/dom.js';
import { load, redraw } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { shapeOf, tableSchema } from '../api/schema.js';
import { brief, contentOf } from '../api/typed.js';
import { count, cut, plural, units } from '../core/words.js';
import {
  button,
  empty,
  entityMark,
  failure,
  icon,
  loaded,
  notice,
  segmented,
} from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { modelHead } from '../parts/model_head.js';
import { marked } from '../models/highlight.js';

const WAIT_MS = 180;
const FACETS_SHOWN = 8;

const searchesOf = (shape) => shape.patterns.filter((each) => each.search && each.plan);
const textOf = (value) => {
  const members = value.L?.map(brief) ?? value.SS ?? value.NS;
  return members ? members.join(', ') : brief(value);
};

function highlighted(parts) {
  return parts.map((part, i) =>
    part.found ? h('mark', { key: i, class: 'found' }, part.text) : part.text,
  );
}

export function open({ model }, query) {
  const state = {
    q: query.q ?? '',
    match: query.match === 'any' ? 'any' : 'all',
    chosen: query.in ?? '',
    filters: {},
    answer: null,
    rows: [],
    error: null,
    busy: false,
    ms: 0,
    wide: new Set(),
  };
  for (const [name, value] of Object.entries(query))
    if (name.startsWith('f.')) state.filters[name.slice(2)] = value;
  const schemas = new Map();
  const held = load(
    shapeOf(model).then(async (shape) => {
      for (const table of shape.tables) schemas.set(table.name, await tableSchema(table.name));
      return shape;
    }),
  );
  const current = () => {
    const all = held.value ? searchesOf(held.value) : [];
    return all.find((each) => each.name === state.chosen) ?? all[0] ?? null;
  };
  const schemaOf = (pattern) => {
    const entity = held.value.entities.find((each) => each.name === pattern.search.entity);
    return schemas.get(entity?.table) ?? [...schemas.values()][0];
  };
  const address = () =>
    note(`/m/${segment(model)}/search`, {
      in: state.chosen,
      q: state.q,
      match: state.match === 'any' ? 'any' : '',
      ...Object.fromEntries(
        Object.entries(state.filters).map(([name, value]) => [`f.${name}`, value]),
      ),
    });

  let turn = 0;
  async function run(token) {
    const pattern = current();
    if (!pattern) return;
    turn += 1;
    const mine = turn;
    address();
    if (!state.q.trim()) {
      Object.assign(state, { answer: null, rows: [], error: null, busy: false });
      return redraw();
    }
    state.busy = true;
    redraw();
    try {
      const answer = await rest('GET', pattern.by_name, {
        query: {
          q: state.q,
          match: state.match,
          facets: pattern.search.facets.join(','),
          ...state.filters,
          page: token,
          typed: 1,
        },
      });
      if (mine !== turn) return undefined;
      const rows = token ? [...state.rows, ...answer.items] : answer.items;
      Object.assign(state, { answer, rows, error: null, ms: answer.$ms });
    } catch (error) {
      if (mine !== turn) return undefined;
      // A question without any word is no mistake of the person who is still typing.
      Object.assign(state, { answer: null, rows: [], error: error.type === 'Q701' ? null : error });
    }
    state.busy = false;
    return redraw();
  }
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(run, WAIT_MS);
    redraw();
  };
  held.promise.then(() => state.q && run());

  const narrow = (name, value) => {
    if (state.filters[name] === value) delete state.filters[name];
    else state.filters[name] = value;
    run();
  };

  function box(pattern, all) {
    return h(
      'form',
      {
        class: 'searchbox',
        role: 'search',
        key: 'box',
        onsubmit: (event) => {
          event.preventDefault();
          clearTimeout(timer);
          run();
        },
      },
      h(
        'div',
        { class: 'search grow' },
        icon('search'),
        h('input', {
          class: 'input input--big',
          type: 'search',
          autofocus: true,
          spellcheck: 'false',
          autocomplete: 'off',
          placeholder: `Words in ${pattern.search.fields.join(', ')}`,
          'aria-label': `Search ${pattern.search.entity}`,
          value: state.q,
          ref: (el) => requestAnimationFrame(() => el.focus()),
          oninput: (event) => {
            state.q = event.target.value;
            soon();
          },
        }),
      ),
      all.length > 1 &&
        h(
          'select',
          {
            class: 'select select--auto',
            'aria-label': 'Search',
            value: pattern.name,
            onchange: (event) => {
              Object.assign(state, { chosen: event.target.value, filters: {} });
              run();
            },
          },
          all.map((each) => h('option', { key: each.name, value: each.name }, each.name)),
        ),
      segmented(
        'Which words',
        'match',
        [
          ['all', 'All words'],
          ['any', 'Any word'],
        ],
        state.match,
        (match) => {
          state.match = match;
          run();
        },
      ),
    );
  }

  function facet(pattern, name, values) {
    const canNarrow = pattern.search.filters.includes(name);
    const most = Math.max(1, ...values.map((each) => each.items));
    const shown = state.wide.has(name) ? values : values.slice(0, FACETS_SHOWN);
    return h(
      'section',
      { class: 'card', key: name, 'aria-label': name },
      h('div', { class: 'card__head' }, h('h2', null, name)),
      h(
        'div',
        { class: 'facetlist' },
        shown.map(({ value, items }) => {
          const text = String(value);
          const inner = [
            h('span', {
              class: 'facetlist__fill',
              key: 'fill',
              style: { width: `${(items / most) * 100}%` },
            }),
            h('span', { class: 'cut grow', key: 'text' }, text),
            h('span', { class: 'num muted', key: 'n' }, count(items)),
          ];
          return canNarrow
            ? h(
                'button',
                {
                  type: 'button',
                  key: text,
                  class: 'facetlist__row',
                  'aria-pressed': String(state.filters[name] === text),
                  onclick: () => narrow(name, text),
                },
                inner,
              )
            : h('div', { key: text, class: 'facetlist__row' }, inner);
        }),
        values.length > shown.length &&
          h(
            'button',
            {
              type: 'button',
              class: 'linkbtn facetlist__more',
              onclick: () => {
                state.wide.add(name);
                redraw();
              },
            },
            `${values.length - shown.length} more`,
          ),
      ),
    );
  }

  function hit(pattern, item) {
    const schema = schemaOf(pattern);
    const entity = held.value.entities.find((each) => each.name === pattern.search.entity);
    const marks = item._highlights?.M ?? {};
    const htmlOf = (value) =>
      value.L ? value.L.map((each) => contentOf(each)).join(', ') : contentOf(value);
    const parts = (name) =>
      marks[name]
        ? marked(htmlOf(marks[name]))
        : item[name]
          ? [{ text: cut(textOf(item[name]), 240), found: false }]
          : [];
    const [title, ...others] = pattern.search.fields;
    const known = (entity?.attributes ?? [])
      .filter((each) => item[each.name] && !pattern.search.fields.includes(each.name))
      .filter((each) => ['enum', 'string', 'int', 'number'].includes(each.kind))
      .slice(0, 4);
    const href = link(`/t/${segment(schema.name)}/items`, {
      sel: JSON.stringify(Object.fromEntries(schema.keyNames.map((each) => [each, item[each]]))),
    });
    return h(
      'li',
      { class: 'hit', key: JSON.stringify(schema.keyNames.map((each) => item[each])) },
      h(
        'div',
        { class: 'row' },
        h('a', { class: 'hit__title cut', href }, highlighted(parts(title))),
        h(
          'span',
          { class: 'push muted tiny nowrap', title: 'How well it fits' },
          Number(contentOf(item._score)).toFixed(2),
        ),
      ),
      others
        .filter((name) => marks[name] || item[name])
        .map((name) =>
          h(
            'div',
            { class: 'hit__line', key: name },
            h('span', { class: 'muted' }, name),
            h('span', { class: 'hit__text' }, highlighted(parts(name))),
          ),
        ),
      h(
        'div',
        { class: 'row row--wrap tiny muted' },
        known.map((each) =>
          h('span', { key: each.name }, `${each.name} ${textOf(item[each.name])}`),
        ),
      ),
    );
  }

  function results(pattern) {
    if (state.error) return failure(state.error);
    if (!state.answer)
      return state.busy
        ? null
        : h(
            'section',
            { class: 'card' },
            empty(
              'search',
              `Find ${pattern.search.entity} by words`,
              'The best come first. A letter may be wrong, and the last word may be a beginning where the model says so.',
            ),
          );
    const { total, corrected, next, facets_approximate: isRough, plan } = state.answer;
    const other = Object.entries(corrected ?? {});
    return [
      other.length > 0 &&
        notice('info', [
          'Looked for ',
          other.map(([, now], i) => [i > 0 && ', ', h('b', { key: now }, now)]),
          ' instead of ',
          other.map(([was]) => was).join(', '),
          ', which nothing has.',
        ]),
      h(
        'section',
        { class: 'card', key: 'hits', 'aria-label': 'Found' },
        h(
          'div',
          { class: 'card__head' },
          entityMark(schemaOf(pattern), pattern.search.entity),
          h(
            'span',
            { class: 'muted small', role: 'status' },
            `${plural(total ?? state.rows.length, 'hit')} in ${Math.max(1, Math.round(state.ms))} ms`,
          ),
          plan?.read_units !== undefined &&
            h('span', { class: 'muted small wide-only' }, `${units(plan.read_units)} RRU`),
          isRough && h('span', { class: 'badge' }, 'facets are estimates'),
          Object.entries(state.filters).map(([name, value]) =>
            h(
              'button',
              {
                type: 'button',
                key: name,
                class: 'chip chip--ui chip--mark',
                'aria-label': `Without ${name} ${value}`,
                onclick: () => narrow(name, value),
              },
              `${name}: ${value}`,
              icon('x', 'sm'),
            ),
          ),
        ),
        state.rows.length === 0
          ? empty('search', 'Nothing fits', 'Try fewer words, any of them, or no filter.')
          : h(
              'ol',
              { class: 'hits' },
              state.rows.map((item) => hit(pattern, item)),
            ),
        next &&
          h(
            'div',
            { class: 'card__foot' },
            button('More', { small: true, disabled: state.busy, onclick: () => run(next) }),
          ),
      ),
    ];
  }

  function body() {
    const pattern = current();
    if (!pattern)
      return h(
        'section',
        { class: 'card' },
        empty(
          'search',
          'No search',
          'A model declares one in its section search: which attributes have words, which filter and which are counted.',
        ),
      );
    const facets = Object.entries(state.answer?.facets ?? {});
    return [
      box(pattern, searchesOf(held.value)),
      h(
        'div',
        { class: facets.length > 0 ? 'cols cols--facets' : 'cols', key: 'results' },
        h('div', { class: 'stack stack--4', key: 'hits' }, results(pattern)),
        facets.length > 0 &&
          h(
            'div',
            { class: 'stack stack--4', key: 'facets' },
            facets.map(([name, values]) => facet(pattern, name, values)),
          ),
      ),
    ];
  }
  return {
    title: `Search ${model}`,
    section: 'models',
    run,
    close: () => clearTimeout(timer),
    view: () => page(modelHead(model, held.value, 'search'), scrollBody(loaded(held, body))),
  };
}
