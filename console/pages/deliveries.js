// What models tell other servers: what is pending, what was refused, and what a person can do about it.
import { h } from '../core/dom.js';
import { canWrite, redraw, toast } from '../core/app.js';
import { follow } from '../core/poll.js';
import { link, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { bytes, count, date, plural, since } from '../core/words.js';
import { button, empty, glyph, loaded, notice } from '../parts/bits.js';
import { closeOverlay, confirm, dialogParts, openOverlay } from '../parts/overlay.js';
import { page, scrollBody } from '../parts/frame.js';
import { plainTable, tile, tiles } from '../parts/tiles.js';
import { workHead } from '../parts/work_head.js';

const REFRESH_MS = 2000;
const ROLES = {
  starting: 'waiting',
  running: 'done',
  failing: 'failed',
  'dead letters': 'failed',
  paused: 'initial',
  stopped: 'ended',
};
const EXAMPLE = `sync:
  order_paid:
    of: Order
    when: status = 'paid' and old.status != 'paid'
    to: {kind: webhook, url: "https://hooks.example.com/orders", secret: env:HOOK_SECRET}`;

function nothingYet() {
  return h(
    'section',
    { class: 'card', key: 'none' },
    empty(
      'hand',
      'No syncs',
      'A sync sends changes of an entity to another server: as signed webhooks, at least once, in order for each item. It is a section of the model; other hosts than this one need partita serve --sync-to HOST.',
    ),
    h('div', { class: 'card__body' }, h('pre', { class: 'code', tabindex: '0' }, EXAMPLE)),
  );
}

const keyText = (key) => Object.values(key ?? {}).join(' · ');

// Keys of items come as plain texts: a link needs their types, which the table's page finds by itself.
function heldRow(sync, each, act) {
  const isDead = each.state === 'dead';
  const names = Object.entries(each.key ?? {});
  return h(
    'tr',
    { key: each.event },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'span',
        { class: 'stack stack--1' },
        h(
          'a',
          {
            class: 'mono',
            href: link(`/t/${segment(sync.table)}/items`, {
              mode: 'get',
              ...Object.fromEntries(names.map(([name, value]) => [`k.${name}`, value])),
            }),
          },
          keyText(each.key) || each.event,
        ),
        h('span', { class: 'bad small' }, each.error),
      ),
    ),
    h(
      'td',
      { 'data-label': 'State' },
      h(
        'span',
        { class: `state is-${isDead ? 'failed' : 'waiting'}` },
        glyph(isDead ? 'failed' : 'waiting'),
        isDead ? 'dead letter' : 'retrying',
      ),
    ),
    h('td', { class: 'soft', 'data-label': 'Change' }, each.what ?? '–'),
    h(
      'td',
      { class: 'num', 'data-label': 'Tries' },
      each.events > 1
        ? `${count(each.tries)}, ${count(each.events - 1)} behind it`
        : count(each.tries),
    ),
    h(
      'td',
      {
        class: 'num nowrap muted',
        'data-label': isDead ? 'Since' : 'Next try',
        title: each.since ? `first refused ${date(Date.parse(each.since))}` : null,
      },
      isDead || !each.retry_at
        ? each.since
          ? since(Date.parse(each.since))
          : '–'
        : since(Date.parse(each.retry_at)),
    ),
    h(
      'td',
      { class: 'num nowrap cell-end' },
      canWrite() &&
        h(
          'span',
          { class: 'row row--acts' },
          button('Retry', {
            small: true,
            'aria-label': `Retry ${keyText(each.key)}`,
            onclick: () => act(sync, 'retry', { event: each.event }, 'Retrying'),
          }),
          isDead &&
            button('Skip…', {
              small: true,
              quiet: true,
              'aria-label': `Skip ${keyText(each.key)}`,
              onclick: () =>
                confirm({
                  title: 'Skip this event?',
                  text: `${sync.sync} will never send it. Later events of the same item are sent then.`,
                  action: 'Skip',
                  run: () => act(sync, 'skip', { event: each.event }, 'Skipped'),
                }),
            }),
        ),
    ),
  );
}

function openReplay(sync, act) {
  const begin = Date.parse(sync.replay_from ?? '');
  const hour = Date.now() - 3_600_000;
  const state = { from: new Date(begin > hour ? begin : hour).toISOString().slice(0, 19) };
  const at = () => Date.parse(`${state.from.replace(' ', 'T').replace(/Z$/, '')}Z`);
  openOverlay(
    () =>
      dialogParts(
        'Replay',
        [
          h(
            'p',
            { key: 'text' },
            `${sync.sync} sends all events since then once more, as far as they are kept. They keep their ids, so a receiver that remembers ids ignores them.`,
          ),
          h(
            'label',
            { class: 'field', key: 'from' },
            h('span', { class: 'field__label' }, 'From, UTC'),
            h('input', {
              class: 'input input--mono',
              autofocus: true,
              value: state.from.replace('T', ' '),
              oninput: (event) => {
                state.from = event.target.value;
                redraw();
              },
            }),
            Number.isNaN(at())
              ? h('span', { class: 'field__error' }, 'a moment, as 2026-11-18 20:00:00')
              : sync.replay_from &&
                  h('span', { class: 'field__hint' }, `Kept since ${date(begin).slice(0, 19)}.`),
          ),
        ],
        button('Cancel', { onclick: closeOverlay }),
        button('Replay', {
          primary: true,
          disabled: Number.isNaN(at()),
          onclick: () => {
            closeOverlay();
            act(sync, 'replay', { from: new Date(at()).toISOString() }, 'Replaying');
          },
        }),
      ),
    { label: 'Replay' },
  );
}

function actions(sync, act) {
  const isPaused = sync.state === 'paused' || sync.state === 'stopped';
  return h(
    'span',
    { class: 'push row row--wrap' },
    button('Replay…', {
      small: true,
      quiet: true,
      'aria-label': `Replay ${sync.sync}`,
      onclick: () => openReplay(sync, act),
    }),
    sync.held_items > 0 &&
      button('Retry all', {
        small: true,
        'aria-label': `Retry all of ${sync.sync}`,
        onclick: () => act(sync, 'retry', {}, 'Retrying all'),
      }),
    sync.dead_letters > 0 &&
      button('Skip all…', {
        small: true,
        'aria-label': `Skip all dead letters of ${sync.sync}`,
        onclick: () =>
          confirm({
            title: 'Skip all dead letters?',
            text: `${plural(sync.dead_letters, 'event')} of ${sync.sync} will never be sent.`,
            action: 'Skip',
            run: () => act(sync, 'skip', { all: 1 }, 'Skipped'),
          }),
      }),
    button(isPaused ? 'Resume' : 'Pause', {
      small: true,
      icon: isPaused ? 'play' : 'pause',
      'aria-label': `${isPaused ? 'Resume' : 'Pause'} ${sync.sync}`,
      onclick: () => act(sync, isPaused ? 'resume' : 'pause', {}, isPaused ? 'Resumed' : 'Paused'),
    }),
  );
}

const fact = (label, value, title) => [
  h('dt', { key: label }, label),
  h('dd', { key: `${label}=`, title: title ?? null }, value),
];

function syncCard(sync, act) {
  const role = ROLES[sync.state] ?? 'initial';
  const when = (text) => (text ? since(Date.parse(text)) : 'never');
  return h(
    'section',
    { class: 'card', key: sync.sync, 'aria-label': sync.sync },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, sync.sync),
      h('span', { class: `state is-${role}` }, glyph(role), sync.state),
      canWrite() && actions(sync, act),
    ),
    sync.error &&
      h(
        'div',
        { class: 'card__body', key: 'error' },
        notice('bad', [
          h('b', { class: 'medium' }, sync.error),
          sync.failures > 0 &&
            `. ${plural(sync.failures, 'failure')} since ${when(sync.failing_since)}`,
          sync.retry_at && `, the next try ${when(sync.retry_at)}`,
          '. Nothing is lost meanwhile.',
        ]),
      ),
    h(
      'dl',
      { class: 'card__body facts facts--row' },
      fact('To', h('span', { class: 'mono' }, sync.url)),
      fact('From', h('a', { href: link(`/t/${segment(sync.table)}/items`) }, sync.table)),
      fact(
        'Pending',
        sync.pending > 0
          ? `${count(sync.pending)} (${bytes(sync.pending_bytes)}), the first ${when(sync.pending_since)}`
          : 'nothing',
      ),
      fact(
        'Delivered',
        sync.delivered > 0
          ? `${count(sync.delivered)}, the last ${when(sync.delivered_at)}`
          : 'nothing yet',
        sync.delivered_at,
      ),
      (sync.skipped > 0 || sync.lost > 0) &&
        fact(
          'Not sent',
          `${count(sync.skipped)} skipped, ${count(sync.lost)} lost because they waited too long`,
        ),
    ),
    sync.held.length > 0 &&
      h(
        'div',
        { class: 'card__past', key: 'held' },
        plainTable(
          ['Item', 'State', 'Change', ['Tries', 'num'], ['When', 'num'], ''],
          sync.held.map((each) => heldRow(sync, each, act)),
        ),
        sync.held_items > sync.held.length &&
          h(
            'div',
            { class: 'card__foot' },
            `The first ${count(sync.held.length)} of ${plural(sync.held_items, 'item')}.`,
          ),
      ),
  );
}

export function open() {
  const syncs = follow(() => rest('GET', '/api/syncs').then((answer) => answer.syncs), REFRESH_MS);
  const act = async (sync, what, query, said) => {
    try {
      await rest('POST', `/api/syncs:${what}`, { query: { sync: sync.sync, ...query } });
      toast(said);
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
    syncs.again();
  };
  function body(all) {
    if (all.length === 0) return nothingYet();
    const sum = (member) => all.reduce((total, each) => total + each[member], 0);
    const dead = sum('dead_letters');
    const held = sum('held_items');
    return [
      tiles(
        tile('Pending', count(sum('pending')), {
          unit: 'events',
          text: sum('pending') > 0 ? bytes(sum('pending_bytes')) : 'everything is delivered',
        }),
        tile('Held back', count(held), {
          unit: 'items',
          text: held > 0 ? `${count(held - dead)} retried automatically` : 'nothing is refused',
          kind: held > 0 ? 'warn' : '',
        }),
        tile('Dead letters', count(dead), {
          unit: 'events',
          text: dead > 0 ? 'retry or skip them' : 'none',
          kind: dead > 0 ? 'bad' : '',
        }),
        tile('Delivered', count(sum('delivered')), { unit: 'events', text: 'since they began' }),
      ),
      all.map((sync) => syncCard(sync, act)),
    ];
  }
  return {
    title: 'Deliveries',
    section: 'work',
    close: syncs.close,
    view: () => page(workHead('deliveries'), scrollBody(loaded(syncs.held, body))),
  };
}
