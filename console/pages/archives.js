// What has left tables into files: what waits, what is there, the files of each archive.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { follow } from '../core/poll.js';
import { link, note, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { bytes, count, date, plural, since } from '../core/words.js';
import { badge, button, copyText, empty, glyph, iconButton, loaded } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { plainTable, tile, tiles } from '../parts/tiles.js';
import { workHead } from '../parts/work_head.js';

const REFRESH_MS = 5000;
const SHOWN = 100;
const EXAMPLE = `archive:
  Message:
    on: expire
    to: s3://my-archive/messages
    partition_by: [stage, day(created_date)]`;

const nameOf = (each) => `${each.table}/${each.entity}/${each.to}`;

// Jobs tell what is wrong with a bucket.
async function readArchives() {
  const [{ archives }, { jobs }] = await Promise.all([
    rest('GET', '/api/archives'),
    rest('GET', '/api/jobs'),
  ]);
  return archives.map((each) => ({
    ...each,
    job: jobs.find((job) => job.name.startsWith(`archive/${each.table}/${each.entity}/`)),
  }));
}

function nothingYet() {
  return h(
    'section',
    { class: 'card', key: 'none' },
    empty(
      'archive',
      'No archives',
      'What expires or is deleted can go into Parquet files of a bucket, in the very commit that removes it. A model says so; the server needs --s3.',
    ),
    h('div', { class: 'card__body' }, h('pre', { class: 'code', tabindex: '0' }, EXAMPLE)),
  );
}

function fileRow(file) {
  const name = file.key.split('/').pop();
  return h(
    'tr',
    { key: file.key },
    h(
      'td',
      { class: 'cell-title' },
      h(
        'span',
        { class: 'stack stack--1' },
        h('span', { class: 'mono' }, file.folder || '/'),
        h('span', { class: 'muted tiny mono' }, name),
      ),
    ),
    h('td', { class: 'num', 'data-label': 'Items' }, count(file.items)),
    h('td', { class: 'num', 'data-label': 'Size' }, bytes(file.bytes)),
    h(
      'td',
      { class: 'num nowrap', 'data-label': 'Items left', title: file.oldest },
      file.oldest.slice(0, 10) === file.newest.slice(0, 10)
        ? file.oldest.slice(0, 10)
        : `${file.oldest.slice(0, 10)} to ${file.newest.slice(0, 10)}`,
    ),
    h(
      'td',
      { class: 'num nowrap muted', 'data-label': 'Made', title: date(Date.parse(file.made)) },
      since(Date.parse(file.made)),
    ),
    h(
      'td',
      { class: 'num cell-end' },
      iconButton('copy', `Copy the address of ${name}`, {
        class: 'btn--sm',
        onclick: () => copyText(file.key, () => toast('Copied')),
      }),
    ),
  );
}

function filesView(held) {
  return loaded(
    held,
    (files) =>
      files.length === 0
        ? h('p', { class: 'card__body muted' }, 'No file yet.')
        : [
            plainTable(
              [
                'Folder',
                ['Items', 'num'],
                ['Size', 'num'],
                ['Items left', 'num'],
                ['Made', 'num'],
                '',
              ],
              files.slice(0, SHOWN).map(fileRow),
              { roomy: false },
            ),
            files.length > SHOWN &&
              h(
                'div',
                { class: 'card__foot', key: 'foot' },
                `The first ${SHOWN} of ${count(files.length)}; partita archive files has all.`,
              ),
          ],
    { lines: 3 },
  );
}

function archiveCard(each, { open, toggle, flush }) {
  const isLate = Boolean(each.job?.error);
  const role = isLate ? 'failed' : each.waiting > 0 ? 'waiting' : 'done';
  const what = isLate
    ? 'cannot write'
    : each.waiting > 0
      ? `${each.waits_more ? 'more than ' : ''}${count(each.waiting)} waiting`
      : 'nothing waits';
  return h(
    'section',
    { class: 'card', key: nameOf(each), 'aria-label': `${each.entity} of ${each.table}` },
    h(
      'div',
      { class: 'card__head' },
      h('h2', null, each.entity),
      h('a', { class: 'small', href: link(`/t/${segment(each.table)}/items`) }, each.table),
      h('span', { class: `state is-${role}` }, glyph(role), what),
      !each.declared && badge('no longer declared', 'warn'),
      canWrite() &&
        each.waiting > 0 &&
        h(
          'span',
          { class: 'push' },
          button('Write files now', {
            small: true,
            'aria-label': `Write files of ${each.entity} of ${each.table} now`,
            onclick: () => flush(each),
          }),
        ),
    ),
    h(
      'dl',
      { class: 'card__body facts facts--row' },
      h('dt', null, 'Into'),
      h('dd', { class: 'mono' }, each.to),
      h('dt', null, 'There'),
      h(
        'dd',
        null,
        each.files > 0
          ? `${plural(each.files, 'file')} with ${plural(each.items, 'item')}, ${bytes(each.bytes)}`
          : 'none yet',
      ),
      each.oldest && h('dt', { key: 'w' }, 'Waiting'),
      each.oldest &&
        h(
          'dd',
          { key: 'wd', title: each.oldest },
          `for ${since(Date.parse(each.oldest)).replace(' ago', '')}`,
        ),
    ),
    isLate && h('p', { class: 'card__body bad small', key: 'error' }, each.job.error),
    h(
      'div',
      { class: 'card__foot' },
      h(
        'button',
        {
          type: 'button',
          class: 'linkbtn small',
          'aria-expanded': String(Boolean(open)),
          'aria-label': `Files of ${each.entity} of ${each.table}`,
          onclick: () => toggle(each),
        },
        open ? 'Hide the files' : 'Show the files',
      ),
    ),
    open && h('div', { class: 'card__past', key: 'files' }, filesView(open)),
  );
}

export function open(params, query) {
  const archives = follow(readArchives, REFRESH_MS);
  const files = new Map();
  const read = (each) =>
    load(
      rest('GET', '/api/archives:files', {
        query: { table: each.table, entity: each.entity },
      }).then((answer) => answer.files),
    );
  const toggle = (each) => {
    const name = nameOf(each);
    if (files.has(name)) files.delete(name);
    else files.set(name, read(each));
    note('/archives', { open: [...files.keys()].join(' ') });
    redraw();
  };
  const flush = async (each) => {
    try {
      await rest('POST', '/api/archives:flush', {
        query: { table: each.table, entity: each.entity },
      });
      toast('Files are being written');
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
    archives.again();
  };
  archives.held.promise.then(() => {
    const asked = (query.open ?? '').split(' ');
    for (const each of archives.held.value ?? [])
      if (asked.includes(nameOf(each))) files.set(nameOf(each), read(each));
    redraw();
  });
  function body(all) {
    if (all.length === 0) return nothingYet();
    const sum = (member) => all.reduce((total, each) => total + each[member], 0);
    const oldest = all.flatMap((each) => (each.oldest ? [Date.parse(each.oldest)] : []));
    return [
      tiles(
        tile('Archives', count(all.length)),
        tile('Waiting', count(sum('waiting')), {
          unit: sum('waiting') === 1 ? 'item' : 'items',
          text:
            oldest.length > 0
              ? `the first for ${since(Math.min(...oldest)).replace(' ago', '')}`
              : 'nothing waits',
        }),
        tile('In files', count(sum('items')), {
          unit: 'items',
          text: plural(sum('files'), 'file'),
        }),
        tile('Size', bytes(sum('bytes')), { text: 'compressed' }),
      ),
      all.map((each) => archiveCard(each, { open: files.get(nameOf(each)), toggle, flush })),
    ];
  }
  return {
    title: 'Archives',
    section: 'work',
    close: archives.close,
    view: () => page(workHead('archives'), scrollBody(loaded(archives.held, body))),
  };
}
