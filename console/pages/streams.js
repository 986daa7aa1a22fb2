// All streams.
import { h } from '../core/dom.js';
import { load } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { tableList } from '../api/schema.js';
import { count } from '../core/words.js';
import { crumbs, empty, loaded, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';

export function open() {
  const held = load(tableList());
  function body(all) {
    const streams = all.filter(({ table }) => table.StreamSpecification?.StreamEnabled);
    if (streams.length === 0)
      return h(
        'section',
        { class: 'card' },
        empty(
          'stream',
          'No streams',
          'A stream tells every change of a table, in order, for a day. Switch one on with UpdateTable or in a model: streams: {view: new_and_old_images}.',
        ),
      );
    return h(
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
              h('th', { scope: 'col' }, 'Table'),
              h('th', { scope: 'col' }, 'Has'),
              h('th', { scope: 'col' }, 'Since'),
              h('th', { scope: 'col', class: 'num' }, 'Items'),
            ),
          ),
          h(
            'tbody',
            null,
            streams.map(({ table }) =>
              h(
                'tr',
                { key: table.TableName },
                h(
                  'td',
                  { class: 'cell-title' },
                  h(
                    'a',
                    { class: 'medium', href: link(`/t/${segment(table.TableName)}/stream`) },
                    table.TableName,
                  ),
                ),
                h(
                  'td',
                  { class: 'soft', 'data-label': 'Has' },
                  table.StreamSpecification.StreamViewType.toLowerCase().replaceAll('_', ' '),
                ),
                h('td', { class: 'mono muted', 'data-label': 'Since' }, table.LatestStreamLabel),
                h('td', { class: 'num', 'data-label': 'Items' }, count(table.ItemCount ?? 0)),
              ),
            ),
          ),
        ),
      ),
    );
  }
  return {
    title: 'Streams',
    section: 'streams',
    view: () =>
      page(pageHead({ crumbs: crumbs({ text: 'Streams' }) }), scrollBody(loaded(held, body))),
  };
}
