// Small parts that many pages have.
import { h } from '../core/dom.js';
import { TYPE_NAMES } from '../api/typed.js';

export function icon(name, size = '') {
  return h(
    'svg',
    { class: `icon${size ? ` icon--${size}` : ''}`, 'aria-hidden': 'true' },
    h('use', { href: `#i-${name}` }),
  );
}

export function typeBadge(type) {
  return h('span', { class: `type type--${type.toLowerCase()}`, title: TYPE_NAMES[type] }, type);
}

const BAD = /fail|error|abort|timed|reject|cancel|dead|lost/i;
const WAITS = /queue|wait|pend|sched|draft/i;

// What a state means for the eye: its role in the lifecycle.
export function roleOf(lifecycle, state) {
  if (!lifecycle) return 'initial';
  const isFinal = lifecycle.final.includes(state);
  if (BAD.test(state)) return 'failed';
  if (isFinal) return /expire|archiv|closed|end/i.test(state) ? 'ended' : 'done';
  if (WAITS.test(state)) return 'waiting';
  if (lifecycle.initial.includes(state))
    return lifecycle.leases.some((lease) => lease.state === state) ? 'active' : 'initial';
  return 'active';
}

export function glyph(role) {
  return h(
    'svg',
    { class: 'state__glyph', 'aria-hidden': 'true' },
    h('use', { href: `#g-${role}` }),
  );
}

export function statePill(lifecycle, state, bare = false) {
  const role = roleOf(lifecycle, state);
  return h('span', { class: `state is-${role}${bare ? ' state--bare' : ''}` }, glyph(role), state);
}

export function entityMark(schema, name) {
  const at = schema.entities.findIndex((each) => each.name === name);
  return h('span', { class: `entity entity--${Math.min(at + 1, 8)}` }, name);
}

export function badge(text, kind = '') {
  return h('span', { class: `badge${kind ? ` badge--${kind}` : ''}` }, text);
}

export function button(text, props = {}, ...more) {
  const { primary, quiet, danger, small, icon: name, key, ...rest } = props;
  const kind = primary ? ' btn--primary' : quiet ? ' btn--quiet' : danger ? ' btn--danger' : '';
  return h(
    'button',
    {
      type: 'button',
      ...rest,
      key,
      class: `btn${kind}${small ? ' btn--sm' : ''} ${rest.class ?? ''}`,
    },
    name && icon(name, 'sm'),
    text,
    ...more,
  );
}

export function iconButton(name, label, props = {}) {
  return h(
    'button',
    {
      type: 'button',
      title: label,
      'aria-label': label,
      ...props,
      class: `btn btn--quiet btn--icon ${props.class ?? ''}`,
    },
    icon(name),
  );
}

// One of a few, of which one is chosen: [[value, label], …].
export function segmented(label, name, options, chosen, choose, small = false) {
  return h(
    'fieldset',
    { class: `seg${small ? ' seg--sm' : ''}`, 'aria-label': label },
    options.map(([value, text, extra]) =>
      h(
        'label',
        { key: value },
        h('input', {
          type: 'radio',
          name,
          value,
          checked: value === chosen,
          onchange: () => choose(value),
        }),
        text,
        extra,
      ),
    ),
  );
}

export function notice(kind, text, ...more) {
  const names = { bad: 'alert', warn: 'alert', good: 'check', info: 'info' };
  return h(
    'div',
    { class: `notice notice--${kind}`, role: kind === 'bad' ? 'alert' : null },
    icon(names[kind]),
    h('div', null, text),
    more.length > 0 && h('div', { class: 'notice__more' }, ...more),
  );
}

export function empty(name, title, text, ...actions) {
  return h(
    'div',
    { class: 'empty' },
    icon(name, 'lg'),
    h('h2', null, title),
    h('p', null, text),
    actions.length > 0 && h('div', { class: 'row row--wrap' }, ...actions),
  );
}

export function skeleton(lines = 6) {
  const widths = ['80', '60', '40', '80', '60'];
  return h(
    'div',
    { class: 'stack stack--4 skeletons', 'aria-label': 'Loading' },
    Array.from({ length: lines }, (_, i) =>
      h('span', { key: i, class: `skeleton skeleton--${widths[i % 5]}` }),
    ),
  );
}

// What is loaded, or how that goes: nothing at first, then skeletons, or the server's refusal.
export function loaded(held, view, { lines = 6 } = {}) {
  if (held.error) return failure(held.error);
  if (held.value === undefined) return held.slow ? skeleton(lines) : null;
  return view(held.value);
}

// A refusal in the server's own words, with the rule that said so.
export function failure(error) {
  const body = error.body ?? {};
  const rule = /\[([A-Z]\d{3})\]$/.exec(error.message)?.[1];
  const code = body.code ?? rule ?? error.type;
  return h(
    'div',
    { class: 'refusal', role: 'alert' },
    h(
      'div',
      { class: 'row row--wrap' },
      code && h('span', { class: 'badge badge--bad badge--mono' }, code),
      h(
        'span',
        { class: 'medium' },
        body.title ?? (error.status ? 'The server refused this' : 'No answer'),
      ),
    ),
    h('p', { class: 'refusal__said' }, error.message),
    body.allowed?.length > 0 &&
      h(
        'div',
        { class: 'row row--wrap small' },
        h('span', { class: 'muted' }, 'Allowed:'),
        body.allowed.map((each) => h('span', { key: each, class: 'chip' }, each)),
      ),
  );
}

export function crumbs(...parts) {
  return h(
    'nav',
    { 'aria-label': 'Where you are' },
    h(
      'ol',
      { class: 'crumbs' },
      parts.map((part, i) =>
        h(
          'li',
          { key: i },
          i < parts.length - 1
            ? h('a', { href: part.href }, part.text)
            : h('h1', { 'aria-current': 'page' }, part.text),
        ),
      ),
    ),
  );
}

export function pageHead({ crumbs: trail, meta = [], actions = [], tabs = null }) {
  return h(
    'div',
    { class: `pagehead${tabs ? '' : ' pagehead--plain'}` },
    h(
      'div',
      { class: 'pagehead__row' },
      trail,
      h('div', { class: 'pagehead__meta' }, meta),
      h('div', { class: 'pagehead__actions' }, actions),
    ),
    tabs,
  );
}

let shownTabs = '';

// On a phone the tab that is open may be beyond the edge.
function showCurrent(id) {
  if (id === shownTabs) return;
  shownTabs = id;
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document
        .querySelector('.pagehead .tabs [aria-current]')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    ),
  );
}

export function tabs(label, list, current) {
  showCurrent(`${location.pathname} ${list.length}`);
  return h(
    'nav',
    { class: 'tabs', 'aria-label': label },
    list.map((tab) =>
      h(
        'a',
        { key: tab.id, href: tab.href, 'aria-current': tab.id === current ? 'page' : null },
        tab.text,
        tab.count !== undefined &&
          h('span', { class: `count${tab.warn ? ' count--warn' : ''}` }, tab.count),
      ),
    ),
  );
}

export function copyText(text, done) {
  navigator.clipboard?.writeText(text).then(done, () => {});
}
