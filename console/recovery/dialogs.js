// Dialogs that bring a table back under a new name, make a backup, and switch recovery.
import { toast } from '../core/app.js';
import { dynamo } from '../api/call.js';
import { forgetAll } from '../api/schema.js';
import { openForm, tableName, whole } from '../parts/form_dialog.js';
import { confirm } from '../parts/overlay.js';

const WHAT_COMES =
  'Its key, indexes, billing and encryption come with it. Stream, TTL, recovery, tags and protection do not, unless a model rules a table of that name.';

export function openRestore({ title, text, name, run, done }) {
  openForm({
    title,
    text: [text, WHAT_COMES],
    fields: [
      {
        name: 'to',
        label: 'Name of the new table',
        value: name.slice(0, 255),
        first: true,
        check: tableName,
        hint: 'The table that is there now is not touched.',
      },
    ],
    action: 'Restore',
    run: async ({ to }) => {
      const answer = await run(to);
      forgetAll();
      done(to, answer);
    },
  });
}

export function openBackUp(table, done) {
  const stamp = new Date().toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  openForm({
    title: `Back up ${table}`,
    text: 'All items as they are at this moment, in files of their own. Clients go on writing meanwhile.',
    fields: [
      {
        name: 'backup',
        label: 'Name of the backup',
        value: `by-hand-${stamp}`,
        first: true,
        check: tableName, // The same characters.
        hint: 'It stays until somebody deletes it.',
      },
    ],
    action: 'Back up',
    run: async ({ backup }) => {
      await dynamo('CreateBackup', { TableName: table, BackupName: backup });
      toast(`Backing up ${table}`);
      done();
    },
  });
}

export function confirmDelete(backup, done) {
  confirm({
    title: 'Delete this backup?',
    text: `${backup.name} of ${backup.table} cannot be brought back.`,
    action: 'Delete',
    run: () =>
      dynamo('DeleteBackup', { BackupArn: backup.arn }).then(
        () => {
          toast('Deleted');
          done();
        },
        (error) => toast(error.message, { kind: 'bad' }),
      ),
  });
}

export function openDays({ table, days, on, run }) {
  openForm({
    title: on ? 'How far back' : `Keep the past of ${table}`,
    fields: [
      {
        name: 'days',
        label: 'Days',
        value: String(days),
        first: true,
        number: true,
        min: 1,
        max: 35,
        check: whole(1, 35),
        hint: (value) =>
          on && Number(value) < days
            ? 'What is older than that is forgotten at once.'
            : 'What is older is forgotten.',
      },
    ],
    action: on ? 'Set' : 'Switch on',
    run: ({ days: wanted }) => run(Number(wanted)),
  });
}

export function confirmOff(table, run) {
  confirm({
    title: 'Switch recovery off?',
    text: `The past of ${table} is forgotten. Switched on again, it begins anew.`,
    action: 'Switch off',
    run,
  });
}
