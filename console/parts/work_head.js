// The heading and the tabs of what goes on behind requests.
import { link } from '../core/router.js';
import { crumbs, pageHead, tabs } from './bits.js';

const TABS = [
  ['jobs', 'Jobs'],
  ['queues', 'Queues'],
  ['deliveries', 'Deliveries'],
  ['migrations', 'Migrations'],
  ['archives', 'Archives'],
];

export function workHead(current, meta = [], actions = []) {
  const list = TABS.map(([id, text]) => ({ id, text, href: link(`/${id}`) }));
  return pageHead({
    crumbs: crumbs({ text: 'Work' }),
    meta,
    actions,
    tabs: tabs('Of the work behind requests', list, current),
  });
}
