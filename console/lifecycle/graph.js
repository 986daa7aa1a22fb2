// The states of a lifecycle as a graph: by how many steps they are from the beginning, those that end
// badly below.
import { h } from '../core/dom.js';
import { count } from '../core/words.js';
import { roleOf } from '../parts/bits.js';

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

// A line between two nodes that leaves and enters at the sides that face each other.
function edgePath(from, to, below, shift) {
  const mid = NODE.height / 2;
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
    h('text', { class: late > 0 ? 'g-warn' : 'g-sub', x: node.x + 14, y: node.y + 57 }, note),
  );
}

function edgeView(edge, i, nodes, below) {
  const [from, to] = [
    nodes.find((each) => each.state === edge.from),
    nodes.find((each) => each.state === edge.to),
  ];
  const { d, x, y } = edgePath(from, to, below, (i % 3) * 9);
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
  const width = Math.max(...nodes.map((each) => each.x)) + NODE.width + 24;
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
        viewBox: `0 0 ${width} ${bottom + 44}`,
        role: 'img',
        'aria-label': words,
        style: { 'max-width': `${width * 1.15}px` },
      },
      h('defs', null, head('plain', ''), head('bad', ' g-head--bad'), head('hot', ' g-head--hot')),
      all.map((edge, i) => edgeView(edge, i, nodes, bottom + 22)),
      nodes.map((node) => nodeView(lifecycle, node, counts, stuck)),
    ),
  );
}
