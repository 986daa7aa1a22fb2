// Asks for an access key where the server needs one. The secret is used once, to derive what signs.
import { h } from '../core/dom.js';
import { app, redraw } from '../core/app.js';
import { dynamo } from '../api/call.js';
import { forget, keepSession, signIn } from '../api/session.js';
import { forgetAll } from '../api/schema.js';
import { go } from '../core/router.js';
import { button, notice } from '../parts/bits.js';

const state = { error: null, busy: false };

async function submit(event) {
  event.preventDefault();
  const form = event.target;
  const [id, secret] = [form.elements.id.value.trim(), form.elements.secret.value.trim()];
  Object.assign(state, { error: null, busy: true });
  redraw();
  try {
    await signIn(id, secret);
    await dynamo('ListTables', { Limit: 1 });
    form.reset();
    forgetAll();
    await keepSession();
    go(location.pathname + location.search);
  } catch (error) {
    state.error = error.message;
    await forget({ tells: false }).catch(() => {});
  }
  state.busy = false;
  redraw();
}

export function signInView() {
  const canSign = Boolean(window.crypto?.subtle);
  return h(
    'main',
    { class: 'signin', id: 'main' },
    h(
      'form',
      { class: 'card signin__card', onsubmit: submit, autocomplete: 'off' },
      h(
        'div',
        { class: 'stack' },
        h('h1', null, 'Sign in to Partita'),
        h(
          'p',
          { class: 'soft' },
          `${app.config.name || location.host} lets in only requests that are signed with an access key.`,
        ),
      ),
      !canSign &&
        notice('bad', 'This page cannot sign: browsers do so only over https or on localhost.'),
      h(
        'label',
        { class: 'field' },
        h('span', { class: 'field__label' }, 'Access key id'),
        h('input', {
          class: 'input input--mono',
          name: 'id',
          required: true,
          autofocus: true,
          autocomplete: 'off',
          spellcheck: 'false',
        }),
      ),
      h(
        'label',
        { class: 'field' },
        h('span', { class: 'field__label' }, 'Secret access key'),
        h('input', {
          class: 'input input--mono',
          name: 'secret',
          type: 'password',
          required: true,
          autocomplete: 'off',
        }),
        h(
          'span',
          { class: 'field__hint' },
          'Used once to derive what signs today and tomorrow, then forgotten.',
        ),
      ),
      state.error && notice('bad', state.error),
      button('Sign in', { primary: true, type: 'submit', disabled: state.busy || !canSign }),
      h(
        'p',
        { class: 'muted small' },
        'No key yet? On the server: ',
        h('code', null, 'partita keys create'),
      ),
    ),
  );
}
