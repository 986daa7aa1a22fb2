// The pages that the models declare.
import { h } from '../core/dom.js';
import { load } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { modelList, shapeOf } from '../api/schema.js';
import { plural } from '../core/words.js';
import { crumbs, empty, icon, loaded, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';

export function open() {
  const held = load(
    modelList().then(async (models) => {
      const shapes = await Promise.all(models.map((model) => shapeOf(model.name)));
      return shapes.flatMap((shape) => shape.pages.map((each) => ({ shape, page: each })));
    }),
  );
  const line = ({ shape, page: each }) => {
    const widgets = each.rows.flat();
    const kinds = [...new Set(widgets.map((one) => one.kind))].join(', ');
    return h(
      'a',
      {
        class: 'step step--link',
        key: `${shape.name}/${each.name}`,
        href: link(`/d/${segment(shape.name)}/${segment(each.name)}`),
      },
      icon('dash', 'lg'),
      h(
        'div',
        null,
        h('h2', null, each.title),
        h(
          'span',
          { class: 'muted small' },
          `${shape.name} v${shape.version} · ${plural(widgets.length, 'widget')}: ${kinds}`,
        ),
      ),
      icon('right'),
    );
  };
  const body = (all) =>
    all.length === 0
      ? h(
          'section',
          { class: 'card' },
          empty(
            'dash',
            'No dashboards yet',
            'A model declares them in its section pages: bars, lines, numbers, comparisons and tables over its rollups and patterns.',
            h('a', { class: 'btn', href: link('/models') }, 'Models'),
          ),
        )
      : h('section', { class: 'card' }, all.map(line));
  return {
    title: 'Dashboards',
    section: 'dashboards',
    view: () =>
      page(pageHead({ crumbs: crumbs({ text: 'Dashboards' }) }), scrollBody(loaded(held, body))),
  };
}
