// What expires when: a timeline that is zoomed by clicking, the first items of what it shows, and what is
// late.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { dynamo, rest } from '../api/call.js';
import { tableSchema } from '../api/schema.js';
import { brief } from '../api/typed.js';
import { clock, count, date, day, plural, since } from '../core/words.js';
import { button, empty, failure, loaded, notice, segmented } from '../parts/bits.js';
import { barChart } from '../parts/bar_chart.js';
import { page, scrollBody } from '../parts/frame.js';
import { closeOverlay, dialogParts, openOverlay } from '../parts/overlay.js';
import { tableHead } from '../parts/table_head.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
// name: words, seconds of a bar, how many bars, the view that a click on one opens.
const SPANS = {
  hour: ['Hour', 60, 60, null],
  day: ['Day', HOUR, 24, 'hour'],
  month: ['30 days', DAY, 30, 'day'],
  year: ['Year', 7 * DAY, 53, 'month'],
};
const ITEMS = 50;
const REFRESH_MS = 10_000;

const label = (second, step) => {
  const ms = second * 1000;
  if (step >= 7 * DAY) return `week of ${day(ms)}`;
  if (step >= DAY) return day(ms);
  return `${day(ms)} ${clock(ms)}`;
};

function openSwitch(table, done) {
  const state = { name: 'ttl', error: null };
  openOverlay(
    () =>
      dialogParts(
        'Let items expire',
        [
          h(
            'label',
            { class: 'field', key: 'name' },
            h('span', { class: 'field__label' }, 'Attribute'),
            h('input', {
              class: 'input input--mono',
              autofocus: true,
              value: state.name,
              oninput: (event) => {
                state.name = event.target.value;
                redraw();
              },
            }),
            h(
              'span',
              { class: 'field__hint' },
              'A number: the second since 1970 at which the item goes.',
            ),
          ),
          state.error && failure(state.error),
        ],
        button('Cancel', { onclick: closeOverlay }),
        button('Switch on', {
          primary: true,
          disabled: !state.name,
          onclick: () =>
            dynamo('UpdateTimeToLive', {
              TableName: table,
              TimeToLiveSpecification: { Enabled: true, AttributeName: state.name },
            }).then(
              () => {
                closeOverlay();
                toast(`Items expire by ${state.name}`);
                done();
              },
              (error) => {
                state.error = error;
                redraw();
              },
            ),
        }),
      ),
    { label: 'Let items expire' },
  );
}

function tile(name, value, text, kind = '') {
  return h(
    'div',
    { class: `tile${kind ? ` tile--${kind}` : ''}`, key: name },
    h('span', { class: 'tile__label' }, name),
    h('span', { class: 'tile__value' }, value),
    h('span', { class: 'tile__note' }, text),
  );
}

export function open({ table }, query) {
  const span = Object.hasOwn(SPANS, query.span ?? '') ? query.span : 'month';
  const state = { span, from: Number(query.from) || null, cross: {} };
  const schema = load(tableSchema(table));

  // Bars begin where hours, days and weeks do.
  const begin = () => {
    const [, step] = SPANS[state.span];
    const wanted = state.from ?? Math.floor(Date.now() / 1000);
    return Math.floor(wanted / step) * step;
  };
  const read = () => {
    const [, step, steps] = SPANS[state.span];
    return rest('GET', '/api/tables:expiry', {
      query: { table, from: begin(), step, steps, items: ITEMS },
    });
  };
  let held = load(read());
  const again = () => {
    const next = load(read());
    next.promise.then(() => {
      if (!next.error) held = next;
      redraw();
    });
  };
  const timer = setInterval(() => !document.hidden && again(), REFRESH_MS);
  const show = (change, replace = false) => {
    Object.assign(state, change, { cross: {} });
    note(
      `/t/${segment(table)}/expiry`,
      { span: state.span === 'month' ? '' : state.span, from: state.from ?? '' },
      { replace },
    );
    held = load(read());
    redraw();
  };

  function offView() {
    return h(
      'section',
      { class: 'card' },
      empty(
        'hourglass',
        'Nothing expires here',
        'With a time to live, an item goes by itself when the second in one of its attributes has come. What goes when is then shown here.',
        canWrite() &&
          button('Switch on…', { primary: true, onclick: () => openSwitch(table, again) }),
      ),
    );
  }

  function tiles(answer) {
    const sum = answer.counts.reduce((all, each) => all + each, 0);
    const next = answer.first.find((each) => each.at >= answer.now);
    const { late } = answer;
    const about = answer.estimate ? 'about ' : '';
    return h(
      'div',
      { class: 'tiles', key: 'tiles' },
      tile('Expire in this span', about + count(sum), `by ${answer.attribute}`),
      tile(
        'The next one',
        next ? since(next.at * 1000).replace('in ', '') : '–',
        next ? date(next.at * 1000).slice(0, 19) : 'none in this span',
      ),
      tile(
        'Late',
        count(late.items),
        late.items > 0 && late.oldest
          ? `the oldest since ${since(late.oldest * 1000).replace(' ago', '')}`
          : 'nothing waits to be deleted',
        late.items > 0 ? 'warn' : '',
      ),
    );
  }

  function chartCard(answer) {
    const [, step, steps, inner] = SPANS[state.span];
    const zoom = inner && ((i) => show({ span: inner, from: answer.from + i * step }));
    const bars = answer.counts.map((value, i) => ({
      value,
      label: label(answer.from + i * step, step),
    }));
    const marks = [0, 0.25, 0.5, 0.75].map((part) => {
      const second = answer.from + Math.floor(part * steps) * step;
      return step >= DAY ? day(second * 1000) : clock(second * 1000);
    });
    const busiest = bars
      .map((each, i) => ({ ...each, i }))
      .filter((each) => each.value > 0)
      .sort((a, b) => b.value - a.value)
      .slice(0, 4);
    return h(
      'section',
      { class: 'card', key: 'chart', 'aria-label': 'Timeline' },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, 'Items that expire'),
        h(
          'span',
          { class: 'muted small' },
          `from ${date(answer.from * 1000).slice(0, 16)} UTC, ${{ 60: 'by minute', [HOUR]: 'by hour', [DAY]: 'by day' }[step] ?? 'by week'}`,
        ),
        h(
          'span',
          { class: 'push row' },
          state.from &&
            button('From now', { small: true, quiet: true, onclick: () => show({ from: null }) }),
          segmented(
            'Span',
            'span',
            Object.entries(SPANS).map(([id, [words]]) => [id, words]),
            state.span,
            (chosen) => show({ span: chosen }),
            true,
          ),
        ),
      ),
      h(
        'div',
        { class: 'card__body' },
        barChart({
          bars,
          axis: [...marks, ''],
          say: (value) => count(Math.round(value * 10) / 10),
          state: state.cross,
          title: 'Items that expire',
          pick: zoom,
        }),
      ),
      inner &&
        busiest.length > 0 &&
        h(
          'div',
          { class: 'card__foot' },
          h('span', null, 'Most in'),
          busiest.map((each) =>
            h(
              'button',
              {
                type: 'button',
                class: 'chip chip--ui chip--mark',
                key: each.label,
                onclick: () => zoom(each.i),
              },
              `${each.label} · ${count(each.value)}`,
            ),
          ),
        ),
      answer.estimate &&
        h(
          'div',
          { class: 'card__foot' },
          'Reckoned from a part of the queue: all of it is too long to be read here.',
        ),
    );
  }

  function firstCard(found, answer) {
    const open1 = (key) => link(`/t/${segment(table)}/items`, { sel: JSON.stringify(key) });
    return h(
      'section',
      { class: 'card', key: 'first', 'aria-label': 'The first of them' },
      h(
        'div',
        { class: 'card__head' },
        h('h2', null, 'The first of them'),
        h('span', { class: 'muted small' }, plural(answer.first.length, 'item')),
      ),
      answer.first.length === 0
        ? h('p', { class: 'card__body muted' }, 'Nothing expires in this span.')
        : h(
            'div',
            { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': 'Items' },
            h(
              'table',
              { class: 'table' },
              h(
                'thead',
                null,
                h(
                  'tr',
                  null,
                  found.keyNames.map((name) => h('th', { key: name, scope: 'col' }, name)),
                  h('th', { scope: 'col', class: 'num' }, 'Expires'),
                ),
              ),
              h(
                'tbody',
                null,
                answer.first.map(({ at, key }, i) =>
                  h(
                    'tr',
                    { key: i },
                    found.keyNames.map((name, j) =>
                      h(
                        'td',
                        { key: name, class: 'mono nowrap' },
                        j === 0 ? h('a', { href: open1(key) }, brief(key[name])) : brief(key[name]),
                      ),
                    ),
                    h(
                      'td',
                      {
                        class: `num nowrap${at < answer.now ? ' warn' : ''}`,
                        title: date(at * 1000),
                      },
                      since(at * 1000),
                    ),
                  ),
                ),
              ),
            ),
          ),
    );
  }

  const body = (found) =>
    loaded(held, (answer) =>
      answer.enabled
        ? [
            tiles(answer),
            answer.late.items > 1000 &&
              notice(
                'warn',
                'Deletions are behind: the job expiry has more to do than it gets done, or is paused.',
              ),
            chartCard(answer),
            firstCard(found, answer),
          ]
        : offView(),
    );
  return {
    title: `${table} expiry`,
    section: 'tables',
    close: () => clearInterval(timer),
    view: () => page(tableHead(table, schema.value, 'expiry'), scrollBody(loaded(schema, body))),
  };
}
