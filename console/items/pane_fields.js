// The fields of an item, each in the editor of its type, and the states that may follow.
import { h } from '../core/dom.js';
import { canWrite, redraw } from '../core/app.js';
import { brief, sizeOf, typeOf } from '../api/typed.js';
import { bytes, cut, date, since } from '../core/words.js';
import { button, icon, statePill, typeBadge } from '../parts/bits.js';
import { stage, stagedOf } from './stage.js';
import { valueEditor } from './value_editor.js';

const LONG_VALUE = 10_000;

function attributeRule(schema, entity, name) {
  return (
    schema.entities
      .find((each) => each.name === entity)
      ?.attributes.find((each) => each.name === name) ?? null
  );
}

// A moment beside a number or text that is one.
function hint(rule, value) {
  if (rule?.kind !== 'timestamp' || !value) return null;
  const content = Object.values(value)[0];
  const instant =
    rule.encoding === 'epoch_s'
      ? Number(content) * 1000
      : rule.encoding === 'epoch_ms'
        ? Number(content)
        : Date.parse(content);
  if (Number.isNaN(instant)) return null;
  return `${since(instant)}${rule.encoding.startsWith('epoch') ? ` · ${date(instant)}` : ''}`;
}

function tree(value, name = null) {
  const type = typeOf(value);
  const members =
    type === 'M'
      ? Object.entries(value.M)
      : type === 'L'
        ? value.L.map((each, i) => [String(i), each])
        : null;
  const head = name !== null && h('span', { class: 'tree__name' }, `${name}:`);
  if (!members)
    return h(
      'div',
      { class: 'tree__row', key: name },
      head,
      h('span', { class: type === 'NULL' ? 'nul' : '' }, cut(brief(value), 400)),
    );
  return h(
    'div',
    { class: 'tree', key: name },
    name !== null && h('div', { class: 'tree__row' }, head, typeBadge(type)),
    h(
      'div',
      { class: 'tree__in' },
      members.length === 0 && h('span', { class: 'muted' }, 'empty'),
      members.map(([each, inner]) => tree(inner, each)),
    ),
  );
}

function shownValue(pane, name, value, rule, lifecycle) {
  const type = typeOf(value);
  if ((rule?.sensitive || rule?.pii) && !pane.revealed.has(name)) {
    return [
      h('span', { class: 'muted', key: 'dots' }, '••••••••'),
      h(
        'button',
        {
          type: 'button',
          key: 'eye',
          class: 'btn btn--quiet btn--icon btn--sm',
          'aria-label': `Show ${name}`,
          onclick: () => {
            pane.revealed.add(name);
            redraw();
          },
        },
        icon('eye', 'sm'),
      ),
    ];
  }
  if (lifecycle?.attribute === name) return statePill(lifecycle, value.S);
  if (type === 'M' || type === 'L') return tree(value);
  if (type === 'SS' || type === 'NS' || type === 'BS')
    return value[type].map((member) => h('span', { class: 'chip', key: member }, cut(member, 60)));
  if (type === 'NULL') return h('span', { class: 'nul' }, 'null');
  if (type === 'S' && value.S === '') return h('span', { class: 'emptytext' }, 'empty text');
  const text = brief(value);
  if (text.length <= LONG_VALUE || pane.whole.has(name)) return text;
  return [
    cut(text, LONG_VALUE),
    h(
      'button',
      {
        type: 'button',
        key: 'all',
        class: 'linkbtn',
        onclick: () => {
          pane.whole.add(name);
          redraw();
        },
      },
      `Show all ${bytes(sizeOf(value))}`,
    ),
  ];
}

function attribute(schema, pane, item, name) {
  const change = stagedOf(schema, item)?.changes?.[name];
  const value = change ? change.after : item[name];
  const isKey = schema.keyNames.includes(name);
  const rule = attributeRule(schema, pane.decoded?.entity, name);
  const lifecycle = schema.entities.find((each) => each.name === pane.decoded?.entity)?.lifecycle;
  const isFixed = isKey || !canWrite();
  const isEditing = pane.editing === name && !isFixed;
  const isBlock = value && ['M', 'L', 'SS', 'NS', 'BS'].includes(typeOf(value));
  const edit = () => {
    pane.editing = isEditing ? null : name;
    redraw();
  };
  const set = (next) => stage(schema, item, name, next);
  const note =
    hint(rule, value) ??
    (schema.model && pane.decoded?.entity && !rule && !isKey ? 'not in the model' : null);
  return h(
    'div',
    {
      key: name,
      class: `attr${isBlock || isEditing ? ' attr--block' : ''}${change ? ' attr--staged' : ''}`,
    },
    h('span', { class: 'attr__name', title: rule?.description ?? name }, name),
    value ? typeBadge(typeOf(value)) : h('span'),
    h(
      'div',
      { class: 'attr__value' },
      change?.before !== undefined &&
        !isEditing &&
        !isBlock &&
        h('span', { class: 'was' }, cut(brief(change.before), 60)),
      isEditing
        ? valueEditor(value ?? { S: '' }, set, name)
        : value === undefined
          ? h('span', { class: 'muted' }, 'will be removed')
          : shownValue(pane, name, value, rule, lifecycle),
    ),
    h(
      'span',
      { class: 'row attr__acts' },
      change &&
        h(
          'button',
          {
            type: 'button',
            class: 'btn btn--quiet btn--icon btn--sm',
            'aria-label': `Undo the change of ${name}`,
            onclick: () => {
              pane.editing = null;
              set(item[name]);
            },
          },
          icon('undo', 'sm'),
        ),
      isFixed
        ? isKey && h('span', { title: 'A key cannot be changed' }, icon('lock', 'sm'))
        : h(
            'button',
            {
              type: 'button',
              class: 'btn btn--quiet btn--icon btn--sm',
              'aria-label': `Edit ${name}`,
              'aria-expanded': String(isEditing),
              onclick: edit,
            },
            icon(isEditing ? 'check' : 'pencil', 'sm'),
          ),
      isEditing &&
        item[name] &&
        h(
          'button',
          {
            type: 'button',
            class: 'btn btn--quiet btn--icon btn--sm',
            'aria-label': `Remove ${name}`,
            onclick: () => {
              pane.editing = null;
              set(undefined);
            },
          },
          icon('trash', 'sm'),
        ),
    ),
    note && h('span', { class: 'attr__hint' }, note),
    isEditing &&
      rule &&
      h('span', { class: 'attr__hint' }, `${rule.type}${rule.rules ? `: ${rule.rules}` : ''}`),
  );
}

// The states that may follow, as the lifecycle says.
function nextStates(schema, pane, item) {
  const lifecycle = schema.entities.find((each) => each.name === pane.decoded?.entity)?.lifecycle;
  const state = lifecycle && item[lifecycle.attribute]?.S;
  if (!state) return null;
  const steps = lifecycle.transitions.filter(
    (each) => each.from.includes(state) && !each.by_server && !each.by_worker,
  );
  const staged = stagedOf(schema, item)?.changes?.[lifecycle.attribute]?.after?.S;
  return [
    h('div', { class: 'pane__section', key: 'title' }, 'Lifecycle'),
    h(
      'div',
      { class: 'pane__pad row row--wrap', key: 'now' },
      statePill(lifecycle, state),
      lifecycle.final.includes(state)
        ? h('span', { class: 'muted small' }, 'final')
        : icon('arrow', 'sm'),
      steps.flatMap((step) =>
        step.to.map((to) =>
          h(
            'button',
            {
              type: 'button',
              key: `${step.name ?? ''}${to}`,
              class: `btn btn--sm${staged === to ? ' btn--on' : ''}`,
              disabled: !canWrite(),
              title: [
                step.note,
                step.requires.length > 0 && `needs ${step.requires.join(', ')}`,
                step.role && `for ${step.role}`,
              ]
                .filter(Boolean)
                .join(' · '),
              onclick: () =>
                stage(
                  schema,
                  item,
                  lifecycle.attribute,
                  staged === to ? item[lifecycle.attribute] : { S: to },
                ),
            },
            step.name ?? to,
          ),
        ),
      ),
    ),
  ];
}

export function fields(schema, pane, item) {
  const staged = stagedOf(schema, item);
  const names = [...new Set([...Object.keys(item), ...Object.keys(staged?.changes ?? {})])].sort();
  // What is being typed stays where it is: a field that moves would lose the focus.
  const isMoved = (name) => staged?.changes?.[name] && pane.editing !== name;
  const others = names.filter((name) => !schema.keyNames.includes(name) && !isMoved(name));
  const changed = names.filter(isMoved);
  const draw = (name) => attribute(schema, pane, item, name);
  return [
    nextStates(schema, pane, item),
    changed.length > 0 &&
      h(
        'div',
        { class: 'pane__section', key: 'staged' },
        'Staged',
        h('span', { class: 'badge badge--pencil' }, changed.length),
      ),
    changed.map(draw),
    h('div', { class: 'pane__section', key: 'key' }, 'Key'),
    schema.keyNames.map(draw),
    h('div', { class: 'pane__section', key: 'attributes' }, 'Attributes'),
    others.map(draw),
    canWrite() && addAttribute(schema, pane, item),
  ];
}

function addAttribute(schema, pane, item) {
  const add = (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    if (!name || name in item) return;
    stage(schema, item, name, { S: '' });
    pane.editing = name;
    event.target.reset();
    redraw();
  };
  return h(
    'form',
    { class: 'pane__pad row', key: 'add', onsubmit: add },
    h('input', {
      class: 'input input--sm input--mono',
      name: 'name',
      placeholder: 'new attribute',
      'aria-label': 'Name of a new attribute',
    }),
    button('Add', { small: true, type: 'submit', icon: 'plus' }),
  );
}
