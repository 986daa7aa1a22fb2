// The servers that share a store: who is there, since when, and which jobs each of them does.
import { h } from '../core/dom.js';
import { count, date, duration, plural, since } from '../core/words.js';
import { badge, glyph, notice } from '../parts/bits.js';
import { card, plainTable } from '../parts/tiles.js';

// A server shows itself once a second; after five without a sign its leases go to others.
const LATE_MS = 2500;
const LEASES_SHOWN = 8;

function signOf(server) {
  const isLate = server.silent_ms > LATE_MS;
  const role = isLate ? 'active' : 'done';
  return h(
    'span',
    { class: `state is-${role}` },
    glyph(role),
    isLate ? `silent for ${duration(server.silent_ms)}` : 'alive',
  );
}

function leasesOf({ leases }) {
  if (leases.length === 0) return h('span', { class: 'muted' }, 'none');
  const more = leases.length - LEASES_SHOWN;
  return h(
    'span',
    { class: 'muted small', title: leases.join(', ') },
    leases.slice(0, LEASES_SHOWN).join(', '),
    more > 0 && ` and ${count(more)} more`,
  );
}

function row(server) {
  return h(
    'tr',
    { key: server.name },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'span',
        { class: 'row' },
        h('span', { class: 'mono medium' }, server.name),
        server.this && badge('this one', 'accent'),
        server.role === 'command' && badge('a command'),
      ),
    ),
    h('td', { 'data-label': 'State' }, signOf(server)),
    h('td', { class: 'mono', 'data-label': 'Address' }, server.address ?? '–'),
    h('td', { class: 'soft', 'data-label': 'Machine' }, server.machine ?? '–'),
    h('td', { class: 'soft', 'data-label': 'Version' }, server.version ?? '–'),
    h(
      'td',
      {
        class: 'num nowrap',
        'data-label': 'Began',
        title: server.since ? date(Date.parse(server.since)) : null,
      },
      server.since ? since(Date.parse(server.since)) : '–',
    ),
    h('td', { class: 'cell-text', 'data-label': 'Jobs' }, leasesOf(server)),
  );
}

export function clusterCard({ shared, servers, free_leases: free }) {
  if (!shared && servers.length < 2) return null;
  return card(
    'Servers of this store',
    {
      note: plural(servers.length, 'server'),
      foot: 'When a server is silent for five seconds, the others take over its jobs.',
    },
    free.length > 0 &&
      h(
        'div',
        { class: 'card__body', key: 'free' },
        notice(
          'warn',
          `${plural(free.length, 'job')} of servers that are gone: ${free.join(', ')}`,
        ),
      ),
    plainTable(
      ['Server', 'State', 'Address', 'Machine', 'Version', ['Began', 'num'], 'Jobs'],
      servers.map(row),
      { roomy: false },
    ),
  );
}
