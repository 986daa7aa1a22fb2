// A text that can be edited, with line numbers, colours and marks of findings. The field itself is the
// browser's own, so selection, undo and screen readers work as everywhere.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { highlight } from './yaml.js';

const MARKS = { error: 'bad', warning: 'warn', info: 'info' };

function mark(severity) {
  return h(
    'svg',
    { class: `mark mark--${MARKS[severity]}`, viewBox: '0 0 10 10', 'aria-hidden': 'true' },
    severity === 'error'
      ? h('circle', { cx: 5, cy: 5, r: 4.5 })
      : h('path', { d: 'M5 .5 9.7 9.5H.3z' }),
  );
}

const RANK = ['info', 'warning', 'error'];

// Tab indents instead of leaving, until Escape was pressed: then it leaves, for who has no mouse.
function onkeydown(box, change) {
  return (event) => {
    if (event.key === 'Escape') {
      box.leaves = true;
      return;
    }
    if (event.key !== 'Tab' || box.leaves || event.shiftKey) {
      if (event.key !== 'Tab') box.leaves = false;
      return;
    }
    event.preventDefault();
    const { selectionStart: from, selectionEnd: until, value } = event.target;
    event.target.value = `${value.slice(0, from)}  ${value.slice(until)}`;
    event.target.selectionStart = from + 2;
    event.target.selectionEnd = from + 2;
    change(event.target.value);
  };
}

export const newCodeBox = () => ({ element: null, line: 1, column: 1, leaves: false });

export function revealLine(box, line) {
  const { element } = box;
  if (!element) return;
  const height = element.querySelector('.codebox__gutter > div')?.offsetHeight ?? 20;
  element.scrollTop = Math.max(0, (line - 6) * height);
  const field = element.querySelector('textarea');
  const start = field.value
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start);
}

export function codeBox(box, text, { change, findings, readonly, label }) {
  const lines = text.split('\n');
  const byLine = new Map();
  for (const each of findings) {
    const known = byLine.get(each.line);
    if (!known || RANK.indexOf(each.severity) > RANK.indexOf(known))
      byLine.set(each.line, each.severity);
  }
  const note = (event) => {
    const before = event.target.value.slice(0, event.target.selectionStart).split('\n');
    Object.assign(box, { line: before.length, column: before[before.length - 1].length + 1 });
    redraw();
  };
  return h(
    'div',
    {
      class: 'codebox',
      key: 'codebox',
      ref: (el) => {
        box.element = el;
      },
    },
    h(
      'div',
      { class: 'codebox__in' },
      h(
        'div',
        { class: 'codebox__gutter', 'aria-hidden': 'true' },
        lines.map((_, i) =>
          h(
            'div',
            { key: i },
            h('span', null, i + 1),
            byLine.has(i + 1) && mark(byLine.get(i + 1)),
          ),
        ),
      ),
      h(
        'div',
        { class: 'codebox__text' },
        h(
          'pre',
          { 'aria-hidden': 'true' },
          lines.map((line, i) =>
            h(
              'div',
              { key: i, class: byLine.has(i + 1) ? `is-found is-found--${byLine.get(i + 1)}` : '' },
              highlight(line),
            ),
          ),
        ),
        h('textarea', {
          value: text,
          spellcheck: 'false',
          autocomplete: 'off',
          autocapitalize: 'off',
          wrap: 'off',
          readonly,
          'aria-label': label,
          oninput: (event) => {
            change(event.target.value);
            note(event);
          },
          onkeyup: note,
          onclick: note,
          onkeydown: onkeydown(box, change),
        }),
      ),
    ),
  );
}
