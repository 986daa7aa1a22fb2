// A dialog with a few fields that does one thing: what is wrong with a field is told beside it, what the
// server refuses below all of them.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { button, failure, segmented } from './bits.js';
import { closeOverlay, dialogParts, openOverlay } from './overlay.js';

function control(field, state, set) {
  const value = state.values[field.name];
  const common = {
    value,
    oninput: (event) => set(field.name, event.target.value),
  };
  if (field.options && field.options.length > 4)
    return h(
      'select',
      { ...common, class: 'select', onchange: common.oninput },
      field.options.map(([word, text]) => h('option', { key: word, value: word }, text)),
    );
  return h('input', {
    ...common,
    class: `input${field.plain ? '' : ' input--mono'}`,
    type: field.number ? 'number' : 'text',
    min: field.min ?? null,
    max: field.max ?? null,
    placeholder: field.placeholder ?? null,
    spellcheck: 'false',
    autocomplete: 'off',
    autofocus: field.first,
  });
}

function fieldView(field, state, set) {
  const value = state.values[field.name];
  const fault = state.touched.has(field.name) ? field.check?.(value) : null;
  const hint = typeof field.hint === 'function' ? field.hint(value) : field.hint;
  const words = fault
    ? h('span', { class: 'field__error' }, fault)
    : hint && h('span', { class: 'field__hint' }, hint);
  if (field.options && field.options.length <= 4)
    return h(
      'div',
      { class: 'field', key: field.name },
      h('span', { class: 'field__label' }, field.label),
      segmented(field.label, field.name, field.options, value, (word) => set(field.name, word)),
      words,
    );
  return h(
    'label',
    { class: 'field', key: field.name },
    h('span', { class: 'field__label' }, field.label),
    control(field, state, set),
    words,
  );
}

// text: a paragraph or several. fields: [{name, label, value, hint or hint(value), check(value): what is
// wrong or null, options: [[value, text]], number, when(values)}]. `run(values)` does it; the dialog
// closes when that is done.
export function openForm({ title, text, fields, action, run }) {
  const state = {
    values: Object.fromEntries(fields.map((each) => [each.name, each.value ?? ''])),
    touched: new Set(),
    error: null,
    busy: false,
  };
  const set = (name, value) => {
    state.values[name] = value;
    state.touched.add(name);
    state.error = null;
    redraw();
  };
  const shown = () => fields.filter((each) => each.when?.(state.values) ?? true);
  const isFine = () => shown().every((each) => !each.check?.(state.values[each.name]));
  const go = async () => {
    if (!isFine() || state.busy) return;
    Object.assign(state, { busy: true, error: null });
    redraw();
    try {
      await run(state.values);
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
          [text ?? []].flat().map((line) => h('p', { key: line, class: 'small' }, line)),
          shown().map((each) => fieldView(each, state, set)),
          state.error && failure(state.error),
          h('button', { type: 'submit', class: 'hide' }),
        ),
        button('Cancel', { onclick: closeOverlay }),
        button(action, { primary: true, disabled: !isFine() || state.busy, onclick: go }),
      ),
    { label: title },
  );
}

export const needed = (value) => (value.trim() === '' ? 'needed' : null);
export const tableName = (value) =>
  /^[A-Za-z0-9_.-]{3,255}$/.test(value) ? null : '3 to 255 letters, digits, and any of _ . -';
export const whole = (min, max) => (value) =>
  /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
    ? null
    : `a whole number from ${min} to ${max}`;
