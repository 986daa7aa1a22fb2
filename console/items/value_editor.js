// An editor for each of the ten types. A value keeps its type until somebody chooses another.
import { h } from '../core/dom.js';
import { TYPES, TYPE_NAMES, contentOf, converted, fault, typeOf } from '../api/typed.js';
import { bytes } from '../core/words.js';
import { icon } from '../parts/bits.js';

const LONG = 60;

function typeSelect(value, change, label) {
  return h(
    'select',
    {
      class: 'select select--sm typeselect',
      'aria-label': `Type of ${label}`,
      value: typeOf(value),
      onchange: (event) => change(converted(value, event.target.value)),
    },
    TYPES.map((type) => h('option', { key: type, value: type, title: TYPE_NAMES[type] }, type)),
  );
}

function textEditor(value, type, change, label) {
  const content = contentOf(value);
  const wrong = fault(value);
  const props = {
    class: `${wrong ? 'input--bad ' : ''}input--mono`,
    value: content,
    'aria-label': label,
    'aria-invalid': wrong ? 'true' : null,
    spellcheck: 'false',
    oninput: (event) => change({ [type]: event.target.value }),
  };
  return [
    content.length > LONG || content.includes('\n')
      ? h('textarea', {
          ...props,
          key: 'long',
          class: `textarea ${props.class}`,
          rows: Math.min(10, 2 + Math.ceil(content.length / 60)),
        })
      : h('input', {
          ...props,
          key: 'short',
          class: `input input--sm ${props.class}`,
          inputmode: type === 'N' ? 'decimal' : null,
        }),
    wrong && h('span', { key: 'fault', class: 'field__error' }, wrong),
  ];
}

// Binary as base64, or a file.
function binaryEditor(value, change, label) {
  const take = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const data = new Uint8Array(await file.arrayBuffer());
    let text = '';
    for (const byte of data) text += String.fromCharCode(byte);
    change({ B: btoa(text) });
  };
  return [
    textEditor(value, 'B', change, `${label}, base64`),
    h(
      'span',
      { class: 'row small muted', key: 'file' },
      bytes(Math.floor(value.B.length * 0.75)),
      h(
        'label',
        { class: 'linkbtn' },
        'Choose a file',
        h('input', { type: 'file', class: 'sr', onchange: take }),
      ),
    ),
  ];
}

function setEditor(value, change, label) {
  const type = typeOf(value);
  const members = value[type];
  const put = (list) => change({ [type]: list });
  const wrong = fault(value);
  return [
    h(
      'span',
      { class: 'row row--wrap', key: 'members' },
      members.map((member, i) =>
        h(
          'span',
          { class: 'chip', key: i },
          h('input', {
            class: 'chip__input',
            value: member,
            size: Math.max(4, Math.min(member.length, 40)),
            'aria-label': `${label}, member ${i + 1}`,
            oninput: (event) =>
              put(members.map((each, j) => (j === i ? event.target.value : each))),
          }),
          h(
            'button',
            {
              type: 'button',
              'aria-label': `Remove ${member}`,
              onclick: () => put(members.filter((_, j) => j !== i)),
            },
            icon('x', 'sm'),
          ),
        ),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'chip chip--add',
          onclick: () =>
            put([
              ...members,
              type === 'NS' ? String(members.length) : type === 'BS' ? 'AQ==' : 'new',
            ]),
        },
        icon('plus', 'sm'),
        'Add',
      ),
    ),
    wrong && h('span', { key: 'fault', class: 'field__error' }, wrong),
  ];
}

function memberRow(name, value, change, remove, rename, label) {
  return h(
    'div',
    { class: 'member', key: name },
    rename
      ? h('input', {
          class: 'input input--sm input--mono member__name',
          value: name,
          'aria-label': `Name of ${label}`,
          onchange: (event) => rename(event.target.value),
        })
      : h('span', { class: 'tree__name mono' }, name),
    h('div', { class: 'member__value' }, valueEditor(value, change, label)),
    h(
      'button',
      {
        type: 'button',
        class: 'btn btn--quiet btn--icon btn--sm',
        'aria-label': `Remove ${label}`,
        onclick: remove,
      },
      icon('x', 'sm'),
    ),
  );
}

function mapEditor(value, change, label) {
  const fields = value.M;
  const put = (entries) => change({ M: Object.fromEntries(entries) });
  const entries = Object.entries(fields);
  const free = () => {
    let n = 1;
    while (`field${n}` in fields) n += 1;
    return `field${n}`;
  };
  return h(
    'div',
    { class: 'members' },
    entries.map(([name, each]) =>
      memberRow(
        name,
        each,
        (next) => put(entries.map((one) => (one[0] === name ? [name, next] : one))),
        () => put(entries.filter((one) => one[0] !== name)),
        (to) =>
          to && !(to in fields) && put(entries.map((one) => (one[0] === name ? [to, each] : one))),
        `${label}.${name}`,
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'chip chip--add',
        onclick: () => put([...entries, [free(), { S: '' }]]),
      },
      icon('plus', 'sm'),
      'Field',
    ),
  );
}

function listEditor(value, change, label) {
  const put = (list) => change({ L: list });
  return h(
    'div',
    { class: 'members' },
    value.L.map((each, i) =>
      memberRow(
        String(i),
        each,
        (next) => put(value.L.map((one, j) => (j === i ? next : one))),
        () => put(value.L.filter((_, j) => j !== i)),
        null,
        `${label}[${i}]`,
      ),
    ),
    h(
      'button',
      { type: 'button', class: 'chip chip--add', onclick: () => put([...value.L, { S: '' }]) },
      icon('plus', 'sm'),
      'Element',
    ),
  );
}

function editorOf(value, change, label) {
  const type = typeOf(value);
  if (type === 'S' || type === 'N') return textEditor(value, type, change, label);
  if (type === 'BOOL')
    return h(
      'select',
      {
        class: 'select select--sm',
        'aria-label': label,
        value: String(value.BOOL),
        onchange: (event) => change({ BOOL: event.target.value === 'true' }),
      },
      h('option', { value: 'true' }, 'true'),
      h('option', { value: 'false' }, 'false'),
    );
  if (type === 'NULL') return h('span', { class: 'nul mono' }, 'null');
  if (type === 'B') return binaryEditor(value, change, label);
  if (type === 'M') return mapEditor(value, change, label);
  if (type === 'L') return listEditor(value, change, label);
  return setEditor(value, change, label);
}

// `change(value)` is called with each new value.
export function valueEditor(value, change, label) {
  return h(
    'div',
    { class: 'valueeditor' },
    typeSelect(value, change, label),
    h('div', { class: 'valueeditor__field' }, editorOf(value, change, label)),
  );
}
