// Whether all that is stored agrees with itself: asked for by a person, told as it goes on.
import { h } from '../core/dom.js';
import { canWrite } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { bytes, count, duration, plural } from '../core/words.js';
import { button, glyph } from '../parts/bits.js';
import { card, plainTable } from '../parts/tiles.js';

const ROLES = { running: 'active', done: 'done', stopped: 'ended', failed: 'failed' };
const SHOWN = 100;

function disagreementRow(each, i) {
  return h(
    'tr',
    { key: i },
    h('td', { class: 'cell-title' }, h('span', { class: 'badge badge--bad' }, each.about)),
    h(
      'td',
      { 'data-label': 'Table' },
      h('a', { href: link(`/t/${segment(each.table)}/items`) }, each.table),
    ),
    h('td', { class: 'mono', 'data-label': 'Item' }, each.item ?? '–'),
    h('td', { class: 'cell-text' }, each.what),
  );
}

function told(check) {
  const share = check.items_total > 0 ? Math.min(1, check.items / check.items_total) : null;
  const isRunning = check.state === 'running';
  return [
    isRunning &&
      h('progress', {
        key: 'bar',
        class: 'progress progress--bar',
        max: 1,
        value: share ?? 0,
        'aria-label': `Check, ${Math.round((share ?? 0) * 100)} %`,
      }),
    h(
      'p',
      { class: 'small soft', key: 'text' },
      isRunning && check.table ? ['at ', h('b', { class: 'medium' }, check.table), ': '] : null,
      `${count(check.items)}${isRunning ? ` of about ${count(check.items_total)}` : ''} items, `,
      `${count(check.rows)} rows (${bytes(check.row_bytes)}) in ${duration(check.ran_ms)}`,
      check.error && h('span', { class: 'bad' }, `. ${check.error}`),
    ),
    check.not_compared?.length > 0 &&
      h(
        'p',
        { class: 'small muted', key: 'left' },
        `Not compared: ${check.not_compared.join('; ')}`,
      ),
  ];
}

export function checkCard(check, move) {
  const isRunning = check.state === 'running';
  const isNew = check.state === 'none';
  const isBad = check.disagreements > 0;
  const role = isBad ? 'failed' : ROLES[check.state];
  const word = isBad
    ? plural(check.disagreements, 'disagreement')
    : check.state === 'done'
      ? 'all agrees'
      : check.state;
  return card(
    'Check',
    {
      note: isNew ? 'compares items, indexes, streams, history, rollups and counts' : null,
      more: [
        !isNew && h('span', { class: `state is-${role}` }, glyph(role), word),
        canWrite() &&
          h(
            'span',
            { class: 'push' },
            isRunning
              ? button('Stop', { small: true, onclick: () => move('stop') })
              : button(isNew ? 'Check everything' : 'Check again', {
                  small: true,
                  onclick: () => move('start'),
                }),
          ),
      ],
    },
    isNew
      ? h(
          'p',
          { class: 'card__body small soft' },
          'No check has run since the server started. A check reads all stored data in the background and changes nothing.',
        )
      : h('div', { class: 'card__body stack' }, told(check)),
    isBad &&
      h(
        'div',
        { class: 'card__past' },
        plainTable(
          ['About', 'Table', 'Item', 'What is wrong'],
          check.first.slice(0, SHOWN).map(disagreementRow),
        ),
        check.disagreements > SHOWN &&
          h('div', { class: 'card__foot' }, `The first ${SHOWN} of ${count(check.disagreements)}.`),
      ),
  );
}
