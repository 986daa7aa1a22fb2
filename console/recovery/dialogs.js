// Dialogs that bring a table back under a new name, make a backup, and switch recovery.
import { h } from '../core/dom.js';
import { redraw, toast } from '../core/app.js';
import { dynamo } from '../api/call.js';
import { forgetAll } from '../api/schema.js';
import { button, failure, notice } from '../parts/bits.js';
import { closeOverlay, confirm, dialogParts, openOverlay } from '../parts/overlay.js';

const NAME = /^[A-Za-z0-9_.-]{3,255}$/;

// Asks for a name and then runs; what the server refuses is shown in the dialog.
function askName({ title, label, name, hint, action, body, run }) {
  const state = { name, error: null, busy: false };
  const isNamed = () => NAME.test(state.name);
  const go = async () => {
    if (!isNamed() || state.busy) return;
    Object.assign(state, { busy: true, error: null });
    redraw();
    try {
      await run(state.name);
      closeOverlay();
    } catch (error) {
      Object.assign(state, { error, busy: false });
      redraw();
    }
  };
  openOverlay(
    () =>
      dialogParts(
        title,
        h(
          'form',
          {
            class: 'stack stack--3',
            onsubmit: (event) => {
              event.preventDefault();
              go();
            },
          },
          body,
          h(
            'label',
            { class: 'field' },
            h('span', { class: 'field__label' }, label),
            h('input', {
              class: 'input input--mono',
              autofocus: true,
              spellcheck: 'false',
              autocomplete: 'off',
              value: state.name,
              oninput: (event) => {
                state.name = event.target.value;
                redraw();
              },
            }),
            h(
              'span',
              { class: isNamed() ? 'field__hint' : 'field__error' },
              isNamed() ? hint : '3 to 255 letters, digits, and any of _ . -',
            ),
          ),
          state.error && failure(state.error),
        ),
        button('Cancel', { onclick: closeOverlay }),
        button(action, { primary: true, disabled: !isNamed() || state.busy, onclick: go }),
      ),
    { label: title },
  );
}

const WHAT_COMES =
  'Its key, indexes, billing and encryption come with it. Stream, TTL, recovery, tags and protection do not, unless a model rules a table of that name.';

export function openRestore({ title, text, name, run, done }) {
  askName({
    title,
    label: 'Name of the new table',
    name: name.slice(0, 255),
    hint: 'The table that is there now is not touched.',
    action: 'Restore',
    body: [
      h('p', { key: 'text' }, text),
      h('p', { key: 'what', class: 'muted small' }, WHAT_COMES),
    ],
    run: async (to) => {
      const answer = await run(to);
      forgetAll();
      done(to, answer);
    },
  });
}

export function openBackUp(table, done) {
  const stamp = new Date().toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  askName({
    title: `Back up ${table}`,
    label: 'Name of the backup',
    name: `by-hand-${stamp}`,
    hint: 'It stays until somebody deletes it.',
    action: 'Back up',
    body: h(
      'p',
      { key: 'text' },
      'All items as they are at this moment, in files of their own. Clients go on writing meanwhile.',
    ),
    run: async (name) => {
      await dynamo('CreateBackup', { TableName: table, BackupName: name });
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
  const state = { days: String(days), error: null };
  const isFine = () =>
    /^\d+$/.test(state.days) && Number(state.days) >= 1 && Number(state.days) <= 35;
  const title = on ? 'How far back' : `Keep the past of ${table}`;
  openOverlay(
    () =>
      dialogParts(
        title,
        [
          h(
            'label',
            { class: 'field', key: 'days' },
            h('span', { class: 'field__label' }, 'Days'),
            h('input', {
              class: 'input',
              type: 'number',
              min: 1,
              max: 35,
              autofocus: true,
              value: state.days,
              oninput: (event) => {
                state.days = event.target.value;
                redraw();
              },
            }),
            h(
              'span',
              { class: isFine() ? 'field__hint' : 'field__error' },
              isFine() ? 'What is older is forgotten.' : '1 to 35 days',
            ),
          ),
          on &&
            Number(state.days) < days &&
            notice('warn', 'What is older than that is forgotten at once.'),
          state.error && failure(state.error),
        ],
        button('Cancel', { onclick: closeOverlay }),
        button(on ? 'Set' : 'Switch on', {
          primary: true,
          disabled: !isFine(),
          onclick: () =>
            run(Number(state.days)).then(closeOverlay, (error) => {
              state.error = error;
              redraw();
            }),
        }),
      ),
    { label: title },
  );
}

export function confirmOff(table, run) {
  confirm({
    title: 'Switch recovery off?',
    text: `The past of ${table} is forgotten. Switched on again, it begins anew.`,
    action: 'Switch off',
    run,
  });
}
