// An address that leads nowhere, or a page that could not be opened.
import { link } from '../core/router.js';
import { h } from '../core/dom.js';
import { crumbs, empty, failure, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';

export function open({ error }) {
  return {
    title: 'Not found',
    section: '',
    view: () =>
      page(
        pageHead({ crumbs: crumbs({ text: 'Not found' }) }),
        scrollBody(
          error
            ? failure(error)
            : empty(
                'search',
                'There is no such page',
                'The address may be of another version of the console.',
                h('a', { class: 'btn', href: link('/') }, 'All tables'),
              ),
        ),
      ),
  };
}
