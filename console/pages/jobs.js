// What goes on behind requests.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { rest } from '../api/call.js';
import { count, duration, plural, since } from '../core/words.js';
import { button, crumbs, empty, glyph, loaded, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';

const ROLES = { waiting: 'waiting', running: 'active', paused: 'initial', failed: 'failed' };
const REFRESH_MS = 2000;

export function open() {
  const read = () => rest('GET', '/api/jobs').then((answer) => answer.jobs);
  const state = { held: load(read()) };
  const refresh = () => {
    if (document.hidden) return;
    const next = load(read());
    next.promise.then(() => {
      if (!next.error) state.held = next;
      redraw();
    });
  };
  const timer = setInterval(refresh, REFRESH_MS);
  const change = (job) =>
    rest('POST', job.state === 'paused' ? '/api/jobs:resume' : '/api/jobs:pause', {
      query: { name: job.name },
    }).then(refresh, (error) => toast(error.message, { kind: 'bad' }));

  function row(job) {
    const role = ROLES[job.state] ?? 'initial';
    const share = job.total ? Math.min(1, job.done / job.total) : null;
    return h(
      'tr',
      { key: job.name },
      h(
        'td',
        { class: 'cell-title' },
        h(
          'span',
          { class: 'stack stack--1' },
          h('span', { class: 'medium mono' }, job.name),
          h('span', { class: 'muted small' }, job.purpose),
        ),
      ),
      h(
        'td',
        { 'data-label': 'State' },
        h('span', { class: `state is-${role}` }, glyph(role), job.state),
      ),
      h(
        'td',
        { class: 'cell-full', 'data-label': 'Progress' },
        share === null
          ? h(
              'span',
              { class: 'muted small nowrap' },
              job.state === 'waiting' ? `next turn in ${duration(job.next_ms)}` : '',
            )
          : h(
              'span',
              { class: 'stack stack--1 grow' },
              h('progress', {
                class: 'progress',
                value: share,
                max: 1,
                'aria-label': `${job.name}, ${Math.round(share * 100)} %`,
              }),
              h(
                'span',
                { class: 'muted small nowrap' },
                `${count(job.done)} of about ${count(job.total)}`,
              ),
            ),
        job.error && h('span', { class: 'bad small' }, job.error),
      ),
      h('td', { class: 'num', 'data-label': 'Items' }, count(job.items)),
      h('td', { class: 'num', 'data-label': 'A second' }, count(job.items_per_second)),
      h(
        'td',
        { class: 'num muted nowrap', 'data-label': 'Idle' },
        job.idle_at ? since(Date.parse(job.idle_at)) : '–',
      ),
      h(
        'td',
        { class: 'num' },
        canWrite() &&
          button(job.state === 'paused' ? 'Resume' : 'Pause', {
            small: true,
            'aria-label': `${job.state === 'paused' ? 'Resume' : 'Pause'} ${job.name}`,
            onclick: () => change(job),
          }),
      ),
    );
  }
  const body = (jobs) =>
    jobs.length === 0
      ? h(
          'section',
          { class: 'card' },
          empty(
            'jobs',
            'Nothing to do',
            'Filling of indexes, expiry and what models need would be here.',
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
                  ['Job', 'State', 'Progress'].map((text) =>
                    h('th', { key: text, scope: 'col' }, text),
                  ),
                  ['Items', 'A second', 'Idle'].map((text) =>
                    h('th', { key: text, scope: 'col', class: 'num' }, text),
                  ),
                  h('th', { scope: 'col' }, h('span', { class: 'sr' }, 'Actions')),
                ),
              ),
              h('tbody', null, jobs.map(row)),
            ),
          ),
          h(
            'div',
            { class: 'card__foot' },
            'Read again every two seconds. A pause lasts until the job is resumed or the server ends.',
          ),
        );
  return {
    title: 'Jobs',
    section: 'jobs',
    close: () => clearInterval(timer),
    view: () =>
      page(
        pageHead({
          crumbs: crumbs({ text: 'Jobs' }),
          meta: state.held.value ? [plural(state.held.value.length, 'job')] : [],
        }),
        scrollBody(loaded(state.held, body)),
      ),
  };
}
