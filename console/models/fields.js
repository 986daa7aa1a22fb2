// A field for a value of a model's type: a choice where the type is a choice.
import { h } from '../core/dom.js';

const EXAMPLES = {
  timestamp: '2026-11-18T09:30:00Z',
  date: '2026-11-18',
  int: '1',
  number: '1.5',
  map: '{"a": 1}',
  list: '["a", "b"]',
  set: '["a", "b"]',
  union: '{"a": 1}',
  bool: 'true or false',
};

export function fieldFor(rule, value, set, { required = false, isBody = false, label } = {}) {
  const name = label ?? rule.name;
  const isLong = isBody && ['map', 'list', 'union', 'any'].includes(rule.kind);
  const choices = rule.values ?? (rule.kind === 'bool' ? ['true', 'false'] : null);
  const props = { value, 'aria-label': name, oninput: (event) => set(event.target.value) };
  const input = choices
    ? h(
        'select',
        {
          class: 'select',
          value,
          'aria-label': name,
          onchange: (event) => set(event.target.value),
        },
        h('option', { key: '', value: '' }, required ? 'choose…' : 'any'),
        choices.map((each) => h('option', { key: each, value: each }, each)),
      )
    : isLong
      ? h('textarea', {
          ...props,
          class: 'textarea input--mono',
          rows: 3,
          spellcheck: 'false',
          placeholder: EXAMPLES[rule.kind] ?? '',
        })
      : h('input', {
          ...props,
          class: 'input input--mono',
          spellcheck: 'false',
          autocomplete: 'off',
          placeholder: EXAMPLES[rule.kind] ?? '',
        });
  return h(
    'label',
    { class: 'field', key: name },
    h(
      'span',
      { class: 'field__label' },
      name,
      required && h('span', { class: 'muted' }, ' · needed'),
    ),
    input,
    rule.description && h('span', { class: 'field__hint' }, rule.description),
  );
}
