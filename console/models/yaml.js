// Colours for YAML, line by line: enough to read a model by, and never wrong about the text itself.
import { h } from '../core/dom.js';

function value(text) {
  if (/^\s*$/.test(text)) return text;
  if (/^\s*-?\d[\d._]*(ms|s|m|h|d|w|KB|MB)?\s*$/.test(text)) return h('span', { class: 'n' }, text);
  if (/^\s*(true|false|null|~)\s*$/.test(text)) return h('span', { class: 'm' }, text);
  if (/^\s*["'].*["']\s*$/.test(text)) return h('span', { class: 'v' }, text);
  return text;
}

// The comment of a line begins at a # that no quotes are open around.
function commentAt(line) {
  let quote = '';
  for (let i = 0; i < line.length; i += 1) {
    const c = line[i];
    if (quote) {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '#' && (i === 0 || line[i - 1] === ' ')) return i;
  }
  return -1;
}

export function highlight(line) {
  const at = commentAt(line);
  const code = at < 0 ? line : line.slice(0, at);
  const comment = at < 0 ? null : h('span', { class: 'c' }, line.slice(at));
  const key = /^(\s*(?:- )*)([\w.$@-]+|"[^"]*")(:)(\s.*|)$/.exec(code);
  if (key) return [key[1], h('span', { class: 'k' }, key[2]), key[3], value(key[4]), comment];
  return [value(code), comment];
}
