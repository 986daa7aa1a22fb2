// Backups as a list, of one table or of all.
import { h } from '../core/dom.js';
import { canWrite } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { bytes, date, since } from '../core/words.js';
import { button, glyph, iconButton } from '../parts/bits.js';
import { restoreBackup } from './calls.js';
import { confirmDelete, openRestore } from './dialogs.js';

const ROLES = { AVAILABLE: 'done', CREATING: 'active', DELETED: 'ended' };
// Those that a model asks for have an end; those that people make have none.
const kindOf = ({ type, ends }) =>
  type === 'SYSTEM' ? 'of a deleted table' : ends ? 'by the model' : 'by hand';

function row(backup, { withTable, restored, changed }) {
  const role = ROLES[backup.status] ?? 'initial';
  const isThere = backup.status === 'AVAILABLE';
  const restore = () =>
    openRestore({
      title: 'Restore a backup',
      text: `A new table of what ${backup.table} was ${since(backup.made)}, ${date(backup.made)}.`,
      name: `${backup.table}-restored`,
      run: (to) => restoreBackup(backup.arn, to),
      done: restored,
    });
  return h(
    'tr',
    { key: backup.arn },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'span',
        { class: 'stack stack--1' },
        h('span', { class: 'medium' }, backup.name),
        h('span', { class: 'muted small' }, kindOf(backup)),
      ),
    ),
    withTable &&
      h(
        'td',
        { class: 'cell-full', 'data-label': 'Table' },
        h('a', { href: link(`/t/${segment(backup.table)}/recovery`) }, backup.table),
      ),
    h(
      'td',
      { 'data-label': 'State' },
      h('span', { class: `state is-${role}` }, glyph(role), backup.status.toLowerCase()),
    ),
    h(
      'td',
      { class: 'num', 'data-label': 'Size' },
      backup.bytes === null ? '–' : bytes(backup.bytes),
    ),
    h(
      'td',
      { class: 'num nowrap', 'data-label': 'Made', title: date(backup.made) },
      since(backup.made),
    ),
    h(
      'td',
      {
        class: 'num nowrap muted',
        'data-label': 'Goes',
        title: backup.ends ? date(backup.ends) : null,
      },
      backup.ends ? since(backup.ends) : 'stays',
    ),
    h(
      'td',
      { class: 'num nowrap cell-end' },
      canWrite() &&
        h(
          'span',
          { class: 'row row--acts' },
          button('Restore…', {
            small: true,
            disabled: !isThere,
            'aria-label': `Restore ${backup.name} of ${backup.table}`,
            onclick: restore,
          }),
          backup.type === 'USER' &&
            iconButton('trash', `Delete ${backup.name} of ${backup.table}`, {
              class: 'btn--sm',
              disabled: !isThere,
              onclick: () => confirmDelete(backup, changed),
            }),
        ),
    ),
  );
}

export function backupTable(backups, options) {
  const heads = ['Backup', options.withTable && 'Table', 'State'].filter(Boolean);
  return h(
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
          heads.map((text) => h('th', { key: text, scope: 'col' }, text)),
          ['Size', 'Made', 'Goes'].map((text) =>
            h('th', { key: text, scope: 'col', class: 'num' }, text),
          ),
          h('th', { scope: 'col' }, h('span', { class: 'sr' }, 'Actions')),
        ),
      ),
      h(
        'tbody',
        null,
        backups.map((each) => row(each, options)),
      ),
    ),
  );
}
