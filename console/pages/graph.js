// A model as a picture: its lifecycles, how its entities refer to each other, which index serves which
// pattern.
import { h } from '../core/dom.js';
import { load } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { shapeOf } from '../api/schema.js';
import { plural } from '../core/words.js';
import { empty, entityMark, icon, loaded } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { modelHead } from '../parts/model_head.js';
import { graphView } from '../lifecycle/graph.js';
import { relations } from '../models/relations.js';
import { relationsGraph } from '../models/relations_graph.js';

export function open({ model }) {
  const held = load(shapeOf(model));
  const patternLink = (name) => link(`/m/${segment(model)}/patterns`, { run: name });

  function relationsCard(shape) {
    const all = relations(shape);
    const schema = { entities: shape.entities };
    if (all.length === 0) return null;
    return h(
      'section',
      { class: 'card' },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, 'Relations'),
        h('span', { class: 'muted small' }, plural(all.length, 'relation')),
      ),
      relationsGraph(shape),
      h(
        'details',
        { class: 'relationlist' },
        h('summary', null, 'As a table'),
        h(
          'div',
          { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': 'Relations' },
          h(
            'table',
            { class: 'table' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                ['From', 'By', 'To'].map((text) => h('th', { key: text, scope: 'col' }, text)),
              ),
            ),
            h(
              'tbody',
              null,
              all.map((each, i) =>
                h(
                  'tr',
                  { key: i },
                  h('td', null, entityMark(schema, each.from)),
                  h(
                    'td',
                    { class: 'mono' },
                    each.by,
                    ' ',
                    h('span', { class: 'muted small' }, each.kind),
                  ),
                  h('td', null, entityMark(schema, each.to)),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  function indexCard(shape, table) {
    const rows = [
      { name: '', key: [table.partition, table.sort].filter(Boolean) },
      ...table.indexes.map((each) => ({ name: each.name, key: [...each.partition, ...each.sort] })),
    ];
    const served = (name) =>
      shape.patterns.filter(
        (each) => each.plan?.table === table.name && (each.plan.index ?? '') === name,
      );
    return h(
      'section',
      { class: 'card', key: table.name },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, `Indexes of ${table.name}`),
        h('span', { class: 'muted small' }, 'and the patterns that go by them'),
      ),
      rows.map((row) =>
        h(
          'div',
          { class: 'indexline', key: row.name },
          h(
            'div',
            { class: 'row row--wrap' },
            h('code', { class: 'medium' }, row.name || 'the table itself'),
            h('span', { class: 'muted small mono' }, row.key.join(', ')),
          ),
          h(
            'div',
            { class: 'row row--wrap' },
            served(row.name).length === 0
              ? h('span', { class: 'muted small' }, 'no pattern reads here')
              : served(row.name).map((each) =>
                  h(
                    'a',
                    { key: each.name, class: 'chip chip--ui', href: patternLink(each.name) },
                    icon('bolt', 'sm'),
                    each.name,
                  ),
                ),
          ),
        ),
      ),
    );
  }

  function body(shape) {
    const alive = shape.entities.filter((each) => each.lifecycle);
    if (shape.entities.length === 0)
      return h(
        'section',
        { class: 'card' },
        empty('model', 'Nothing to draw', 'The model has no entities.'),
      );
    return [
      alive.map((each) =>
        h(
          'section',
          { class: 'card', key: each.name },
          h(
            'div',
            { class: 'card__head' },
            h('h2', null, `${each.name}, by ${each.lifecycle.attribute}`),
            h(
              'a',
              {
                class: 'push small',
                href: link(`/t/${segment(each.table)}/lifecycle`, { entity: each.name }),
              },
              'With its items',
            ),
          ),
          h('div', { class: 'card__body' }, graphView(each.lifecycle, null)),
        ),
      ),
      relationsCard(shape),
      shape.tables.map((table) => indexCard(shape, table)),
    ];
  }
  return {
    title: `${model} graph`,
    section: 'models',
    view: () => page(modelHead(model, held.value, 'graph'), scrollBody(loaded(held, body))),
  };
}
