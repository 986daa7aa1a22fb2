// How far the form of stored items has changed: the steps of each migration, what it waits for, and the
// way on or back. Of one model, or of all.
import { h } from '../core/dom.js';
import { canWrite, redraw, toast } from '../core/app.js';
import { follow } from '../core/poll.js';
import { link, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { modelList, shapeOf } from '../api/schema.js';
import { count, date, plural, since } from '../core/words.js';
import { badge, button, empty, icon, loaded, notice } from '../parts/bits.js';
import { modelHead } from '../parts/model_head.js';
import { closeOverlay, confirm, dialogParts, openOverlay } from '../parts/overlay.js';
import { page, scrollBody } from '../parts/frame.js';
import { workHead } from '../parts/work_head.js';

const REFRESH_MS = 2000;
const EXAMPLE = `migrations:
  - {id: 2026-02-file-name, entity: Job, rename: {from: originalFileName, to: fileName}, quiet: 7d}`;
const STEPS = {
  expand: 'both forms are written and read',
  backfill: 'older items get the new form',
  verify: 'both forms of every item are compared',
  switch: 'programs go over to the new form',
  quiet: 'nobody is to use the old form any more',
  contract: 'the old form is removed',
  done: 'only the new form is left',
  'roll-back': 'the new form is hidden and removed',
  'rolled-back': 'only the old form is left',
};
// What is added has no old form, what is removed no new one.
const stepsOf = ({ old, new: added, step }) => {
  const names = Object.keys(STEPS).filter((each) => !each.startsWith('roll'));
  if (step.startsWith('roll')) return ['roll-back', 'rolled-back'];
  if (old.length === 0) return names.slice(0, 4);
  if (added.length === 0) return ['expand', ...names.slice(3)];
  return names;
};

function nothingYet(model) {
  return h(
    'section',
    { class: 'card', key: 'none' },
    empty(
      'flow',
      'No migration is open',
      'An attribute is renamed, retyped, split, added or removed step by step, while programs go on: the server writes both forms, changes older items, and says when each step is safe.',
      model && h('a', { class: 'btn', href: link(`/m/${segment(model)}`) }, 'Edit the model'),
    ),
    h('div', { class: 'card__body' }, h('pre', { class: 'code', tabindex: '0' }, EXAMPLE)),
  );
}

function stepper(migration) {
  const steps = stepsOf(migration);
  const at = steps.indexOf(migration.step);
  return h(
    'ol',
    { class: 'stepper', 'aria-label': 'Steps' },
    steps.map((step, i) =>
      h(
        'li',
        {
          key: step,
          class: `stepper__step${i < at ? ' is-past' : i === at ? ' is-now' : ''}`,
          'aria-current': i === at ? 'step' : null,
          title: STEPS[step] ?? null,
        },
        h('span', { class: 'stepper__mark' }, i < at ? icon('check', 'sm') : i + 1),
        h('span', null, step),
      ),
    ),
  );
}

function walkView({ walk, step }) {
  if (!walk) return null;
  const total = Math.max(walk.total, walk.items, 1);
  return h(
    'div',
    { class: 'stack stack--1', key: 'walk' },
    h('progress', {
      class: 'progress progress--bar',
      max: 1,
      value: walk.done ? 1 : walk.items / total,
      'aria-label': `${step}, ${Math.round((walk.done ? 1 : walk.items / total) * 100)} %`,
    }),
    h(
      'span',
      { class: 'muted small' },
      `${count(walk.items)} of about ${plural(walk.total, 'item')}, ${count(walk.changed)} written`,
      walk.wrong > 0 && h('span', { class: 'bad' }, `, ${count(walk.wrong)} wrong`),
    ),
    walk.examples.length > 0 &&
      h(
        'details',
        { class: 'small' },
        h('summary', null, `Keys of ${plural(walk.examples.length, 'item')} that are wrong`),
        h('pre', { class: 'code code--tall', tabindex: '0' }, walk.examples.join('\n')),
      ),
  );
}

// Who ends the quiet time early is kept with the migration.
function openForce(migration, move) {
  const state = { name: '' };
  openOverlay(
    () =>
      dialogParts(
        'End the quiet time early',
        [
          h(
            'p',
            { key: 'text' },
            `${migration.id} goes on to contract: the old form is hidden and removed. A program that still uses it will fail, and there is no way back but a restore.`,
          ),
          h(
            'label',
            { class: 'field', key: 'name' },
            h('span', { class: 'field__label' }, 'Your name'),
            h('input', {
              class: 'input',
              autofocus: true,
              maxlength: 100,
              value: state.name,
              oninput: (event) => {
                state.name = event.target.value;
                redraw();
              },
            }),
            h('span', { class: 'field__hint' }, 'Kept with the migration.'),
          ),
        ],
        button('Cancel', { onclick: closeOverlay }),
        button('Go on to contract', {
          danger: true,
          disabled: state.name.trim() === '',
          onclick: () => {
            closeOverlay();
            move(migration, 'advance', { forced_by: state.name.trim() });
          },
        }),
      ),
    { label: 'End the quiet time early' },
  );
}

const onwards = (next) => (next === 'rolled-back' ? 'Finish' : `Go on to ${next}`);

function buttons(migration, move) {
  const { step, next, waits_for: waits, paused } = migration;
  const named = (text) => ({ small: true, 'aria-label': `${text} of ${migration.id}` });
  return h(
    'div',
    { class: 'card__foot', key: 'acts' },
    h(
      'span',
      null,
      `${STEPS[step] ?? step}, since ${since(Date.parse(migration.since)).replace(/ ago$/, '')}`,
    ),
    h(
      'span',
      { class: 'push row row--wrap' },
      !['contract', 'done', 'roll-back', 'rolled-back'].includes(step) &&
        button('Roll back…', {
          ...named('Roll back'),
          quiet: true,
          onclick: () =>
            confirm({
              title: 'Back to the old form?',
              text: `The new form of ${migration.id} is hidden and removed. What was written in it alone has its old form, so nothing is lost.`,
              action: 'Roll back',
              run: () => move(migration, 'roll-back'),
            }),
        }),
      step === 'verify' &&
        button('Backfill again', {
          ...named('Backfill again'),
          onclick: () => move(migration, 'repeat'),
        }),
      migration.walk &&
        !migration.walk.done &&
        button(paused ? 'Resume' : 'Pause', {
          ...named(paused ? 'Resume' : 'Pause'),
          icon: paused ? 'play' : 'pause',
          onclick: () => move(migration, paused ? 'resume' : 'pause'),
        }),
      step === 'quiet' &&
        waits &&
        button('End it early…', {
          ...named('End the quiet time early'),
          onclick: () => openForce(migration, move),
        }),
      next &&
        button(onwards(next), {
          ...named(onwards(next)),
          primary: !waits,
          disabled: Boolean(waits),
          title: waits ?? null,
          onclick: () =>
            next === 'contract'
              ? confirm({
                  title: 'Remove the old form?',
                  text: `From here on ${migration.old.join(', ')} is hidden, refused and removed. The way back is a restore of the table.`,
                  action: 'Go on to contract',
                  run: () => move(migration, 'advance'),
                })
              : move(migration, 'advance'),
        }),
    ),
  );
}

function migrationCard(migration, { withModel, move }) {
  const { old, new: added } = migration;
  const names = (list) => list.map((each) => h('code', { key: each }, each));
  return h(
    'section',
    { class: 'card', key: `${migration.model}/${migration.id}`, 'aria-label': migration.id },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, migration.id),
      badge(migration.kind),
      migration.paused && badge('paused', 'warn'),
      migration.forced_by && badge(`quiet ended by ${migration.forced_by}`, 'warn'),
      h(
        'span',
        { class: 'push muted small', title: date(Date.parse(migration.since)) },
        withModel && [
          h('a', { href: link(`/m/${segment(migration.model)}/migrations`) }, migration.model),
          ' · ',
        ],
        `${migration.entity} in ${migration.table}`,
      ),
    ),
    h(
      'div',
      { class: 'card__body stack stack--3' },
      h(
        'p',
        { class: 'row row--wrap small' },
        old.length > 0 ? names(old) : h('span', { class: 'muted' }, 'nothing'),
        icon('arrow', 'sm'),
        added.length > 0 ? names(added) : h('span', { class: 'muted' }, 'nothing'),
      ),
      stepper(migration),
      walkView(migration),
      migration.waits_for &&
        notice('info', `It cannot go on to ${migration.next} yet: ${migration.waits_for}`),
    ),
    canWrite() && buttons(migration, move),
  );
}

async function ofModel(model) {
  const { migrations } = await rest('GET', `/api/models/${segment(model)}/migrations`);
  return migrations.map((each) => ({ ...each, model }));
}

const ofAll = async () =>
  (await Promise.all((await modelList()).map((each) => ofModel(each.name)))).flat();

export function open({ model }) {
  const held = follow(() => (model ? ofModel(model) : ofAll()), REFRESH_MS);
  let shape = null;
  if (model)
    shapeOf(model).then(
      (found) => {
        shape = found;
        redraw();
      },
      () => {},
    );
  const move = async (migration, word, query = {}) => {
    try {
      const now = await rest(
        'POST',
        `/api/models/${segment(migration.model)}/migrations/${segment(migration.id)}`,
        { query: { move: word, ...query } },
      );
      toast(`${migration.id}: ${now.paused ? 'paused' : now.step}`);
    } catch (error) {
      toast(error.message, { kind: 'bad', stays: 9000 });
    }
    held.again();
  };
  const body = (all) =>
    all.length === 0
      ? nothingYet(model)
      : all.map((each) => migrationCard(each, { withModel: !model, move }));
  return {
    title: model ? `${model} migrations` : 'Migrations',
    section: model ? 'models' : 'work',
    close: held.close,
    view: () =>
      page(
        model ? modelHead(model, shape, 'migrations') : workHead('migrations'),
        scrollBody(loaded(held.held, body)),
      ),
  };
}
