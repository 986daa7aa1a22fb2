// The past of a table as a strip: how much was written when, what happened besides, and a handle that
// chooses a moment. What would be in the restored table is in colour.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { clock, date, day, moment as momentText, since } from '../core/words.js';
import { segmented } from '../parts/bits.js';
import { DAY, MINUTE } from './calls.js';

const BARS = 96;
const SPANS = { hour: 60 * MINUTE, day: DAY };

// [from, to] of what the strip shows: the end of the window, or all of it.
export function spanOf({ earliest, now, span }) {
  const length = SPANS[span];
  return [length ? Math.max(earliest, now - length) : earliest, now];
}

export const defaultSpan = (earliest, now) => (now - earliest > DAY ? 'day' : 'all');

function binned(rate, from, to) {
  const size = (to - from) / BARS;
  const bars = Array.from({ length: BARS }, () => null);
  for (const { at, value } of rate) {
    const i = Math.floor((at + MINUTE / 2 - from) / size);
    // A minute longer than a bar is spread over all the bars that it covers.
    const last = Math.floor((at + MINUTE / 2 - from + Math.max(0, MINUTE - size)) / size);
    for (let j = i; j <= Math.max(i, last); j += 1) {
      if (j < 0 || j >= BARS) continue;
      bars[j] = Math.max(0, bars[j] ?? 0) + (size >= MINUTE ? value : (value * size) / MINUTE);
    }
  }
  return bars;
}

const round = (n) => Number(n.toFixed(2));

function strip({ rate, marks, from, to, at }) {
  const bars = binned(rate, from, to);
  const top = Math.max(1e-9, ...bars.map((each) => each ?? 0));
  const x = (moment) => round(((moment - from) / (to - from)) * 100);
  const width = 100 / BARS;
  const known = bars.findIndex((each) => each !== null);
  return h(
    'svg',
    { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    known > 0 &&
      h('rect', { key: 'none', class: 'plot-none', x: 0, y: 60, width: known * width, height: 40 }),
    h('rect', { key: 'win', class: 't-win', x: 0, y: 0, width: Math.max(0, x(at)), height: 100 }),
    bars.map((value, i) => {
      const height = value ? Math.max(4, (value / top) * 92) : 1.5;
      const isIn = from + ((i + 0.5) * (to - from)) / BARS <= at;
      return h('rect', {
        key: i,
        class: `t-bar${isIn && value ? ' t-bar--in' : ''}`,
        x: round(i * width + width * 0.12),
        y: round(100 - height),
        width: round(width * 0.76),
        height: round(height),
      });
    }),
    marks
      .filter((each) => each.at >= from && each.at <= to)
      .map((each, i) => h('path', { key: `m${i}`, class: 't-mark', d: `M${x(each.at)} 0V100` })),
    h('path', { key: 'edge', class: 't-edge', d: `M${x(at)} 0V100` }),
  );
}

function axis(from, to) {
  const word =
    to - from > 2 * DAY
      ? day
      : to - from > DAY
        ? (ms) => `${day(ms)} ${clock(ms)}`
        : to - from < 5 * MINUTE
          ? (ms) => momentText(ms).slice(6)
          : clock;
  return h(
    'div',
    { class: 'timeline__axis', 'aria-hidden': 'true' },
    [0, 1, 2, 3].map((i) => h('span', { key: i }, word(from + ((to - from) * i) / 4))),
    h('span', { key: 'now' }, 'now'),
  );
}

function markList(marks, from, to, choose) {
  const shown = marks.filter((each) => each.at >= from && each.at <= to).slice(0, 6);
  if (shown.length === 0) return null;
  return h(
    'div',
    { class: 'row row--wrap small' },
    h('span', { class: 'muted' }, 'Just before'),
    shown.map((each) =>
      h(
        'button',
        {
          type: 'button',
          key: `${each.text}${each.at}`,
          class: 'chip chip--ui chip--mark',
          title: date(each.at),
          onclick: () => choose(each.at - 1000),
        },
        `${each.text}, ${since(each.at)}`,
      ),
    ),
  );
}

const text = (ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

// `state` has {at, span}; `changed` is told when it has another moment or span.
export function timeline({ earliest, now, rate, marks, state, changed }) {
  // Whole seconds, as the handle moves by them: it is then just below the line of the moment.
  const [from, to] = spanOf({ earliest, now, span: state.span }).map(
    (each) => Math.floor(each / 1000) * 1000,
  );
  const at = Math.floor(Math.min(Math.max(state.at, earliest), now) / 1000) * 1000;
  const choose = (moment) => {
    state.at = Math.min(Math.max(moment, earliest), now);
    state.wrong = null;
    changed();
    redraw();
  };
  const step = Math.max(1000, Math.round((to - from) / 1000 / 1000) * 1000);
  const spans = [
    now - earliest > SPANS.hour && ['hour', 'Last hour'],
    now - earliest > SPANS.day && ['day', 'Last day'],
    ['all', 'All of it'],
  ].filter(Boolean);
  return h(
    'div',
    { class: 'timeline timeline--tall' },
    h(
      'div',
      { class: 'row row--wrap' },
      h(
        'span',
        { class: 'timeline__moment' },
        h('b', null, `${text(at)} UTC`),
        h('span', { class: 'muted' }, now - at < 1500 ? 'as it is now' : since(at, now)),
      ),
      h(
        'span',
        { class: 'push row' },
        spans.length > 1 &&
          segmented(
            'How far back',
            'span',
            spans,
            state.span,
            (span) => {
              state.span = span;
              const [begin] = spanOf({ earliest, now, span });
              choose(Math.max(state.at, begin));
            },
            true,
          ),
      ),
    ),
    h(
      'div',
      { class: 'timeline__strip' },
      strip({ rate, marks, from, to, at }),
      h('input', {
        type: 'range',
        class: 'range range--over',
        'aria-label': 'The moment to go back to',
        'aria-valuetext': `${text(at)} UTC, ${since(at, now)}`,
        min: from,
        max: to,
        step,
        value: String(Math.max(at, from)),
        oninput: (event) => choose(Number(event.target.value)),
      }),
    ),
    axis(from, to),
    h(
      'div',
      { class: 'row row--wrap row--3 timeline__exact' },
      h(
        'label',
        { class: 'row small' },
        h('span', { class: 'soft nowrap' }, 'Exactly, UTC'),
        h('input', {
          class: `input input--sm input--mono input--moment${state.wrong ? ' input--bad' : ''}`,
          'aria-label': 'The exact moment, UTC',
          'aria-invalid': state.wrong ? 'true' : null,
          spellcheck: 'false',
          autocomplete: 'off',
          value: state.wrong ?? text(at),
          onchange: (event) => {
            const typed = event.target.value.trim();
            const moment = Date.parse(`${typed.replace(' ', 'T')}Z`);
            state.wrong = Number.isNaN(moment) ? typed : null;
            if (state.wrong === null) choose(moment);
            else redraw();
          },
        }),
        state.wrong && h('span', { class: 'bad' }, `not as ${text(now)}`),
      ),
      markList(marks, from, to, choose),
    ),
  );
}
