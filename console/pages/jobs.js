// What goes on behind requests: what works or fails first, what waits for its next turn below.
import { h } from '../core/dom.js';
import { canWrite, redraw, toast } from '../core/app.js';
import { follow } from '../core/poll.js';
import { note } from '../core/router.js';
import { rest } from '../api/call.js';
import { count, duration, plural } from '../core/words.js';
import { button, empty, glyph, loaded, segmented } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { plainTable } from '../parts/tiles.js';
import { workHead } from '../parts/work_head.js';

const ROLES = {
  waiting: 'waiting',
  running: 'active',
  paused: 'initial',
  failed: 'failed',
  elsewhere: 'ended',
};
const REFRESH_MS = 2000;

const isBusy = (job) => job.state === 'running' || (job.total > 0 && job.done < job.total);
const SHOWN = {
  all: () => true,
  busy: isBusy,
  failed: (job) => Boolean(job.error),
  paused: (job) => job.state === 'paused',
};
const urgency = (job) => (job.error ? 0 : isBusy(job) ? 1 : job.state === 'paused' ? 2 : 3);

function progress(job) {
  const share = job.total ? Math.min(1, job.done / job.total) : null;
  const next = job.state === 'waiting' ? `next turn in ${duration(job.next_ms)}` : '';
  return [
    share === null
      ? h('span', { class: 'muted small nowrap', key: 'next' }, next)
      : h(
          'span',
          { class: 'stack stack--1 grow', key: 'bar' },
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
    job.error && h('span', { class: 'bad small', key: 'error' }, job.error),
  ];
}

function row(job, { withHolder, change }) {
  const role = job.error ? 'failed' : (ROLES[job.state] ?? 'initial');
  const word = job.state === 'paused' ? 'Resume' : 'Pause';
  const figure = (value) => (value > 0 ? count(value) : h('span', { class: 'muted' }, '–'));
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
      h('span', { class: `state is-${role}` }, glyph(role), job.error ? 'failing' : job.state),
    ),
    h('td', { class: 'cell-full', 'data-label': 'Progress' }, progress(job)),
    h('td', { class: 'num', 'data-label': 'Items' }, figure(job.items)),
    h('td', { class: 'num', 'data-label': 'A second' }, figure(job.items_per_second)),
    withHolder &&
      h('td', { class: 'mono muted', 'data-label': 'Server' }, job.holder?.slice(0, 8) ?? '–'),
    h(
      'td',
      { class: 'num cell-end' },
      canWrite() &&
        button(word, {
          small: true,
          quiet: word === 'Pause',
          'aria-label': `${word} ${job.name}`,
          onclick: () => change(job),
        }),
    ),
  );
}

export function open(params, query) {
  const state = { show: query.show in SHOWN ? query.show : 'all' };
  const jobs = follow(() => rest('GET', '/api/jobs').then((answer) => answer.jobs), REFRESH_MS);
  const change = (job) =>
    rest('POST', job.state === 'paused' ? '/api/jobs:resume' : '/api/jobs:pause', {
      query: { name: job.name },
    }).then(jobs.again, (error) => toast(error.message, { kind: 'bad' }));
  const choose = (show) => {
    state.show = show;
    note('/jobs', { show: show === 'all' ? '' : show });
    redraw();
  };

  function filter(all) {
    const entry = (name, text) => [
      name,
      text,
      h('span', { class: 'count' }, all.filter(SHOWN[name]).length),
    ];
    return h(
      'div',
      { key: 'filter', class: 'row row--wrap' },
      segmented(
        'Which jobs',
        'show',
        [
          entry('all', 'All'),
          entry('busy', 'At work'),
          entry('failed', 'Failing'),
          entry('paused', 'Paused'),
        ],
        state.show,
        choose,
      ),
    );
  }
  function body(all) {
    const shown = all.filter(SHOWN[state.show]).sort((a, b) => urgency(a) - urgency(b));
    const withHolder = new Set(all.map((job) => job.holder).filter(Boolean)).size > 1;
    return [
      filter(all),
      h(
        'section',
        { class: 'card', key: 'jobs', 'aria-label': 'Jobs' },
        shown.length === 0
          ? empty(
              'jobs',
              state.show === 'failed' ? 'Nothing fails' : 'None now',
              'Filling of indexes, backups, expiry and what models need are here while they go on.',
            )
          : plainTable(
              [
                'Job',
                'State',
                'Progress',
                ['Items', 'num'],
                ['A second', 'num'],
                ...(withHolder ? ['Server'] : []),
                '',
              ],
              shown.map((job) => row(job, { withHolder, change })),
            ),
        h(
          'div',
          { class: 'card__foot' },
          'Items since the server began. A pause lasts until the job is resumed, also over a restart.',
        ),
      ),
    ];
  }
  return {
    title: 'Jobs',
    section: 'work',
    close: jobs.close,
    view: () =>
      page(
        workHead('jobs', jobs.held.value ? [plural(jobs.held.value.length, 'job')] : []),
        scrollBody(loaded(jobs.held, body)),
      ),
  };
}
