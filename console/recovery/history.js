// What has happened to one item: each change with its time, who made it and what became other; and the
// way back to any of its versions.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { dynamo, rest } from '../api/call.js';
import { brief, contentOf, copy, equal } from '../api/typed.js';
import { cut, date, moment, since } from '../core/words.js';
import { button, empty, failure, glyph, loaded, notice, segmented } from '../parts/bits.js';
import { closeOverlay, dialogParts, openOverlay } from '../parts/overlay.js';
import { recoveryOf } from './calls.js';

const LIMIT = 100;
const ROLES = { created: 'done', changed: 'active', deleted: 'failed', expired: 'ended' };

const keyText = (schema, key) =>
  JSON.stringify(Object.fromEntries(schema.keyNames.map((name) => [name, contentOf(key[name])])));

// The item after each change, from its present state backwards.
export function imagesOf(versions, present) {
  let image = present;
  return versions.map((version) => {
    const after = image;
    if (version.what === 'created') {
      image = undefined;
    } else {
      image = copy(image) ?? {};
      for (const { name, before } of version.attributes) {
        if (before === undefined) delete image[name];
        else image[name] = before;
      }
    }
    return after;
  });
}

// [{name, before, after}] of two items, either of which may not be there.
export function differences(before = {}, after = {}) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => !equal(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

async function readHistory(schema, key) {
  if (!(await recoveryOf(schema.name)).on) return null;
  const [past, { Item }] = await Promise.all([
    rest('GET', '/api/tables:history', {
      query: { table: schema.name, key: keyText(schema, key), limit: LIMIT, typed: 1 },
    }),
    dynamo('GetItem', { TableName: schema.name, Key: key, ConsistentRead: true }),
  ]);
  return { ...past, present: Item, images: imagesOf(past.versions, Item) };
}

export const newHistory = (schema, key) => ({
  schema,
  key,
  against: 'before',
  held: load(readHistory(schema, key)),
});

function lines(changes) {
  const line = (sign, kind, name, value) =>
    h(
      'div',
      { class: `diff__line diff__line--${kind}`, key: name + sign },
      h('span', null, sign),
      h('span', { class: 'diff__name' }, name),
      h('span', { class: 'diff__value' }, cut(brief(value), 400)),
    );
  return h(
    'div',
    { class: 'diff diff--wrap' },
    changes.length === 0 &&
      h('div', { class: 'diff__line' }, h('span'), h('span', { class: 'muted' }, 'no difference')),
    changes.flatMap(({ name, before, after }) => [
      before !== undefined && line('−', 'del', name, before),
      after !== undefined && line('+', 'add', name, after),
    ]),
  );
}

function authorText({ by, access_key: key, request }) {
  if (!by) return 'by somebody';
  if (by === 'client') return `by ${key ?? 'a client'}${request ? `, request ${request}` : ''}`;
  return { expiry: 'because its time was over', undo: 'by an undo' }[by] ?? `by the ${by}`;
}

// First a preview of the server, which says what would stay and why; then the change, on condition that
// the item is still what the preview has seen.
async function openUndo(state, { version, from, changes }, done) {
  const { schema, key } = state;
  const query = { table: schema.name, item: keyText(schema, key), from };
  const held = load(rest('GET', '/api/tables:undo', { query }));
  const dialog = { busy: false, error: null };
  const carryOut = async () => {
    Object.assign(dialog, { busy: true, error: null });
    redraw();
    try {
      const answer = await rest('POST', '/api/tables:undo', {
        query: { ...query, to: held.value.to },
      });
      if (answer.done === 0)
        throw new Error(answer.items[0]?.why ?? 'Somebody has changed the item meanwhile.');
      closeOverlay();
      toast(`The item is what it was ${since(Date.parse(version.at))}`);
      done();
    } catch (error) {
      Object.assign(dialog, { busy: false, error });
      redraw();
    }
  };
  openOverlay(
    () =>
      dialogParts(
        'Go back to this version',
        [
          h(
            'p',
            { key: 'what' },
            `The item becomes what it was at ${date(Date.parse(version.at))}. It is written only if nobody changes it meanwhile, and can be undone as any change.`,
          ),
          loaded(
            held,
            (preview) => {
              const [item] = preview.items;
              return h(
                'div',
                { class: 'stack', key: 'preview' },
                item?.why && notice('warn', item.why),
                // The preview is in plain JSON, which has no sets and shorter numbers: ours is exact.
                item ? lines(changes) : notice('info', 'It is already so.'),
              );
            },
            { lines: 2 },
          ),
          dialog.error && failure(dialog.error),
        ],
        button('Cancel', { onclick: closeOverlay }),
        button('Go back', {
          primary: true,
          icon: 'undo',
          disabled: dialog.busy || !(held.value?.ready > 0),
          onclick: carryOut,
        }),
      ),
    { label: 'Go back to this version', wide: true },
  );
}

function entry(state, past, i, done) {
  const version = past.versions[i];
  const at = Date.parse(version.at);
  const newer = past.versions[i - 1];
  const isThere = past.images[i] !== undefined;
  const changes =
    state.against === 'now' ? differences(past.images[i], past.present) : version.attributes;
  return h(
    'li',
    { class: 'past__entry', key: `${version.at}${i}` },
    h(
      'div',
      { class: 'row row--wrap' },
      h(
        'span',
        { class: `state state--bare is-${ROLES[version.what]}` },
        glyph(ROLES[version.what]),
        version.what,
      ),
      h('span', { class: 'muted small nowrap', title: date(at) }, `${moment(at)} · ${since(at)}`),
      i === 0 && isThere && h('span', { class: 'badge badge--accent' }, 'as it is now'),
    ),
    h(
      'div',
      { class: 'row past__by' },
      h('span', { class: 'muted small cut' }, authorText(version)),
      canWrite() &&
        newer &&
        isThere &&
        newer.at !== version.at &&
        button('Go back…', {
          small: true,
          icon: 'undo',
          class: 'push',
          'aria-label': `Go back to the version of ${moment(at)}`,
          onclick: () =>
            openUndo(
              state,
              { version, from: newer.at, changes: differences(past.present, past.images[i]) },
              done,
            ),
        }),
    ),
    !(state.against === 'now' && i === 0) && lines(changes),
  );
}

function pastView(state, past, done) {
  if (past.versions.length === 0)
    return empty(
      'clock',
      'Nothing has changed',
      'Not since recovery of the table was switched on, or within its window.',
    );
  return h(
    'div',
    { class: 'stack stack--3 pane__pad pane__pad--top' },
    past.versions.length > 1 &&
      segmented(
        'Compared with',
        'against',
        [
          ['before', 'With the version before'],
          ['now', 'With now'],
        ],
        state.against,
        (against) => {
          state.against = against;
          redraw();
        },
        true,
      ),
    h(
      'ol',
      { class: 'past' },
      past.versions.map((_, i) => entry(state, past, i, done)),
    ),
    past.more && h('p', { class: 'muted small' }, `The ${LIMIT} newest changes are shown.`),
  );
}

// `done` is called when the item was changed.
export function historyView(state, done) {
  if (state.held.value === null)
    return empty(
      'clock',
      'Its past is not kept',
      'Switch point-in-time recovery of the table on: from then on every change of every item can be seen here and taken back.',
    );
  return loaded(state.held, (past) =>
    pastView(state, past, () => {
      state.held = load(readHistory(state.schema, state.key));
      done?.();
    }),
  );
}
