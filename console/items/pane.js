// One item beside the grid: its fields in editors of their types, as typed JSON, its places in the
// indexes, and what belongs to it.
import { h } from '../core/dom.js';
import { canWrite, redraw, toast } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { brief, copy, equal, itemSize, lossOf, parseTyped, plain, sizeOf, typeOf } from '../api/typed.js';
import { keyOfItem } from '../api/schema.js';
import { bytes, cut, date, since } from '../core/words.js';
import { button, copyText, entityMark, icon, iconButton, notice, statePill, typeBadge } from '../parts/bits.js';
import { openNewItem } from './dialogs.js';
import { stage, stageDelete, stagedOf, unstage } from './stage.js';
import { valueEditor } from './value_editor.js';

const LONG_VALUE = 10_000;

function attributeRule(schema, entity, name) {
  return schema.entities.find((each) => each.name === entity)?.attributes.find((each) => each.name === name) ?? null;
}

// A moment beside a number or text that is one.
function hint(rule, value) {
  if (rule?.kind !== 'timestamp' || !value) return null;
  const content = Object.values(value)[0];
  const instant = rule.encoding === 'epoch_s' ? Number(content) * 1000 : rule.encoding === 'epoch_ms' ? Number(content) : Date.parse(content);
  if (Number.isNaN(instant)) return null;
  return `${since(instant)}${rule.encoding.startsWith('epoch') ? ` · ${date(instant)}` : ''}`;
}

function tree(value, name = null) {
  const type = typeOf(value);
  const members = type === 'M' ? Object.entries(value.M) : type === 'L' ? value.L.map((each, i) => [String(i), each]) : null;
  const head = name !== null && h('span', { class: 'tree__name' }, `${name}:`);
  if (!members) return h('div', { class: 'tree__row', key: name }, head, h('span', { class: type === 'NULL' ? 'nul' : '' }, cut(brief(value), 400)));
  return h('div', { class: 'tree', key: name }, name !== null && h('div', { class: 'tree__row' }, head, typeBadge(type)),
    h('div', { class: 'tree__in' }, members.length === 0 && h('span', { class: 'muted' }, 'empty'), members.map(([each, inner]) => tree(inner, each))));
}

function shownValue(pane, name, value, rule, lifecycle) {
  const type = typeOf(value);
  if ((rule?.sensitive || rule?.pii) && !pane.revealed.has(name)) {
    return [h('span', { class: 'muted', key: 'dots' }, '••••••••'), h('button', { type: 'button', key: 'eye', class: 'btn btn--quiet btn--icon btn--sm', 'aria-label': `Show ${name}`, onclick: () => { pane.revealed.add(name); redraw(); } }, icon('eye', 'sm'))];
  }
  if (lifecycle?.attribute === name) return statePill(lifecycle, value.S);
  if (type === 'M' || type === 'L') return tree(value);
  if (type === 'SS' || type === 'NS' || type === 'BS') return value[type].map((member) => h('span', { class: 'chip', key: member }, cut(member, 60)));
  if (type === 'NULL') return h('span', { class: 'nul' }, 'null');
  if (type === 'S' && value.S === '') return h('span', { class: 'emptytext' }, 'empty text');
  const text = brief(value);
  if (text.length <= LONG_VALUE || pane.whole.has(name)) return text;
  return [cut(text, LONG_VALUE), h('button', { type: 'button', key: 'all', class: 'linkbtn', onclick: () => { pane.whole.add(name); redraw(); } }, `Show all ${bytes(sizeOf(value))}`)];
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
  const edit = () => { pane.editing = isEditing ? null : name; redraw(); };
  const set = (next) => stage(schema, item, name, next);
  const note = hint(rule, value) ?? (schema.model && pane.decoded?.entity && !rule && !isKey ? 'not in the model' : null);
  return h('div', { key: name, class: `attr${isBlock || isEditing ? ' attr--block' : ''}${change ? ' attr--staged' : ''}` },
    h('span', { class: 'attr__name', title: rule?.description ?? name }, name), value ? typeBadge(typeOf(value)) : h('span'),
    h('div', { class: 'attr__value' }, change?.before !== undefined && !isEditing && !isBlock && h('span', { class: 'was' }, cut(brief(change.before), 60)),
      isEditing ? valueEditor(value ?? { S: '' }, set, name) : value === undefined ? h('span', { class: 'muted' }, 'will be removed') : shownValue(pane, name, value, rule, lifecycle)),
    h('span', { class: 'row attr__acts' },
      change && h('button', { type: 'button', class: 'btn btn--quiet btn--icon btn--sm', 'aria-label': `Undo the change of ${name}`, onclick: () => { pane.editing = null; set(item[name]); } }, icon('undo', 'sm')),
      isFixed ? isKey && h('span', { title: 'A key cannot be changed' }, icon('lock', 'sm'))
        : h('button', { type: 'button', class: 'btn btn--quiet btn--icon btn--sm', 'aria-label': `Edit ${name}`, 'aria-expanded': String(isEditing), onclick: edit }, icon(isEditing ? 'check' : 'pencil', 'sm')),
      isEditing && item[name] && h('button', { type: 'button', class: 'btn btn--quiet btn--icon btn--sm', 'aria-label': `Remove ${name}`, onclick: () => { pane.editing = null; set(undefined); } }, icon('trash', 'sm'))),
    note && h('span', { class: 'attr__hint' }, note), isEditing && rule && h('span', { class: 'attr__hint' }, `${rule.type}${rule.rules ? `: ${rule.rules}` : ''}`));
}

// The states that may follow, as the lifecycle says.
function nextStates(schema, pane, item) {
  const lifecycle = schema.entities.find((each) => each.name === pane.decoded?.entity)?.lifecycle;
  const state = lifecycle && item[lifecycle.attribute]?.S;
  if (!state) return null;
  const steps = lifecycle.transitions.filter((each) => each.from.includes(state) && !each.by_server);
  const staged = stagedOf(schema, item)?.changes?.[lifecycle.attribute]?.after?.S;
  return [h('div', { class: 'pane__section', key: 'title' }, 'Lifecycle'), h('div', { class: 'pane__pad row row--wrap', key: 'now' }, statePill(lifecycle, state),
    lifecycle.final.includes(state) ? h('span', { class: 'muted small' }, 'final') : icon('arrow', 'sm'),
    steps.flatMap((step) => step.to.map((to) => h('button', {
      type: 'button', key: `${step.name ?? ''}${to}`, class: `btn btn--sm${staged === to ? ' btn--on' : ''}`, disabled: !canWrite(), title: [step.note, step.requires.length > 0 && `needs ${step.requires.join(', ')}`, step.role && `for ${step.role}`].filter(Boolean).join(' · '),
      onclick: () => stage(schema, item, lifecycle.attribute, staged === to ? item[lifecycle.attribute] : { S: to }),
    }, step.name ?? to))))];
}

function fields(schema, pane, item) {
  const staged = stagedOf(schema, item);
  const names = [...new Set([...Object.keys(item), ...Object.keys(staged?.changes ?? {})])].sort();
  const others = names.filter((name) => !schema.keyNames.includes(name) && !staged?.changes?.[name]);
  const changed = names.filter((name) => staged?.changes?.[name]);
  const draw = (name) => attribute(schema, pane, item, name);
  return [nextStates(schema, pane, item),
    changed.length > 0 && h('div', { class: 'pane__section', key: 'staged' }, 'Staged', h('span', { class: 'badge badge--pencil' }, changed.length)), changed.map(draw),
    h('div', { class: 'pane__section', key: 'key' }, 'Key'), schema.keyNames.map(draw),
    h('div', { class: 'pane__section', key: 'attributes' }, 'Attributes'), others.map(draw),
    canWrite() && addAttribute(schema, pane, item)];
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
  return h('form', { class: 'pane__pad row', key: 'add', onsubmit: add }, h('input', { class: 'input input--sm input--mono', name: 'name', placeholder: 'new attribute', 'aria-label': 'Name of a new attribute' }), button('Add', { small: true, type: 'submit', icon: 'plus' }));
}

// The whole item in typed JSON; what differs is staged attribute by attribute.
function typedTab(schema, pane, item) {
  const staged = stagedOf(schema, item);
  const now = copy(item);
  for (const [name, { after }] of Object.entries(staged?.changes ?? {})) {
    if (after === undefined) delete now[name];
    else now[name] = after;
  }
  pane.typed ??= JSON.stringify(now, null, 2);
  const put = () => {
    try {
      const next = parseTyped(pane.typed);
      const moved = schema.keyNames.filter((name) => !equal(next[name], item[name]));
      if (moved.length > 0) throw new Error(`${moved.join(' and ')}: a key cannot be changed; make a copy instead`);
      for (const name of new Set([...Object.keys(item), ...Object.keys(next)])) stage(schema, item, name, next[name]);
      pane.typedError = null;
    } catch (error) {
      pane.typedError = error.message;
    }
    redraw();
  };
  return h('div', { class: 'pane__pad pane__pad--top stack' }, h('textarea', {
    class: 'textarea input--mono', rows: 22, spellcheck: 'false', 'aria-label': 'The item in typed JSON', readonly: !canWrite(), value: pane.typed, oninput: (event) => { pane.typed = event.target.value; redraw(); },
  }), pane.typedError && notice('bad', pane.typedError), canWrite() && h('div', { class: 'row' }, button('Stage', { small: true, onclick: put }), button('Copy', { small: true, quiet: true, icon: 'copy', onclick: () => copyText(pane.typed, () => toast('Copied')) })));
}

function jsonTab(item) {
  const loss = Object.entries(item).map(([name, value]) => lossOf(value, name)).find(Boolean);
  const text = JSON.stringify(Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)])), null, 2);
  return h('div', { class: 'pane__pad pane__pad--top stack' }, notice(loss ? 'warn' : 'info', loss ? `Only to read: plain JSON cannot say everything (${loss}). Edit in Fields or Typed.` : 'Only to read. Edit in Fields or Typed.'),
    h('pre', { class: 'code', tabindex: '0', 'aria-label': 'The item as plain JSON' }, text));
}

// Why an item is in an index, or which attribute keeps it out.
function indexesTab(schema, item) {
  if (schema.indexes.length === 0) return h('p', { class: 'pane__pad muted' }, 'The table has no index.');
  return h('div', null, schema.indexes.map((index) => {
    const parts = [...index.key.partition, ...index.key.sort];
    const missing = parts.filter((name) => !item[name] || typeOf(item[name]) !== schema.types[name]);
    return h('section', { class: 'indexline', key: index.name }, h('div', { class: 'row' }, h('code', { class: 'cut grow' }, index.name), missing.length === 0 ? h('span', { class: 'badge badge--good' }, 'in it') : h('span', { class: 'badge' }, 'not in it')),
      parts.map((name) => h('div', { class: 'row small', key: name }, h('span', { class: 'mono muted' }, name), h('span', { class: 'mono cut' }, item[name] && !missing.includes(name) ? brief(item[name])
        : h('span', { class: 'warn' }, item[name] ? `is ${typeOf(item[name])}, the key needs ${schema.types[name]}` : 'is not there')))));
  }));
}

// Patterns of the model that this item can fill: what belongs to it, each one call away.
function relatedTab(schema, pane, item) {
  if (!schema.shape) return h('p', { class: 'pane__pad muted' }, 'The table has no model, so nothing is known to belong together.');
  const known = { ...Object.fromEntries(Object.entries(item).filter(([, value]) => ['S', 'N'].includes(typeOf(value))).map(([name, value]) => [name, Object.values(value)[0]])), ...(pane.decoded?.variables ?? {}) };
  const entity = schema.entities.find((each) => each.name === pane.decoded?.entity);
  const references = (entity?.attributes ?? []).filter((each) => each.references && known[each.name] !== undefined);
  const fits = schema.shape.patterns.filter((each) => each.plan && ['get', 'query', 'collection', 'history'].includes(each.kind) && each.parameters.length > 0 && each.parameters.every((one) => known[one.attribute] !== undefined));
  const href = (pattern, values) => link(`/m/${segment(schema.model.name)}/patterns`, { run: pattern.name, ...Object.fromEntries(pattern.parameters.map((one) => [`p.${one.name}`, values[one.attribute]])) });
  const getOf = (name) => schema.shape.patterns.find((each) => each.kind === 'get' && each.entity === name && each.parameters.length === 1 && each.plan);
  return h('div', null, references.length > 0 && h('div', { class: 'pane__section' }, 'Refers to'), references.map((each) => {
    const pattern = getOf(each.references);
    const target = pattern && href(pattern, { [pattern.parameters[0].attribute]: known[each.name] });
    return h('div', { class: 'relline', key: each.name }, entityMark(schema, each.references), h('span', { class: 'mono cut grow' }, known[each.name]), target && h('a', { href: target }, 'Open'));
  }), h('div', { class: 'pane__section' }, 'Asked from here'), fits.length === 0 && h('p', { class: 'pane__pad muted' }, 'No pattern begins with what this item has.'),
  fits.map((each) => h('a', { class: 'relline', key: each.name, href: href(each, known) }, icon('bolt', 'sm'), h('span', { class: 'grow cut' }, each.name), h('span', { class: 'muted small' }, each.plan.place))));
}

const TABS = [['fields', 'Fields'], ['typed', 'Typed'], ['json', 'JSON'], ['indexes', 'Indexes'], ['related', 'Related']];

export const newPane = () => ({ tab: 'fields', editing: null, typed: null, typedError: null, revealed: new Set(), whole: new Set(), decoded: null });

export function paneView(schema, pane, item, close) {
  const staged = stagedOf(schema, item);
  const key = Object.values(keyOfItem(schema, item)).map(brief).join(' · ');
  const choose = (tab) => { pane.tab = tab; pane.typed = null; redraw(); };
  const body = { fields: () => fields(schema, pane, item), typed: () => typedTab(schema, pane, item), json: () => jsonTab(item), indexes: () => indexesTab(schema, item), related: () => relatedTab(schema, pane, item) }[pane.tab]();
  return h('aside', { class: 'pane', 'aria-label': 'The item', key: 'pane' },
    h('div', { class: 'pane__head' }, h('div', { class: 'row' }, pane.decoded?.entity && entityMark(schema, pane.decoded.entity), h('span', { class: 'mono cut grow', title: key }, pane.decoded?.id ?? key),
      canWrite() && iconButton('copy', 'Make a copy', { class: 'btn--sm', onclick: () => openNewItem(schema, item) }),
      canWrite() && (staged?.kind === 'delete' ? iconButton('undo', 'Keep the item', { class: 'btn--sm', onclick: () => unstage(schema, item) }) : iconButton('trash', 'Stage its deletion', { class: 'btn--sm', onclick: () => stageDelete(schema, item) })),
      iconButton('x', 'Close', { class: 'btn--sm', onclick: close })),
    h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Of this item' }, TABS.map(([id, text]) => h('button', { type: 'button', role: 'tab', key: id, 'aria-selected': String(id === pane.tab), onclick: () => choose(id) }, text)))),
    h('div', { class: 'pane__body', tabindex: '0', role: 'region', 'aria-label': 'Details' }, staged?.kind === 'delete' && h('div', { class: 'pane__pad pane__pad--top' }, notice('warn', 'Staged to be deleted when you save.')), body),
    h('div', { class: 'pane__foot' }, `${bytes(itemSize(item))} · ${Math.ceil(itemSize(item) / 1024)} WRU or more to save`));
}
