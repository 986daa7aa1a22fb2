// What can be brought back, of all tables: recovery windows, backups, exports and imports.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { tableList } from '../api/schema.js';
import { bytes, count, date, plural, since } from '../core/words.js';
import { button, crumbs, empty, glyph, loaded, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { backupTable } from '../recovery/backup_list.js';
import { backupsOf, recoveryOf, transfers } from '../recovery/calls.js';
import { openBackUp } from '../recovery/dialogs.js';
import { openExport, openImport } from '../recovery/transfer_dialogs.js';
import { followRestores } from '../recovery/under_way.js';

const REFRESH_MS = 3000;
const ROLES = {
  COMPLETED: 'done',
  IN_PROGRESS: 'active',
  FAILED: 'failed',
  CANCELLED: 'ended',
  CANCELLING: 'ended',
};

async function readTables() {
  const tables = await tableList();
  return Promise.all(
    tables.map(async ({ table, model }) => ({
      name: table.TableName,
      model,
      recovery: await recoveryOf(table.TableName).catch(() => ({ on: false })),
    })),
  );
}

// Progress is told by the jobs, which have the table and the end of the ARN in their names.
async function readTransfers() {
  const [list, { jobs }] = await Promise.all([transfers(), rest('GET', '/api/jobs')]);
  return list.map((each) => {
    const id = each.arn.split('/').pop();
    return { ...each, job: jobs.find((job) => job.name === `${each.kind}/${each.table}/${id}`) };
  });
}

function tile(label, value, unit, noteText, kind = '') {
  return h(
    'div',
    { class: `tile${kind ? ` tile--${kind}` : ''}`, key: label },
    h('span', { class: 'tile__label' }, label),
    h('span', { class: 'tile__value' }, value, unit && h('span', { class: 'tile__unit' }, unit)),
    h('span', { class: 'tile__note' }, noteText),
  );
}

function tiles(tables, backups) {
  const on = tables.filter((each) => each.recovery.on).length;
  const whole = backups.filter((each) => each.status === 'AVAILABLE');
  const size = whole.reduce((sum, each) => sum + (each.bytes ?? 0), 0);
  const bare = tables.filter(
    (each) => !each.recovery.on && !whole.some((one) => one.table === each.name),
  );
  return h(
    'div',
    { class: 'tiles', key: 'tiles' },
    tile(
      'Recovery to any moment',
      count(on),
      `of ${plural(tables.length, 'table')}`,
      'as a new table',
    ),
    tile(
      'Backups',
      count(whole.length),
      bytes(size),
      whole[0] ? `the last one ${since(whole[0].made)}` : 'none yet',
    ),
    tile(
      'Unprotected',
      count(bare.length),
      bare.length === 1 ? 'table' : 'tables',
      bare.length === 0
        ? 'everything can be brought back'
        : bare
            .slice(0, 2)
            .map((each) => each.name)
            .join(', '),
      bare.length === 0 ? '' : 'warn',
    ),
  );
}

function tableRow({ name, model, recovery }, backups, changed) {
  const last = backups.find((each) => each.table === name && each.status === 'AVAILABLE');
  const href = link(`/t/${segment(name)}/recovery`);
  const role = recovery.on ? 'done' : 'initial';
  return h(
    'tr',
    { key: name },
    h('td', { class: 'cell-title' }, h('a', { class: 'medium', href }, name)),
    h(
      'td',
      { 'data-label': 'Recovery' },
      h('span', { class: `state is-${role}` }, glyph(role), recovery.on ? 'on' : 'off'),
    ),
    h(
      'td',
      { class: 'num', 'data-label': 'Window' },
      recovery.on ? plural(recovery.days, 'day') : '–',
    ),
    h(
      'td',
      {
        class: 'num nowrap',
        'data-label': 'Reaches back',
        title: recovery.earliest ? date(recovery.earliest) : null,
      },
      recovery.earliest ? since(recovery.earliest).replace(' ago', '') : '–',
    ),
    h('td', { class: 'num nowrap', 'data-label': 'Last backup' }, last ? since(last.made) : '–'),
    h(
      'td',
      { class: 'soft', 'data-label': 'Model' },
      model ? model.name : h('span', { class: 'muted' }, 'none'),
    ),
    h(
      'td',
      { class: 'num cell-end' },
      canWrite() &&
        button('Back up…', {
          small: true,
          'aria-label': `Back up ${name}`,
          onclick: () => openBackUp(name, changed),
        }),
    ),
  );
}

function tablesCard(tables, backups, changed) {
  return h(
    'section',
    { class: 'card', key: 'tables', 'aria-label': 'Tables' },
    h('div', { class: 'card__head' }, h('h2', null, 'Tables')),
    h(
      'div',
      { class: 'table-wrap' },
      h(
        'table',
        { class: 'table table--roomy table--stack' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ['Table', 'Recovery'].map((text) => h('th', { key: text, scope: 'col' }, text)),
            ['Window', 'Reaches back', 'Last backup'].map((text) =>
              h('th', { key: text, scope: 'col', class: 'num' }, text),
            ),
            h('th', { scope: 'col' }, 'Model'),
            h('th', { scope: 'col' }, h('span', { class: 'sr' }, 'Actions')),
          ),
        ),
        h(
          'tbody',
          null,
          tables.map((each) => tableRow(each, backups, changed)),
        ),
      ),
    ),
  );
}

function transferRow(each) {
  const role = ROLES[each.status] ?? 'initial';
  const share = each.job?.total ? Math.min(1, each.job.done / each.job.total) : null;
  return h(
    'tr',
    { key: each.arn },
    h('td', { class: 'cell-title' }, h('span', { class: 'medium' }, each.table)),
    h(
      'td',
      { class: 'soft', 'data-label': 'What' },
      `${each.kind}, ${each.what.toLowerCase().replace('_', ' ')}`,
    ),
    h(
      'td',
      { 'data-label': 'State' },
      h(
        'span',
        { class: `state is-${role}` },
        glyph(role),
        each.status.toLowerCase().replace('_', ' '),
      ),
    ),
    h(
      'td',
      { class: 'cell-full', 'data-label': 'Progress' },
      each.status === 'IN_PROGRESS' && share !== null
        ? h('progress', {
            class: 'progress',
            max: 1,
            value: share,
            'aria-label': `${each.kind} of ${each.table}`,
          })
        : h('span', { class: 'muted small' }, each.job?.error ?? '–'),
    ),
  );
}

function transfersCard(list, tables, again) {
  return h(
    'section',
    { class: 'card', key: 'transfers', 'aria-label': 'Exports and imports' },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, 'Exports and imports'),
      canWrite() &&
        h(
          'span',
          { class: 'push row' },
          button('Export a table…', {
            small: true,
            icon: 'export',
            onclick: () => openExport(tables, again),
          }),
          button('Import a table…', { small: true, onclick: () => openImport(again) }),
        ),
    ),
    list.length === 0
      ? h(
          'p',
          { class: 'card__body muted' },
          'None yet. An export writes a table into files of a bucket, as AWS does; an import makes a table of such files, or of CSV. The server needs ',
          h('code', null, '--s3'),
          ' for both.',
        )
      : h(
          'table',
          { class: 'table table--roomy table--stack' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              ['Table', 'What', 'State', 'Progress'].map((text) =>
                h('th', { key: text, scope: 'col' }, text),
              ),
            ),
          ),
          h('tbody', null, list.map(transferRow)),
        ),
  );
}

export function open() {
  const restores = followRestores();
  const state = {
    held: load(Promise.all([readTables(), backupsOf()])),
    transfers: load(readTransfers()),
  };
  const again = async () => {
    const next = load(Promise.all([readTables(), backupsOf()]));
    const list = load(readTransfers());
    await Promise.all([next.promise, list.promise]);
    if (!next.error) state.held = next;
    if (!list.error) state.transfers = list;
    redraw();
  };
  const timer = setInterval(() => {
    const isMoving =
      state.held.value?.[1].some((each) => each.status === 'CREATING') ||
      state.transfers.value?.some((each) => each.status === 'IN_PROGRESS');
    if (isMoving && !document.hidden) again();
  }, REFRESH_MS);
  const restored = (to) => {
    restores.add(to);
    toast(`Restoring ${to}`);
  };
  function body([tables, backups]) {
    if (tables.length === 0 && backups.length === 0)
      return h(
        'section',
        { class: 'card' },
        empty(
          'archive',
          'Nothing to back up',
          'There is no table yet. Recovery and backups of each table will be here.',
        ),
      );
    return [
      restores.view(),
      tiles(tables, backups),
      tables.length > 0 && tablesCard(tables, backups, again),
      h(
        'section',
        { class: 'card', key: 'backups', 'aria-label': 'Backups' },
        h('div', { class: 'card__head' }, h('h2', null, 'Backups')),
        backups.length === 0
          ? h(
              'p',
              { class: 'card__body muted' },
              'None yet. A model makes them by itself with ',
              h('code', null, 'backups: {every: 1d, keep: 35d}'),
              ' in its table.',
            )
          : backupTable(backups, { withTable: true, restored, changed: again }),
      ),
      loaded(state.transfers, (list) => transfersCard(list, tables, again), { lines: 2 }),
    ];
  }
  return {
    title: 'Backups',
    section: 'backups',
    close: () => {
      clearInterval(timer);
      restores.close();
    },
    view: () =>
      page(
        pageHead({
          crumbs: crumbs({ text: 'Backups' }),
          meta: [
            h(
              'span',
              { key: 1 },
              'kept where ',
              h('code', null, 'partita serve --backups'),
              ' says',
            ),
          ],
        }),
        scrollBody(loaded(state.held, body)),
      ),
  };
}
