// The heading and the tabs that all pages of one table share.
import { h } from '../core/dom.js';
import { link, segment } from '../core/router.js';
import { bytes, plural } from '../core/words.js';
import { crumbs, pageHead, tabs } from './bits.js';

export function tableTabs(schema, current) {
  const root = `/t/${segment(schema.name)}`;
  const tab = (id, text, extra = {}) => ({ id, text, href: link(`${root}/${id}`), ...extra });
  const list = [tab('items', 'Items')];
  if (schema.entities.length > 0)
    list.push(tab('entities', 'Entities', { count: schema.entities.length }));
  if (schema.key.sort.length > 0 || schema.indexes.length > 0) list.push(tab('facets', 'Facets'));
  if (schema.entities.some((each) => each.lifecycle)) list.push(tab('lifecycle', 'Lifecycle'));
  if (schema.model)
    list.push({
      id: 'patterns',
      text: 'Patterns',
      href: link(`/m/${segment(schema.model.name)}/patterns`),
      count: schema.shape.patterns.length,
    });
  list.push(tab('indexes', 'Indexes', { count: schema.indexes.length }));
  if (schema.table.LatestStreamArn) list.push(tab('stream', 'Stream'));
  list.push(tab('capacity', 'Capacity'), tab('expiry', 'Expiry'), tab('recovery', 'Recovery'));
  return tabs('Of this table', list, current);
}

export function tableHead(name, schema, current, actions = []) {
  const meta = schema
    ? [
        h('span', { key: 1 }, plural(schema.table.ItemCount ?? 0, 'item')),
        h('span', { key: 2 }, bytes(schema.table.TableSizeBytes ?? 0)),
        schema.model &&
          h(
            'a',
            { key: 3, href: link(`/m/${segment(schema.model.name)}`) },
            `${schema.model.name} v${schema.model.version}`,
          ),
      ]
    : [];
  return pageHead({
    crumbs: crumbs({ text: 'Tables', href: link('/') }, { text: name }),
    meta,
    actions,
    tabs: schema ? tableTabs(schema, current) : h('div', { class: 'tabs' }),
  });
}
