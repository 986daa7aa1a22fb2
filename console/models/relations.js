// How entities refer to each other, and where each stands in a picture of that: in columns, so that almost
// all lines go from left to right, in an order in which few of them cross.

const NODE = { width: 156, height: 40 };
const GAP = { x: 168, y: 26, bend: 14 };
const SWEEPS = 8;

// [{from, to, by, kind}]: entities that are edges between two others, and attributes that name another.
export function relations(shape) {
  const edges = shape.entities
    .filter((each) => each.edge)
    .map((each) => ({
      from: each.edge.from.entity,
      to: each.edge.to.entity,
      by: each.name,
      kind: 'edge',
    }));
  const references = shape.entities.flatMap((each) =>
    each.attributes
      .filter((one) => one.references)
      .map((one) => ({ from: each.name, to: one.references, by: one.name, kind: 'reference' })),
  );
  return [...edges, ...references];
}

// What is drawn: an entity that is an edge is a line, and no place of its own.
function drawn(shape) {
  const lines = new Set(shape.entities.filter((each) => each.edge).map((each) => each.name));
  const links = relations(shape).filter((each) => !lines.has(each.from));
  const names = new Set(links.flatMap((each) => [each.from, each.to]));
  return { names: shape.entities.map((each) => each.name).filter((one) => names.has(one)), links };
}

// The column of each: behind all that refer to it, as far as they go in no circle.
function ranks(names, links) {
  const rank = new Map();
  const open = new Set();
  const back = new Set();
  const visit = (name) => {
    if (rank.has(name)) return rank.get(name);
    open.add(name);
    let mine = 0;
    for (const link of links.filter((each) => each.to === name && each.from !== name)) {
      if (open.has(link.from)) back.add(link);
      else mine = Math.max(mine, visit(link.from) + 1);
    }
    open.delete(name);
    rank.set(name, mine);
    return mine;
  };
  names.forEach(visit);
  // Who is referred to by nobody stands right before what it refers to.
  for (const name of names) {
    const ahead = links.filter((each) => each.from === name && each.to !== name);
    if (rank.get(name) > 0 || ahead.length === 0) continue;
    rank.set(name, Math.max(0, Math.min(...ahead.map((each) => rank.get(each.to))) - 1));
  }
  return { rank, back };
}

// A line over several columns bends once in each, so it has a place there, too.
function chains(links, rank) {
  const bends = [];
  const all = links
    .filter((link) => link.from !== link.to)
    .map((link, i) => {
      const [a, b] = [rank.get(link.from), rank.get(link.to)];
      const path = [link.from];
      for (let column = a + 1; column < b; column += 1) {
        const name = `${i}/${column}`;
        bends.push({ name, column });
        path.push(name);
      }
      return { link, path: [...path, link.to] };
    });
  return { bends, all };
}

function ordered(columns, pairs) {
  const place = new Map();
  const note = () => columns.forEach((list) => list.forEach((name, i) => place.set(name, i)));
  note();
  const middle = (name, side) => {
    const near = pairs.filter((pair) => pair[1 - side] === name).map((pair) => pair[side]);
    if (near.length === 0) return place.get(name);
    return near.reduce((sum, each) => sum + place.get(each), 0) / near.length;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const side = sweep % 2;
    for (const list of side === 0 ? columns : [...columns].reverse()) {
      const wanted = new Map(list.map((name) => [name, middle(name, side)]));
      list.sort((a, b) => wanted.get(a) - wanted.get(b));
      note();
    }
  }
}

function places(columns, isBend) {
  const tall = (name) => (isBend(name) ? GAP.bend : NODE.height);
  const sizes = columns.map((list) => list.reduce((sum, name) => sum + tall(name) + GAP.y, -GAP.y));
  const height = Math.max(...sizes);
  const at = new Map();
  columns.forEach((list, column) => {
    let y = (height - sizes[column]) / 2;
    for (const name of list) {
      at.set(name, {
        x: column * (NODE.width + GAP.x),
        y,
        width: NODE.width,
        height: tall(name),
        middle: y + tall(name) / 2,
      });
      y += tall(name) + GAP.y;
    }
  });
  return { at, height };
}

// Where lines leave and enter a place: one below the other, in the order of where they go.
function ports(all, at) {
  const ends = new Map();
  for (const { path } of all)
    path.slice(0, -1).forEach((name, i) => {
      const next = path[i + 1];
      for (const [key, other] of [
        [`${name} out`, next],
        [`${next} in`, name],
      ])
        ends.set(key, [...(ends.get(key) ?? []), { path, i, y: at.get(other).middle }]);
    });
  return (name, way, path, i) => {
    const place = at.get(name);
    const list = [...ends.get(`${name} ${way}`)].sort((a, b) => a.y - b.y);
    const mine = list.findIndex((each) => each.path === path && each.i === i);
    return place.y + (place.height * (mine + 1)) / (list.length + 1);
  };
}

// Words of lines between the same columns must not cover each other.
function spread(labels) {
  const places = new Set(labels.map((each) => Math.round(each.x)));
  for (const x of places) {
    const list = labels.filter((each) => Math.round(each.x) === x).sort((a, b) => a.y - b.y);
    for (let i = 1; i < list.length; i += 1) list[i].y = Math.max(list[i].y, list[i - 1].y + 18);
  }
}

// {nodes: [{name, x, y, width, height}], lines: [{d, label: {x, y, text}, kind}], width, height}
export function layout(shape) {
  const { names, links } = drawn(shape);
  const { rank, back } = ranks(names, links);
  const turned = links.map((link) =>
    back.has(link) ? { ...link, from: link.to, to: link.from, isTurned: true } : link,
  );
  const { bends, all } = chains(turned, rank);
  const columns = Array.from({ length: Math.max(-1, ...rank.values()) + 1 }, () => []);
  names.forEach((name) => columns[rank.get(name)].push(name));
  bends.forEach(({ name, column }) => columns[column].push(name));
  const isBend = (name) => !rank.has(name);
  ordered(
    columns,
    all.flatMap(({ path }) => path.slice(0, -1).map((name, i) => [name, path[i + 1]])),
  );
  const { at, height } = places(columns, isBend);
  const port = ports(all, at);
  const lines = all.map(({ link, path }) => {
    let d = '';
    let label = null;
    path.slice(0, -1).forEach((name, i) => {
      const next = path[i + 1];
      const [x1, x2] = [at.get(name).x + NODE.width, at.get(next).x];
      const y1 = isBend(name) ? at.get(name).middle : port(name, 'out', path, i);
      const y2 = isBend(next) ? at.get(next).middle : port(next, 'in', path, i);
      const bow = (x2 - x1) / 2;
      d += `${i === 0 ? `M${x1} ${y1}` : `H${x1}`}C${x1 + bow} ${y1} ${x2 - bow} ${y2} ${x2} ${y2}`;
      label ??= { x: (x1 + x2) / 2, y: (y1 + y2) / 2, text: link.by };
    });
    return { d, label, kind: link.kind, isTurned: link.isTurned };
  });
  for (const link of links.filter((each) => each.from === each.to)) {
    const { x, y } = at.get(link.from);
    const right = x + NODE.width;
    lines.push({
      d: `M${right} ${y + 8}C${right + 44} ${y - 6} ${right + 44} ${y + NODE.height + 6} ${right} ${y + NODE.height - 8}`,
      label: { x: right + 62, y: y + NODE.height / 2, text: link.by },
      kind: link.kind,
    });
  }
  spread(lines.map((each) => each.label));
  return {
    nodes: names.map((name) => ({ name, ...at.get(name) })),
    lines,
    width: Math.max(...[...at.values()].map((each) => each.x + NODE.width), 0),
    height: Math.max(height, ...lines.map((each) => each.label.y + 10)),
  };
}
