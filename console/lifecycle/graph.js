// The states of a lifecycle as a graph: by how many steps they are from the beginning, those that end
// badly below.
import { h } from '../core/dom.js';
import { count } from '../core/words.js';
import { roleOf } from '../parts/bits.js';

const WIDTH_MIN = 960;
const NODE = { width: 150, height: 66, gapX: 96, gapY: 46 };

// How many steps each state is from an initial one.
function depths(lifecycle) {
  const depth = new Map(lifecycle.initial.map((state) => [state, 0]));
  const queue = [...lifecycle.initial];
  while (queue.length > 0) {
    const state = queue.shift();
    for (const step of lifecycle.transitions.filter((each) => each.from.includes(state))) {
      for (const to of step.to) {
        if (depth.has(to)) continue;
        depth.set(to, depth.get(state) + 1);
        queue.push(to);
      }
    }
  }
  for (const state of lifecycle.states) if (!depth.has(state)) depth.set(state, 0);
  return depth;
}

// Good ways run along the first row; states that end badly stand below, under their last cause.
export function layout(lifecycle) {
  const depth = depths(lifecycle);
  const isBad = (state) => roleOf(lifecycle, state) === 'failed';
  for (const state of lifecycle.states.filter(isBad)) {
    const causes = lifecycle.transitions
      .filter((each) => each.to.includes(state))
      .flatMap((each) => each.from)
      .filter((each) => !isBad(each));
    if (causes.length > 0) depth.set(state, Math.max(...causes.map((each) => depth.get(each))));
  }
  const taken = new Set();
  const nodes = [];
  for (const state of [...lifecycle.states].sort((a, b) => isBad(a) - isBad(b))) {
    const column = depth.get(state);
    let row = isBad(state) ? 1 : 0;
    while (taken.has(`${column}/${row}`)) row += 1;
    taken.add(`${column}/${row}`);
    nodes.push({
      state,
      column,
      row,
      x: 24 + column * (NODE.width + NODE.gapX),
      y: 16 + row * (NODE.height + NODE.gapY),
    });
  }
  return nodes;
}

// Ways back that only the worker of an item has, or the server for it, would cross all others.
function edges(lifecycle) {
  const steps = lifecycle.transitions.filter((step) => !step.by_worker);
  return steps.flatMap((step) =>
    step.from.flatMap((from) =>
      step.to.filter((to) => to !== from).map((to) => ({ from, to, step })),
    ),
  );
}

// Around the nodes between two of one column, along their right side.
function aroundPath(from, to, shift) {
  const right = from.x + NODE.width;
  const [y1, y2] = [from.y + NODE.height / 2, to.y + NODE.height / 2 + 8 - shift];
  const x = right + 20 + shift;
  const step = y2 > y1 ? 8 : -8;
  return {
    d: `M${right} ${y1}H${x - 8}Q${x} ${y1} ${x} ${y1 + step}V${y2 - step}Q${x} ${y2} ${x - 8} ${y2}H${right + 6}`,
    x,
    y: (y1 + y2) / 2,
  };
}

// A line between two nodes that leaves and enters at the sides that face each other. `isCovered`: others
// stand below the one that it leaves.
function edgePath(from, to, below, { shift, isCovered }) {
  const mid = NODE.height / 2;
  if (to.column === from.column && Math.abs(to.row - from.row) > 1)
    return aroundPath(from, to, shift);
  if (to.column === from.column) {
    const down = to.row > from.row;
    const x = from.x + NODE.width / 2 + (down ? -shift : shift);
    return {
      d: `M${x} ${down ? from.y + NODE.height : from.y}V${(down ? to.y : to.y + NODE.height) + (down ? -5 : 5)}`,
      x,
      y: (from.y + to.y + NODE.height) / 2,
    };
  }
  const isForward = to.column > from.column;
  if (isForward && to.row === from.row && to.column === from.column + 1)
    return {
      d: `M${from.x + NODE.width} ${from.y + mid}H${to.x - 6}`,
      x: (from.x + NODE.width + to.x) / 2,
      y: from.y + mid,
    };
  if (isForward && to.row > from.row) {
    const x = from.x + NODE.width / 2 + 24 + shift;
    const y = to.y + mid - 14 + shift;
    return {
      d: `M${x} ${from.y + NODE.height}V${y - 8}Q${x} ${y} ${x + 8} ${y}H${to.x - 6}`,
      x: (x + to.x) / 2,
      y,
    };
  }
  const y = below + shift;
  const [x1, x2] = [from.x + NODE.width / 2, to.x + NODE.width / 2 - 24];
  const side = x2 < x1 ? -1 : 1;
  if (isCovered) {
    const right = from.x + NODE.width;
    const x = right + 38 + shift;
    return {
      d: `M${right} ${from.y + mid - 12}H${x - 8}Q${x} ${from.y + mid - 12} ${x} ${from.y + mid - 4}V${y - 8}Q${x} ${y} ${x - 8} ${y}H${x2 + 8}Q${x2} ${y} ${x2} ${y - 8}V${to.y + NODE.height + 6}`,
      x: (x + x2) / 2,
      y,
    };
  }
  return {
    d: `M${x1} ${from.y + NODE.height}V${y - 8}Q${x1} ${y} ${x1 + 8 * side} ${y}H${x2 - 8 * side}Q${x2} ${y} ${x2} ${y - 8}V${to.y + NODE.height + 6}`,
    x: (x1 + x2) / 2,
    y,
  };
}

function nodeView(lifecycle, node, counts, stuck) {
  const role = roleOf(lifecycle, node.state);
  const late = stuck
    .filter((each) => each.state === node.state)
    .reduce((sum, each) => sum + each.items, 0);
  const isFinal = lifecycle.final.includes(node.state);
  const note =
    late > 0
      ? `${count(late)} stuck`
      : isFinal
        ? 'final'
        : lifecycle.initial.includes(node.state)
          ? 'begins here'
          : '';
  return h(
    'g',
    { key: node.state, class: `is-${role}` },
    h('rect', {
      class: `g-node${late > 0 ? ' g-node--stuck' : ''}`,
      x: node.x,
      y: node.y,
      width: NODE.width,
      height: NODE.height,
      rx: 6,
    }),
    h('rect', {
      class: 'g-node--bar',
      x: node.x,
      y: node.y + 12,
      width: 3,
      height: NODE.height - 24,
    }),
    h('text', { class: 'g-name', x: node.x + 14, y: node.y + 20 }, node.state),
    h(
      'text',
      { class: 'g-count', x: node.x + 14, y: node.y + 41 },
      counts ? count(counts[node.state] ?? 0) : '',
    ),
    h(
      'text',
      { class: late > 0 ? 'g-warn' : 'g-sub', x: node.x + 14, y: node.y + (counts ? 57 : 40) },
      note,
    ),
  );
}

function edgeView(edge, i, nodes, below) {
  const [from, to] = [
    nodes.find((each) => each.state === edge.from),
    nodes.find((each) => each.state === edge.to),
  ];
  const isCovered = nodes.some((each) => each.column === from.column && each.row > from.row);
  const { d, x, y } = edgePath(from, to, below, { shift: (i % 3) * 9, isCovered });
  const isBad = /fail|error|abort|reject|timed/i.test(edge.to);
  const kind = edge.step.role ? ' g-edge--hand g-edge--hot' : isBad ? ' g-edge--bad' : '';
  const marker = edge.step.role ? 'hot' : isBad ? 'bad' : 'plain';
  const label = [
    edge.step.name,
    edge.step.role && `by ${edge.step.role}`,
    edge.step.by_server && 'by the server',
  ]
    .filter(Boolean)
    .join(', ');
  return h(
    'g',
    { key: `${edge.from}>${edge.to}` },
    h('path', { class: `g-edge${kind}`, d, 'marker-end': `url(#head-${marker})` }),
    label &&
      h('rect', {
        class: 'g-label-bg',
        x: x - label.length * 3.2 - 4,
        y: y - 9,
        width: label.length * 6.4 + 8,
        height: 18,
      }),
    label && h('text', { class: 'g-sub', x, y: y + 4, 'text-anchor': 'middle' }, label),
  );
}

export function graphView(lifecycle, counts, stuck = []) {
  const nodes = layout(lifecycle);
  const width = Math.max(...nodes.map((each) => each.x)) + NODE.width + 72;
  // A small graph is not drawn larger than a large one, but in the middle.
  const whole = Math.max(width, WIDTH_MIN);
  const bottom = Math.max(...nodes.map((each) => each.y)) + NODE.height;
  const all = edges(lifecycle);
  const words = `${lifecycle.states.map((state) => `${state}${counts ? ` ${counts[state] ?? 0}` : ''}`).join(', ')}; ${all.map((each) => `${each.from} to ${each.to}`).join(', ')}`;
  const head = (id, kind) =>
    h(
      'marker',
      {
        key: id,
        id: `head-${id}`,
        viewBox: '0 0 8 8',
        refX: 6,
        refY: 4,
        markerWidth: 8,
        markerHeight: 8,
        markerUnits: 'userSpaceOnUse',
        orient: 'auto',
      },
      h('path', { class: `g-head${kind}`, d: 'M0 0L8 4L0 8Z' }),
    );
  return h(
    'div',
    { class: 'graph', tabindex: '0', role: 'group', 'aria-label': 'Graph' },
    h(
      'svg',
      {
        viewBox: `0 0 ${whole} ${bottom + 44}`,
        role: 'img',
        'aria-label': words,
        style: { 'max-width': `${whole * 1.15}px` },
      },
      h('defs', null, head('plain', ''), head('bad', ' g-head--bad'), head('hot', ' g-head--hot')),
      h(
        'g',
        { transform: `translate(${(whole - width) / 2} 0)` },
        all.map((edge, i) => edgeView(edge, i, nodes, bottom + 22)),
        nodes.map((node) => nodeView(lifecycle, node, counts, stuck)),
      ),
    ),
  );
}
