// The past of a table: any moment of it as a new table, the past of one item, its backups.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { note, segment } from '../core/router.js';
import { tableSchema } from '../api/schema.js';
import { date, plural, since } from '../core/words.js';
import { button, empty, loaded, typeBadge } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';
import { backupTable } from '../recovery/backup_list.js';
import {
  backupsOf,
  recoveryOf,
  restoreMoment,
  switchRecovery,
  writeRate,
} from '../recovery/calls.js';
import { confirmOff, openBackUp, openDays, openRestore } from '../recovery/dialogs.js';
import { historyView, newHistory } from '../recovery/history.js';
import { defaultSpan, timeline } from '../recovery/timeline.js';
import { followRestores } from '../recovery/under_way.js';

const REFRESH_MS = 5000;

export function open({ table }, query) {
  const restores = followRestores();
  const asked = Date.parse(query.at ?? '');
  const state = { at: Number.isNaN(asked) ? null : asked, span: query.span ?? null };
  const past = { keys: {}, shown: null };
  const schema = load(tableSchema(table));
  let recovery = load(recoveryOf(table));
  let backups = load(backupsOf(table));
  const rate = load(writeRate(table));
  let now = Date.now();

  const again = async () => {
    const [next, list] = [load(recoveryOf(table)), load(backupsOf(table))];
    await Promise.all([next.promise, list.promise]);
    if (!next.error) recovery = next;
    if (!list.error) backups = list;
    redraw();
  };
  // A backup that is being made becomes available without anybody's doing; the window goes on.
  const timer = setInterval(() => {
    if (document.hidden) return;
    now = Date.now();
    if (backups.value?.some((each) => each.status === 'CREATING')) again();
    redraw();
  }, REFRESH_MS);

  const address = () =>
    note(`/t/${segment(table)}/recovery`, {
      at: state.at === null ? '' : new Date(state.at).toISOString().replace('.000', ''),
      span: state.span,
      ...Object.fromEntries(Object.entries(past.keys).map(([name, value]) => [`k.${name}`, value])),
    });
  const restored = (to) => {
    restores.add(to);
    toast(`Restoring ${to}`);
  };
  const set = (on, days) =>
    switchRecovery(table, on, days).then(() => {
      toast(on ? `The past of ${table} is kept for ${plural(days, 'day')}` : 'Recovery is off');
      return again();
    });

  function marks(found) {
    return [
      ...(backups.value ?? [])
        .filter((each) => each.made)
        .map((each) => ({ at: each.made, text: each.name })),
      ...(found.model
        ? [
            {
              at: Date.parse(found.model.applied_at),
              text: `${found.model.model} v${found.model.version} was applied`,
            },
          ]
        : []),
    ].sort((a, b) => b.at - a.at);
  }

  function offCard() {
    return h(
      'section',
      { class: 'card', key: 'off' },
      empty(
        'clock',
        'The past is not kept',
        'With point-in-time recovery any moment of the last days can be had back as a new table, and every change of every item can be seen and taken back.',
        canWrite() &&
          button('Switch on…', {
            primary: true,
            onclick: () => openDays({ table, days: 7, on: false, run: (days) => set(true, days) }),
          }),
      ),
    );
  }

  function windowCard(found, { days, earliest }) {
    const begin = Math.min(earliest ?? now, now - 1000);
    state.span ??= defaultSpan(begin, now);
    state.at ??= now - Math.min(5 * 60_000, (now - begin) / 4);
    const stamp = new Date(state.at)
      .toISOString()
      .slice(5, 16)
      .replace(/[-:]/g, '')
      .replace('T', '-');
    return h(
      'section',
      { class: 'card', key: 'window', 'aria-label': 'Any moment' },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, 'Any moment, as a new table'),
        h(
          'span',
          { class: 'muted small' },
          `reaches back ${plural(days, 'day')} at most, now to ${date(begin).slice(0, 16)} UTC`,
        ),
        canWrite() &&
          h(
            'span',
            { class: 'push row' },
            button('Window…', {
              small: true,
              quiet: true,
              onclick: () => openDays({ table, days, on: true, run: (n) => set(true, n) }),
            }),
            button('Switch off…', {
              small: true,
              quiet: true,
              onclick: () =>
                confirmOff(table, () =>
                  set(false).catch((error) => toast(error.message, { kind: 'bad' })),
                ),
            }),
          ),
      ),
      h(
        'div',
        { class: 'card__body' },
        timeline({
          earliest: begin,
          now,
          rate: rate.value ?? [],
          marks: marks(found),
          state,
          changed: address,
        }),
      ),
      h(
        'div',
        { class: 'card__foot' },
        h('span', null, 'Bars: what was written, as far as it is known (one day).'),
        canWrite() &&
          h(
            'span',
            { class: 'push' },
            button('Restore into a new table…', {
              primary: true,
              onclick: () =>
                openRestore({
                  title: 'Restore a moment',
                  text: `A new table of what ${table} was at ${date(state.at).replace('.000', '')}, ${since(state.at)}.`,
                  name: `${table}-${stamp}`,
                  run: (to) => restoreMoment(table, to, state.at),
                  done: restored,
                }),
            }),
          ),
      ),
    );
  }

  function showPast(found) {
    const key = Object.fromEntries(
      found.keyNames.map((name) => [name, { [found.types[name]]: past.keys[name] ?? '' }]),
    );
    past.shown = newHistory(found, key);
    address();
    redraw();
  }

  function itemCard(found) {
    const isWhole = found.keyNames.every((name) => past.keys[name]);
    return h(
      'section',
      { class: 'card', key: 'item', 'aria-label': 'One item' },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, 'One item'),
        h(
          'span',
          { class: 'muted small' },
          'what has happened to it, also if it is deleted by now',
        ),
      ),
      h(
        'form',
        {
          class: 'card__body row row--wrap',
          onsubmit: (event) => {
            event.preventDefault();
            if (isWhole) showPast(found);
          },
        },
        found.keyNames.map((name) =>
          h(
            'label',
            { class: 'row small keyfield', key: name },
            h('span', { class: 'mono' }, name),
            typeBadge(found.types[name]),
            h('input', {
              class: 'input input--mono',
              'aria-label': name,
              spellcheck: 'false',
              autocomplete: 'off',
              value: past.keys[name] ?? '',
              oninput: (event) => {
                past.keys[name] = event.target.value;
                redraw();
              },
            }),
          ),
        ),
        button('Show its past', { type: 'submit', disabled: !isWhole }),
      ),
      past.shown && h('div', { class: 'card__past' }, historyView(past.shown)),
    );
  }

  function backupCard() {
    return h(
      'section',
      { class: 'card', key: 'backups', 'aria-label': 'Backups' },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, 'Backups'),
        canWrite() &&
          h(
            'span',
            { class: 'push' },
            button('Back up now…', {
              small: true,
              icon: 'plus',
              onclick: () => openBackUp(table, again),
            }),
          ),
      ),
      loaded(backups, (list) =>
        list.length === 0
          ? h(
              'p',
              { class: 'card__body muted' },
              'There is none. A backup is a copy in files of its own, which outlives the table.',
            )
          : backupTable(list, { withTable: false, restored, changed: again }),
      ),
    );
  }

  for (const [name, value] of Object.entries(query))
    if (name.startsWith('k.')) past.keys[name.slice(2)] = value;
  schema.promise.then(() => {
    if (schema.value?.keyNames.every((name) => past.keys[name])) showPast(schema.value);
  });
  const both = () =>
    loaded(schema, (found) =>
      loaded(recovery, (held) => [
        restores.view(),
        held.on ? windowCard(found, held) : offCard(),
        backupCard(),
        held.on && itemCard(found),
      ]),
    );
  return {
    title: `${table} recovery`,
    section: 'tables',
    close: () => {
      clearInterval(timer);
      restores.close();
    },
    view: () => page(tableHead(table, schema.value, 'recovery'), scrollBody(both())),
  };
}
