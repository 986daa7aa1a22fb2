// What lies above a page: dialogs, which keep the focus until they are closed and then give it back,
// and short messages.
import { h } from '../core/dom.js';
import { app, redraw } from '../core/app.js';
import { button, icon } from './bits.js';

let returnTo = null;

// `view` draws the dialog; it closes by Escape, by a click beside it, and by closeOverlay.
export function openOverlay(view, { label, wide = false, kind = 'dialog', onclose } = {}) {
  returnTo ??= document.activeElement;
  app.overlay = { view, label, wide, kind, onclose, id: Symbol('overlay') };
  redraw();
}

export function closeOverlay() {
  const { onclose } = app.overlay ?? {};
  app.overlay = null;
  redraw();
  onclose?.();
  const target = returnTo;
  returnTo = null;
  requestAnimationFrame(() => requestAnimationFrame(() => target?.isConnected && target.focus()));
}

function focusables(root) {
  return [
    ...root.querySelectorAll(
      'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]',
    ),
  ].filter((each) => each.offsetParent !== null || each === document.activeElement);
}

function keepFocus(event) {
  if (event.key === 'Escape') {
    event.stopPropagation();
    closeOverlay();
  }
  if (event.key !== 'Tab') return;
  const all = focusables(event.currentTarget);
  if (all.length === 0) return;
  const edge = event.shiftKey ? all[0] : all[all.length - 1];
  if (document.activeElement === edge) {
    event.preventDefault();
    (event.shiftKey ? all[all.length - 1] : all[0]).focus();
  }
}

export function overlayView() {
  const { overlay } = app;
  if (!overlay) return null;
  const shape =
    overlay.kind === 'palette' ? 'palette' : `dialog${overlay.wide ? ' dialog--wide' : ''}`;
  return h(
    'div',
    {
      class: 'scrim',
      key: overlay.id,
      onmousedown: (event) => {
        if (event.target === event.currentTarget) closeOverlay();
      },
    },
    h(
      'div',
      {
        class: shape,
        role: 'dialog',
        'aria-modal': 'true',
        'aria-label': overlay.label,
        onkeydown: keepFocus,
        ref: (el) =>
          requestAnimationFrame(() =>
            (el.querySelector('[autofocus]') ?? focusables(el)[0])?.focus(),
          ),
      },
      overlay.view(),
    ),
  );
}

export function dialogParts(title, body, ...actions) {
  return [
    h(
      'div',
      { class: 'dialog__head', key: 'head' },
      h('h2', null, title),
      h(
        'button',
        {
          type: 'button',
          class: 'btn btn--quiet btn--icon btn--sm push',
          'aria-label': 'Close',
          onclick: closeOverlay,
        },
        icon('x'),
      ),
    ),
    h(
      'div',
      { class: 'dialog__body', key: 'body', tabindex: '0', role: 'group', 'aria-label': title },
      body,
    ),
    h('div', { class: 'dialog__foot', key: 'foot' }, ...actions),
  ];
}

// Asks before something that cannot be taken back; `word` must be typed if it is given.
export function confirm({ title, text, action, word, run }) {
  const state = { typed: '' };
  const view = () =>
    dialogParts(
      title,
      [
        h('p', { key: 'text' }, text),
        word &&
          h(
            'label',
            { class: 'field', key: 'word' },
            h('span', { class: 'field__label' }, `Type ${word} to go on`),
            h('input', {
              class: 'input input--mono',
              autofocus: true,
              value: state.typed,
              oninput: (event) => {
                state.typed = event.target.value;
                redraw();
              },
            }),
          ),
      ],
      button('Cancel', { onclick: closeOverlay }),
      button(action, {
        danger: true,
        disabled: Boolean(word) && state.typed !== word,
        onclick: () => {
          closeOverlay();
          run();
        },
      }),
    );
  openOverlay(view, { label: title });
}

export function toastsView() {
  return h(
    'div',
    { class: 'toasts', role: 'status', 'aria-live': 'polite' },
    app.toasts.map((one) =>
      h(
        'div',
        {
          key: one.id,
          class: `toast${one.kind ? ` toast--${one.kind}` : ''}`,
        },
        icon(one.kind === 'bad' ? 'alert' : 'check'),
        h('span', null, one.text),
        one.action &&
          h(
            'button',
            { type: 'button', class: 'linkbtn', onclick: one.action.run },
            one.action.text,
          ),
        one.more && h('span', { class: 'toast__more' }, one.more),
      ),
    ),
  );
}
