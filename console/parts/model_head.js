// The heading and the tabs that all pages of one model share.
import { h } from '../core/dom.js';
import { link, segment } from '../core/router.js';
import { crumbs, pageHead, tabs } from './bits.js';

export function modelHead(name, shape, current, actions = []) {
  const root = `/m/${segment(name)}`;
  const list = [
    { id: 'text', text: 'Text', href: link(root) },
    { id: 'graph', text: 'Graph', href: link(`${root}/graph`) },
    {
      id: 'patterns',
      text: 'Patterns',
      href: link(`${root}/patterns`),
      count: shape?.patterns.length,
    },
    { id: 'compare', text: 'Compare', href: link(`${root}/compare`) },
    { id: 'migrations', text: 'Migrations', href: link(`${root}/migrations`) },
    shape?.patterns.some((each) => each.search && each.plan) && {
      id: 'search',
      text: 'Search',
      href: link(`${root}/search`),
    },
  ].filter(Boolean);
  return pageHead({
    crumbs: crumbs({ text: 'Models', href: link('/models') }, { text: name }),
    meta: shape
      ? [
          h('span', { key: 'v', class: 'badge badge--line' }, `v${shape.version} in force`),
          ...shape.tables.map((each) =>
            h('a', { key: each.name, href: link(`/t/${segment(each.name)}/items`) }, each.name),
          ),
        ]
      : [],
    actions,
    tabs: tabs('Of this model', list, current),
  });
}
