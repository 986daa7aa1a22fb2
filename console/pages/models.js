// All models in force.
import { h } from '../core/dom.js';
import { load } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { forgetAll, modelList, shapeOf } from '../api/schema.js';
import { date, plural, since } from '../core/words.js';
import { crumbs, empty, loaded, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';

function row(model, shape) {
  const root = `/m/${segment(model.name)}`;
  return h(
    'tr',
    { key: model.name },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'span',
        { class: 'stack stack--1' },
        h(
          'span',
          { class: 'row' },
          h('a', { class: 'medium', href: link(root) }, model.name),
          h('span', { class: 'badge badge--line' }, `v${model.version}`),
          model.observed.length > 0 && h('span', { class: 'badge badge--warn' }, 'only observed'),
        ),
        h('span', { class: 'muted small' }, shape?.description),
      ),
    ),
    h(
      'td',
      { 'data-label': 'Tables', class: 'cell-full' },
      h(
        'span',
        { class: 'stack stack--1' },
        model.tables.map((name) =>
          h('a', { key: name, href: link(`/t/${segment(name)}/items`) }, name),
        ),
      ),
    ),
    h('td', { class: 'num', 'data-label': 'Entities' }, model.entities),
    h(
      'td',
      { class: 'num', 'data-label': 'Patterns' },
      h('a', { href: link(`${root}/patterns`) }, model.patterns),
    ),
    h('td', { class: 'num', 'data-label': 'Rollups' }, shape?.rollups.length ?? ''),
    h(
      'td',
      {
        class: 'num nowrap muted',
        'data-label': 'Applied',
        title: date(Date.parse(model.applied_at)),
      },
      since(Date.parse(model.applied_at)),
    ),
  );
}

export function open() {
  forgetAll();
  const held = load(
    modelList().then(async (models) => {
      const shapes = await Promise.all(models.map((model) => shapeOf(model.name)));
      return models.map((model, i) => ({ model, shape: shapes[i] }));
    }),
  );
  const body = (all) =>
    all.length === 0
      ? h(
          'section',
          { class: 'card' },
          empty(
            'model',
            'No models yet',
            'A model is one YAML file: entities, keys, lifecycles and access patterns, which the server then checks, enforces and serves.',
          ),
          h(
            'div',
            { class: 'card__body' },
            h(
              'pre',
              { class: 'code', tabindex: '0' },
              'partita model init shop\npartita model lint shop.yaml\npartita model apply shop.yaml',
            ),
          ),
        )
      : h(
          'section',
          { class: 'card' },
          h(
            'div',
            { class: 'table-wrap' },
            h(
              'table',
              { class: 'table table--roomy table--stack' },
              h(
                'thead',
                null,
                h(
                  'tr',
                  null,
                  h('th', { scope: 'col' }, 'Model'),
                  h('th', { scope: 'col' }, 'Tables'),
                  ...['Entities', 'Patterns', 'Rollups', 'Applied'].map((text) =>
                    h('th', { key: text, scope: 'col', class: 'num' }, text),
                  ),
                ),
              ),
              h(
                'tbody',
                null,
                all.map(({ model, shape }) => row(model, shape)),
              ),
            ),
          ),
        );
  return {
    title: 'Models',
    section: 'models',
    view: () =>
      page(
        pageHead({
          crumbs: crumbs({ text: 'Models' }),
          meta: held.value ? [plural(held.value.length, 'model')] : [],
        }),
        scrollBody(loaded(held, body)),
      ),
  };
}
