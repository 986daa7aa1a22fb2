// A new table by hand: its key and how it is paid. Indexes and all else come later, or from a model.
import { h } from '../core/dom.js';
import { redraw, toast } from '../core/app.js';
import { go, link, segment } from '../core/router.js';
import { dynamo } from '../api/call.js';
import { forgetAll } from '../api/schema.js';
import { button, failure, segmented } from '../parts/bits.js';
import { closeOverlay, dialogParts, openOverlay } from '../parts/overlay.js';

const NAME = /^[A-Za-z0-9_.-]{3,255}$/;
const KINDS = [
  ['S', 'Text'],
  ['N', 'Number'],
  ['B', 'Binary'],
];

const requestOf = ({ name, pk, pkType, sk, skType }) => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: pk, AttributeType: pkType },
    ...(sk ? [{ AttributeName: sk, AttributeType: skType }] : []),
  ],
  KeySchema: [
    { AttributeName: pk, KeyType: 'HASH' },
    ...(sk ? [{ AttributeName: sk, KeyType: 'RANGE' }] : []),
  ],
});

export function openCreate() {
  const state = { name: '', pk: 'id', pkType: 'S', sk: '', skType: 'S', error: null, busy: false };
  const isFine = () => NAME.test(state.name) && state.pk !== '' && state.pk !== state.sk;
  const set = (change) => {
    Object.assign(state, change, { error: null });
    redraw();
  };
  const run = async () => {
    if (!isFine() || state.busy) return;
    set({ busy: true });
    try {
      await dynamo('CreateTable', requestOf(state));
      forgetAll();
      closeOverlay();
      toast(`${state.name} is there`);
      go(link(`/t/${segment(state.name)}/items`));
    } catch (error) {
      Object.assign(state, { error, busy: false });
      redraw();
    }
  };
  const input = (label, member, hint, more = {}) =>
    h(
      'label',
      { class: 'field grow' },
      h('span', { class: 'field__label' }, label),
      h('input', {
        class: 'input input--mono',
        spellcheck: 'false',
        autocomplete: 'off',
        value: state[member],
        oninput: (event) => set({ [member]: event.target.value }),
        ...more,
      }),
      hint,
    );
  const key = (label, member, kind, hint) =>
    h(
      'div',
      { class: 'row row--top keyrow', key: member },
      input(label, member, hint && h('span', { class: 'field__hint' }, hint)),
      segmented(`Type of the ${label.toLowerCase()}`, kind, KINDS, state[kind], (value) =>
        set({ [kind]: value }),
      ),
    );
  const nameHint = () =>
    state.name === '' || NAME.test(state.name)
      ? null
      : h('span', { class: 'field__error' }, '3 to 255 letters, digits, and any of _ . -');
  openOverlay(
    () =>
      dialogParts(
        'Create a table',
        h(
          'form',
          {
            class: 'stack stack--4',
            onsubmit: (event) => {
              event.preventDefault();
              run();
            },
          },
          input('Name', 'name', nameHint(), { autofocus: true, placeholder: 'orders' }),
          key('Partition key', 'pk', 'pkType'),
          key('Sort key', 'sk', 'skType', 'May be left out.'),
          h(
            'p',
            { class: 'muted small' },
            'Paid by request. A model can rule it later: entities, indexes, lifecycles, expiry.',
          ),
          state.error && failure(state.error),
          h('button', { type: 'submit', class: 'sr', tabindex: '-1', 'aria-hidden': 'true' }),
        ),
        button('Cancel', { onclick: closeOverlay }),
        button('Create', { primary: true, disabled: !isFine() || state.busy, onclick: run }),
      ),
    { label: 'Create a table' },
  );
}
