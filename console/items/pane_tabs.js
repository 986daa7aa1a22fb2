// An item as typed JSON and as plain JSON, its places in the indexes, and what belongs to it.
import { h } from '../core/dom.js';
import { canWrite, redraw, toast } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { brief, copy, equal, lossOf, parseTyped, plain, typeOf } from '../api/typed.js';
import { button, copyText, entityMark, icon, notice } from '../parts/bits.js';
import { stage, stagedOf } from './stage.js';

// The whole item in typed JSON; what differs is staged attribute by attribute.
export function typedTab(schema, pane, item) {
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
      if (moved.length > 0)
        throw new Error(`${moved.join(' and ')}: a key cannot be changed; make a copy instead`);
      for (const name of new Set([...Object.keys(item), ...Object.keys(next)]))
        stage(schema, item, name, next[name]);
      pane.typedError = null;
    } catch (error) {
      pane.typedError = error.message;
    }
    redraw();
  };
  return h(
    'div',
    { class: 'pane__pad pane__pad--top stack' },
    h('textarea', {
      class: 'textarea input--mono',
      rows: 22,
      spellcheck: 'false',
      'aria-label': 'The item in typed JSON',
      readonly: !canWrite(),
      value: pane.typed,
      oninput: (event) => {
        pane.typed = event.target.value;
        redraw();
      },
    }),
    pane.typedError && notice('bad', pane.typedError),
    canWrite() &&
      h(
        'div',
        { class: 'row' },
        button('Stage', { small: true, onclick: put }),
        button('Copy', {
          small: true,
          quiet: true,
          icon: 'copy',
          onclick: () => copyText(pane.typed, () => toast('Copied')),
        }),
      ),
  );
}

export function jsonTab(item) {
  const loss = Object.entries(item)
    .map(([name, value]) => lossOf(value, name))
    .find(Boolean);
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)])),
    null,
    2,
  );
  return h(
    'div',
    { class: 'pane__pad pane__pad--top stack' },
    notice(
      loss ? 'warn' : 'info',
      loss
        ? `Only to read: plain JSON cannot say everything (${loss}). Edit in Fields or Typed.`
        : 'Only to read. Edit in Fields or Typed.',
    ),
    h('pre', { class: 'code', tabindex: '0', 'aria-label': 'The item as plain JSON' }, text),
  );
}

// Why an item is in an index, or which attribute keeps it out.
export function indexesTab(schema, item) {
  if (schema.indexes.length === 0)
    return h('p', { class: 'pane__pad muted' }, 'The table has no index.');
  return h(
    'div',
    null,
    schema.indexes.map((index) => {
      const parts = [...index.key.partition, ...index.key.sort];
      const missing = parts.filter(
        (name) => !item[name] || typeOf(item[name]) !== schema.types[name],
      );
      return h(
        'section',
        { class: 'indexline', key: index.name },
        h(
          'div',
          { class: 'row' },
          h('code', { class: 'cut grow' }, index.name),
          missing.length === 0
            ? h('span', { class: 'badge badge--good' }, 'in it')
            : h('span', { class: 'badge' }, 'not in it'),
        ),
        parts.map((name) =>
          h(
            'div',
            { class: 'row small', key: name },
            h('span', { class: 'mono muted' }, name),
            h(
              'span',
              { class: 'mono cut' },
              item[name] && !missing.includes(name)
                ? brief(item[name])
                : h(
                    'span',
                    { class: 'warn' },
                    item[name]
                      ? `is ${typeOf(item[name])}, the key needs ${schema.types[name]}`
                      : 'is not there',
                  ),
            ),
          ),
        ),
      );
    }),
  );
}

// Patterns of the model that this item can fill: what belongs to it, each one call away.
export function relatedTab(schema, pane, item) {
  if (!schema.shape)
    return h(
      'p',
      { class: 'pane__pad muted' },
      'The table has no model, so nothing is known to belong together.',
    );
  const known = {
    ...Object.fromEntries(
      Object.entries(item)
        .filter(([, value]) => ['S', 'N'].includes(typeOf(value)))
        .map(([name, value]) => [name, Object.values(value)[0]]),
    ),
    ...(pane.decoded?.variables ?? {}),
  };
  const entity = schema.entities.find((each) => each.name === pane.decoded?.entity);
  const references = (entity?.attributes ?? []).filter(
    (each) => each.references && known[each.name] !== undefined,
  );
  const fits = schema.shape.patterns.filter(
    (each) =>
      each.plan &&
      ['get', 'query', 'collection', 'history'].includes(each.kind) &&
      each.parameters.length > 0 &&
      each.parameters.every((one) => known[one.attribute] !== undefined),
  );
  const href = (pattern, values) =>
    link(`/m/${segment(schema.model.name)}/patterns`, {
      run: pattern.name,
      ...Object.fromEntries(
        pattern.parameters.map((one) => [`p.${one.name}`, values[one.attribute]]),
      ),
    });
  const getOf = (name) =>
    schema.shape.patterns.find(
      (each) =>
        each.kind === 'get' && each.entity === name && each.parameters.length === 1 && each.plan,
    );
  return h(
    'div',
    null,
    references.length > 0 && h('div', { class: 'pane__section' }, 'Refers to'),
    references.map((each) => {
      const pattern = getOf(each.references);
      const target =
        pattern && href(pattern, { [pattern.parameters[0].attribute]: known[each.name] });
      return h(
        'div',
        { class: 'relline', key: each.name },
        entityMark(schema, each.references),
        h('span', { class: 'mono cut grow' }, known[each.name]),
        target && h('a', { href: target }, 'Open'),
      );
    }),
    h('div', { class: 'pane__section' }, 'Asked from here'),
    fits.length === 0 &&
      h('p', { class: 'pane__pad muted' }, 'No pattern begins with what this item has.'),
    fits.map((each) =>
      h(
        'a',
        { class: 'relline', key: each.name, href: href(each, known) },
        icon('bolt', 'sm'),
        h('span', { class: 'grow cut' }, each.name),
        h('span', { class: 'muted small' }, each.plan.place),
      ),
    ),
  );
}
