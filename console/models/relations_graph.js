// The entities of a model and how they refer to each other, as a picture.
import { h } from '../core/dom.js';
import { plural } from '../core/words.js';
import { layout } from './relations.js';

const MARGIN = 24;
const WIDTH_MIN = 1000;
const LETTER = 6.6;

function head({ d, isTurned }) {
  if (isTurned) {
    const [, x, y] = /^M([\d.-]+) ([\d.-]+)/.exec(d);
    return `M${x} ${y}l8 -4v8z`;
  }
  const [, x, y] = /([\d.-]+) ([\d.-]+)$/.exec(d);
  // A line that ends where it began comes from the right.
  return Number(/^M([\d.-]+)/.exec(d)[1]) === Number(x)
    ? `M${x} ${y}l8 -4v8z`
    : `M${x} ${y}l-8 -4v8z`;
}

function lineView(line, i) {
  return h(
    'g',
    { key: `l${i}` },
    h('path', { class: `g-edge${line.kind === 'edge' ? ' g-edge--entity' : ''}`, d: line.d }),
    h('path', { class: 'g-head', d: head(line) }),
  );
}

function labelView({ label }, i) {
  const width = label.text.length * LETTER + 10;
  return h(
    'g',
    { key: `t${i}` },
    h('rect', {
      class: 'g-label-bg',
      x: label.x - width / 2,
      y: label.y - 9,
      width,
      height: 18,
      rx: 3,
    }),
    h('text', { class: 'g-sub', x: label.x, y: label.y + 4, 'text-anchor': 'middle' }, label.text),
  );
}

function nodeView(node, at) {
  return h(
    'g',
    { key: node.name, class: `entity--${Math.min(at + 1, 8)}` },
    h('rect', {
      class: 'g-node',
      x: node.x,
      y: node.y,
      width: node.width,
      height: node.height,
      rx: 6,
    }),
    h('rect', {
      class: 'g-entity',
      x: node.x,
      y: node.y + 8,
      width: 4,
      height: node.height - 16,
      rx: 2,
    }),
    h('text', { class: 'g-name', x: node.x + 16, y: node.y + node.height / 2 + 4 }, node.name),
  );
}

// Null if no entity refers to another.
export function relationsGraph(shape) {
  const { nodes, lines, width, height } = layout(shape);
  if (lines.length === 0) return null;
  const loops = lines.some((each) => each.label.x > width) ? 130 : 0;
  const whole = Math.max(WIDTH_MIN, width + 2 * MARGIN + loops);
  const left = (whole - width - loops) / 2;
  const number = (name) => shape.entities.findIndex((each) => each.name === name);
  return h(
    'div',
    {
      class: 'graph graph--relations',
      tabindex: '0',
      role: 'region',
      'aria-label': 'Entities and how they refer to each other',
    },
    h(
      'svg',
      {
        viewBox: `0 0 ${whole} ${height + 2 * MARGIN}`,
        role: 'img',
        'aria-label': `${plural(nodes.length, 'entity', 'entities')} and ${plural(lines.length, 'relation')}; the table below has them all`,
      },
      h(
        'g',
        { transform: `translate(${left} ${MARGIN})` },
        lines.map(lineView),
        lines.map(labelView),
        nodes.map((node) => nodeView(node, number(node.name))),
      ),
    ),
  );
}
