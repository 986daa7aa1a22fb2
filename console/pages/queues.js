// Tables that workers take items from: what waits, who has what for how long, what nobody could do.
import { h } from '../core/dom.js';
import { follow } from '../core/poll.js';
import { link, segment } from '../core/router.js';
import { count, date, duration, plural } from '../core/words.js';
import { empty, entityMark, loaded, statePill } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { plainTable, tile, tiles } from '../parts/tiles.js';
import { workHead } from '../parts/work_head.js';
import { readQueues, workersOf } from '../lifecycle/queues.js';

const REFRESH_MS = 3000;
const SHOWN = 50;
const EXAMPLE = `lifecycle:
  work:
    states: [processing]
    for: 5m
    token: lease_token
    until: lease_until
    worker: leased_by
    then: queued
    dead: {to: failed}`;

function nothingYet() {
  return h(
    'section',
    { class: 'card', key: 'none' },
    empty(
      'jobs',
      'No queue',
      'A table can be a queue: workers take the items that wait, one worker each, for as long as they show that they are alive. The lifecycle of an entity says so.',
    ),
    h('div', { class: 'card__body' }, h('pre', { class: 'code', tabindex: '0' }, EXAMPLE)),
  );
}

// What is left of a lease, as a bar that empties.
function leaseBar(queue, each) {
  if (!each.isLeased)
    return h(
      'span',
      { class: 'muted small', title: 'taken by a plain call, without a token' },
      'no lease',
    );
  if (each.until === null) return h('span', { class: 'muted small' }, 'no end');
  const left = each.until - Date.now();
  const share = Math.max(0, Math.min(1, left / queue.work.for_ms));
  return h(
    'span',
    { class: 'leasebar', title: date(each.until) },
    h('progress', {
      class: `progress${share < 0.25 ? ' is-active' : ''}`,
      max: 1,
      value: share,
      'aria-label': `${Math.round(share * 100)} % of the lease is left`,
    }),
    h(
      'span',
      { class: left > 0 ? 'nowrap' : 'warn nowrap' },
      left > 0 ? `${duration(left)} left` : `over for ${duration(-left)}`,
    ),
  );
}

function takenRow(queue, each) {
  const key = Object.fromEntries(queue.schema.keyNames.map((name) => [name, each.item[name]]));
  const { max } = queue.work;
  return h(
    'tr',
    { key: JSON.stringify(key) },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'a',
        {
          class: 'mono',
          href: link(`/t/${segment(queue.schema.name)}/items`, { sel: JSON.stringify(key) }),
        },
        each.id ??
          Object.values(key)
            .map((value) => Object.values(value)[0])
            .join(' · '),
      ),
    ),
    h('td', { 'data-label': 'State' }, statePill(queue.entity.lifecycle, each.state)),
    h(
      'td',
      { 'data-label': 'Worker' },
      each.worker || h('span', { class: 'muted' }, each.isLeased ? 'no name' : '–'),
    ),
    h('td', { class: 'cell-full', 'data-label': 'Lease' }, leaseBar(queue, each)),
    h(
      'td',
      {
        class: `num${max && each.attempts >= max ? ' warn' : ''}`,
        'data-label': 'Taken',
        title: max && each.attempts >= max ? 'the last time' : null,
      },
      each.attempts === null
        ? '–'
        : max
          ? `${each.attempts} of ${max} times`
          : `${each.attempts} times`,
    ),
  );
}

function workerChips(queue) {
  const workers = workersOf(queue);
  if (workers.length === 0) return null;
  return h(
    'ul',
    { class: 'card__body row row--wrap', 'aria-label': 'Workers', key: 'workers' },
    workers
      .slice(0, 24)
      .map((each) =>
        h(
          'li',
          { key: each.name, class: 'chip chip--ui' },
          h('b', { class: 'medium' }, each.name),
          plural(each.items, 'item'),
        ),
      ),
    workers.length > 24 && h('li', { class: 'muted small' }, `and ${workers.length - 24} more`),
  );
}

function queueCard(queue) {
  const { entity, schema, work, taken } = queue;
  const { lifecycle } = entity;
  const root = `/t/${segment(schema.name)}`;
  const leased = taken.filter((each) => each.isLeased).length;
  const state = (name) =>
    h(
      'a',
      { key: name, href: link(`${root}/lifecycle`, { entity: entity.name }) },
      statePill(lifecycle, name),
    );
  return h(
    'section',
    {
      class: 'card',
      key: `${queue.model.name}/${entity.name}`,
      'aria-label': `${entity.name} of ${schema.name}`,
    },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, entityMark(schema, entity.name)),
      h('a', { class: 'small', href: link(`${root}/items`) }, schema.name),
      h(
        'span',
        { class: 'push row row--wrap small muted' },
        queue.claims.map((each) =>
          h(
            'a',
            {
              key: each.name,
              href: link(`/m/${segment(queue.model.name)}/patterns`, { run: each.name }),
            },
            each.name,
          ),
        ),
      ),
    ),
    h(
      'div',
      { class: 'flowline card__body' },
      h(
        'span',
        { class: 'flowline__part' },
        state(work.then),
        h('b', null, count(queue.waiting)),
        'waiting',
      ),
      h('span', { class: 'flowline__arrow', 'aria-hidden': 'true' }, '→'),
      h(
        'span',
        { class: 'flowline__part' },
        work.states.map(state),
        h('b', null, count(taken.length + queue.hidden)),
        leased > 0 ? `taken, ${count(leased)} with a lease` : 'taken',
      ),
      work.dead && h('span', { class: 'flowline__arrow', 'aria-hidden': 'true' }, '→'),
      work.dead &&
        h(
          'span',
          { class: 'flowline__part' },
          state(work.dead),
          h('b', null, count(queue.dead)),
          work.max ? `after ${work.max} attempts` : null,
        ),
      h(
        'span',
        { class: 'push muted small' },
        `a lease lasts ${duration(work.for_ms)} from the last sign of life`,
      ),
    ),
    workerChips(queue),
    taken.length === 0
      ? h('p', { class: 'card__body muted', key: 'none' }, 'No worker has an item now.')
      : h(
          'div',
          { class: 'card__past', key: 'taken' },
          plainTable(
            ['Item', 'State', 'Worker', 'Lease', ['Taken', 'num']],
            taken.slice(0, SHOWN).map((each) => takenRow(queue, each)),
            { roomy: false },
          ),
        ),
    taken.length + queue.hidden > SHOWN &&
      h(
        'div',
        { class: 'card__foot', key: 'more' },
        `The ${SHOWN} whose leases end first, of ${count(taken.length + queue.hidden)}.`,
      ),
  );
}

export function open() {
  const queues = follow(readQueues, REFRESH_MS);
  function body(all) {
    if (all.length === 0) return nothingYet();
    const taken = all.flatMap((queue) => queue.taken);
    const sum = (of) => all.reduce((total, queue) => total + of(queue), 0);
    const workers = new Set(all.flatMap((queue) => workersOf(queue).map((each) => each.name)));
    const over = taken.filter((each) => each.isLeased && each.until < Date.now()).length;
    return [
      tiles(
        tile('Waiting', count(sum((queue) => queue.waiting)), { unit: 'items' }),
        tile('Taken', count(sum((queue) => queue.taken.length + queue.hidden)), {
          unit: 'items',
          text: `${count(taken.filter((each) => each.isLeased).length)} with a lease`,
        }),
        tile('Workers', count(workers.size), { text: 'with an item now' }),
        tile('Leases over', count(over), {
          text:
            over > 0
              ? 'wait again within seconds'
              : workers.size > 0
                ? 'all are alive'
                : 'no item is leased',
          kind: over > 0 ? 'warn' : '',
        }),
      ),
      all.map(queueCard),
    ];
  }
  return {
    title: 'Queues',
    section: 'work',
    close: queues.close,
    view: () =>
      page(
        workHead('queues', queues.held.value ? [plural(queues.held.value.length, 'queue')] : []),
        scrollBody(loaded(queues.held, body)),
      ),
  };
}
