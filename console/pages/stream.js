// The stream of a table as it grows: each change with what was before and after.
import { h } from '../core/dom.js';
import { load, redraw, toast } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { tableSchema } from '../api/schema.js';
import { brief, equal } from '../api/typed.js';
import { clock, count, cut } from '../core/words.js';
import { button, copyText, empty, iconButton, loaded, notice, segmented } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';
import { isMasked } from '../items/grid.js';
import { tail } from '../streams/tail.js';

const SHOWN_MAX = 200;
const KINDS = {
  INSERT: ['made', 'good'],
  MODIFY: ['changed', 'accent'],
  REMOVE: ['deleted', 'bad'],
};

function changes(record) {
  const { OldImage: before = {}, NewImage: after = {} } = record.dynamodb;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => !equal(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

function eventView(schema, record) {
  const table = schema.name;
  const say = (name, value, max) => (isMasked(schema, name) ? '••••••' : cut(brief(value), max));
  const [text, kind] = KINDS[record.eventName];
  const all = changes(record);
  const at = record.dynamodb.ApproximateCreationDateTime * 1000;
  const key = Object.values(record.dynamodb.Keys).map(brief).join(' · ');
  const isWhole = record.eventName !== 'MODIFY';
  const line = ({ name, before, after }) =>
    h(
      'div',
      { class: 'event__change', key: name },
      h('span', { class: 'muted' }, name),
      !isWhole &&
        (before === undefined
          ? h('span', { class: 'emptytext' }, 'nothing')
          : h('span', { class: 'was' }, say(name, before, 120))),
      !isWhole && h('span', { class: 'muted' }, '→'),
      h(
        'span',
        { class: isWhole ? '' : 'medium' },
        (isWhole ? (before ?? after) : after) === undefined
          ? 'removed'
          : say(name, isWhole ? (after ?? before) : after, 160),
      ),
    );
  return h(
    'div',
    { class: 'event', key: record.dynamodb.SequenceNumber },
    h(
      'span',
      { class: 'mono muted nowrap' },
      `${clock(at)}:${String(new Date(at).getUTCSeconds()).padStart(2, '0')}`,
    ),
    h('span', { class: `badge badge--${kind}` }, text),
    h(
      'div',
      { class: 'row event__key' },
      h(
        'a',
        {
          class: 'mono cut grow',
          href: link(`/t/${segment(table)}/items`, { sel: JSON.stringify(record.dynamodb.Keys) }),
        },
        key,
      ),
      record.userIdentity?.type === 'Service' &&
        h('span', { class: 'badge badge--warn' }, 'expired'),
      iconButton('copy', 'Copy the record', {
        class: 'btn--sm',
        onclick: () =>
          copyText(JSON.stringify({ Records: [record] }, null, 2), () =>
            toast('Copied, as a test event'),
          ),
      }),
    ),
    h(
      'div',
      { class: 'event__changes' },
      all.slice(0, isWhole ? 4 : 12).map(line),
      all.length === 0 && h('span', { class: 'muted' }, 'the stream has keys only'),
      isWhole &&
        all.length > 4 &&
        h('span', { class: 'muted' }, `and ${all.length - 4} more attributes`),
    ),
  );
}

export function open({ table }, query) {
  const state = {
    kind: query.kind ?? 'all',
    from: query.from ?? 'latest',
    text: query.q ?? '',
    records: [],
    seen: 0,
    isPaused: false,
    error: null,
  };
  const held = load(
    tableSchema(table).then((schema) => {
      begin(schema);
      return schema;
    }),
  );
  let stop = () => {};
  function begin(schema) {
    stop();
    Object.assign(state, { records: [], seen: 0, error: null });
    if (!schema.table.LatestStreamArn) return;
    stop = tail(schema.table.LatestStreamArn, state.from, {
      isPaused: () => state.isPaused,
      take(records) {
        state.seen += records.length;
        state.records = [...state.records, ...records].slice(-SHOWN_MAX);
        redraw();
      },
      fail(error) {
        state.error = error;
        redraw();
      },
    });
  }
  const choose = (change, again) => {
    Object.assign(state, change);
    note(`/t/${segment(table)}/stream`, {
      kind: state.kind === 'all' ? '' : state.kind,
      from: state.from === 'latest' ? '' : state.from,
      q: state.text,
    });
    if (again) begin(held.value);
    redraw();
  };

  function body(schema) {
    if (!schema.table.LatestStreamArn)
      return h(
        'section',
        { class: 'card' },
        empty(
          'stream',
          'No stream',
          'A stream tells every change of the table, in order. Switch it on with UpdateTable, or in the model.',
        ),
        h(
          'div',
          { class: 'card__body' },
          h(
            'pre',
            { class: 'code', tabindex: '0' },
            `aws dynamodb update-table --endpoint-url ${location.origin} --region us-east-1 \\\n    --table-name ${table} \\\n    --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`,
          ),
        ),
      );
    const word = state.text.toLowerCase();
    const fits = state.records.filter(
      (each) =>
        (state.kind === 'all' || each.eventName === state.kind) &&
        (!word || JSON.stringify(each.dynamodb).toLowerCase().includes(word)),
    );
    return [
      h(
        'div',
        { class: 'row row--wrap', key: 'bar' },
        segmented(
          'From',
          'from',
          [
            ['latest', 'From now on'],
            ['oldest', 'From the oldest'],
          ],
          state.from,
          (from) => choose({ from }, true),
        ),
        segmented(
          'Which',
          'kind',
          [
            ['all', 'All'],
            ['INSERT', 'Made'],
            ['MODIFY', 'Changed'],
            ['REMOVE', 'Deleted'],
          ],
          state.kind,
          (kind) => choose({ kind }),
        ),
        h('input', {
          class: 'input input--auto',
          type: 'search',
          placeholder: 'Filter by any text',
          'aria-label': 'Filter',
          value: state.text,
          oninput: (event) => choose({ text: event.target.value }),
        }),
        h(
          'span',
          { class: 'push row' },
          h('span', { class: 'muted small' }, `${count(state.seen)} read`),
          button(state.isPaused ? 'Go on' : 'Pause', {
            icon: state.isPaused ? 'play' : 'pause',
            onclick: () => {
              state.isPaused = !state.isPaused;
              redraw();
            },
          }),
        ),
      ),
      state.error && notice('bad', state.error.message),
      h(
        'section',
        { class: 'card', key: 'events', 'aria-label': 'Changes' },
        fits.length === 0
          ? empty(
              'stream',
              state.isPaused ? 'Paused' : 'Waiting for changes',
              'Each write of the table appears here at once, newest first.',
            )
          : [...fits].reverse().map((record) => eventView(schema, record)),
        state.seen > SHOWN_MAX &&
          h(
            'div',
            { class: 'card__foot' },
            `The last ${count(SHOWN_MAX)} of ${count(state.seen)} are kept.`,
          ),
      ),
    ];
  }
  return {
    title: `${table} stream`,
    section: 'tables',
    close: () => stop(),
    view: () => page(tableHead(table, held.value, 'stream'), scrollBody(loaded(held, body))),
  };
}
