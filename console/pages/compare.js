// Two designs side by side: the model in force against its draft in this browser, or against another model
// or environment; what each costs and has, and where their texts differ.
import { h } from '../core/dom.js';
import { kept, load, redraw } from '../core/app.js';
import { note, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { modelList, shapeOf } from '../api/schema.js';
import { count, usd } from '../core/words.js';
import { empty, loaded } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { modelHead } from '../parts/model_head.js';
import { diffLines, hunks, pairs } from '../models/diff.js';

const DRAFT = 'the draft';

// {name, text, cost}: what lint tells of a text is told without touching any data.
async function design(name, text, params) {
  const query = Object.fromEntries(
    Object.entries(params ?? {}).map(([each, value]) => [`param.${each}`, value]),
  );
  const linted = await rest('POST', '/api/models:lint', {
    query,
    body: text,
    type: 'application/yaml',
  });
  return { name, text, cost: linted.cost ?? null };
}

const textOf = (model) => rest('GET', `/api/models/${segment(model)}/text`);

async function read(model, other) {
  const held = await textOf(model);
  const draft = kept.get(`draft.${model}`, null);
  const chosen =
    other === DRAFT ? { text: draft ?? held.text, params: held.params } : await textOf(other);
  const [left, right] = await Promise.all([
    design(`${model}, in force`, held.text, held.params),
    design(other === DRAFT ? `${model}, the draft` : other, chosen.text, chosen.params),
  ]);
  return { left, right };
}

const perMonth = ({ cost }) =>
  cost ? (cost.lines ?? []).reduce((sum, each) => sum + (each.usd_per_month ?? 0), 0) : null;

function side(one, other) {
  const price = perMonth(one);
  const change = price !== null && perMonth(other) !== null ? price - perMonth(other) : 0;
  return h(
    'div',
    { class: 'tile', key: one.name },
    h('span', { class: 'tile__label' }, one.name),
    h(
      'span',
      { class: 'tile__value' },
      price === null ? '–' : usd(price),
      h('span', { class: 'tile__unit' }, 'a month at the declared workload'),
    ),
    h(
      'span',
      { class: 'tile__note' },
      `${count(one.text.split('\n').length)} lines`,
      Math.abs(change) >= 0.005 &&
        `, ${change > 0 ? usd(change) : usd(-change)} ${change > 0 ? 'more' : 'less'}`,
    ),
  );
}

function cell(line, kind) {
  return [
    h('span', { class: 'sides__no' }, line?.line ?? ''),
    h(
      'span',
      { class: `sides__text${line && line.kind !== ' ' ? ` sides__text--${kind}` : ''}` },
      line?.text ?? '',
    ),
  ];
}

function sides(left, right) {
  if (left.text === right.text) return empty('check', 'No difference', 'Both texts are the same.');
  return h(
    'div',
    { class: 'sides', tabindex: '0', role: 'region', 'aria-label': 'Both texts' },
    pairs(hunks(diffLines(left.text, right.text))).map(([a, b], i) =>
      a?.kind === '…'
        ? h('div', { class: 'sides__gap', key: i }, '…')
        : h('div', { class: 'sides__row', key: i }, cell(a, 'del'), cell(b, 'add')),
    ),
  );
}

export function open({ model }, query) {
  const hasDraft = kept.get(`draft.${model}`, null) !== null;
  const state = { other: query.with ?? (hasDraft ? DRAFT : '') };
  const shape = load(shapeOf(model));
  const models = load(modelList());
  let held = null;
  const choose = (other) => {
    state.other = other;
    note(`/m/${segment(model)}/compare`, { with: other });
    held = other ? load(read(model, other)) : null;
    redraw();
  };
  models.promise.then(() => {
    const others = (models.value ?? []).filter((each) => each.name !== model);
    choose(
      state.other ||
        others.find((each) => model.startsWith(each.model))?.name ||
        others[0]?.name ||
        '',
    );
  });
  function choice() {
    const others = (models.value ?? []).map((each) => each.name).filter((name) => name !== model);
    const names = hasDraft || state.other === DRAFT ? [DRAFT, ...others] : others;
    return h(
      'label',
      { class: 'row small', key: 'with' },
      h('span', { class: 'soft nowrap' }, 'Compared with'),
      h(
        'select',
        {
          class: 'select select--auto',
          'aria-label': 'Compared with',
          onchange: (event) => choose(event.target.value),
        },
        names.map((name) =>
          h('option', { key: name, value: name, selected: name === state.other }, name),
        ),
      ),
    );
  }
  const body = ({ left, right }) => [
    h('div', { class: 'cols cols--2', key: 'prices' }, side(left, right), side(right, left)),
    h('section', { class: 'card', key: 'texts', 'aria-label': 'Texts' }, sides(left, right)),
  ];
  return {
    title: `${model} compared`,
    section: 'models',
    view: () =>
      page(
        modelHead(model, shape.value, 'compare'),
        scrollBody(
          h('div', { class: 'row row--wrap', key: 'bar' }, models.value && choice()),
          held
            ? loaded(held, body)
            : models.value &&
                empty(
                  'scale',
                  'Nothing to compare',
                  'There is no draft in this browser and no other model.',
                ),
        ),
      ),
  };
}
