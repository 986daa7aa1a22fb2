// Draws trees of nodes into the page and keeps what is there already: a node is made once and then
// only changed, so that fields keep their focus and their text. Text is only ever text: nothing here
// reads markup.

const SVG = 'http://www.w3.org/2000/svg';

// h('button', {class: 'btn', onclick}, 'Save'). Children may be texts, numbers, nodes, lists of them,
// or nothing (null, false). Props: `key` tells siblings apart, `ref` is called with the new element,
// `on…` are listeners, `style` is an object of properties; all others are attributes.
export function h(tag, props, ...children) {
  const kids = [];
  flatten(children, kids);
  return { tag, props: props ?? {}, kids, key: props?.key, el: null };
}

function flatten(children, kids) {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === true) continue;
    if (Array.isArray(child)) flatten(child, kids);
    else if (typeof child === 'object') kids.push(child);
    else kids.push({ tag: null, text: String(child), el: null });
  }
}

const AS_PROPERTY = new Set(['value', 'checked', 'disabled', 'indeterminate', 'selected']);

function setProp(el, name, value, old) {
  if (name === 'key' || name === 'ref') return;
  if (name.startsWith('on')) {
    el[name] = value ?? null;
  } else if (name === 'style') {
    for (const each of Object.keys(old ?? {}))
      if (!(each in (value ?? {}))) el.style.removeProperty(each);
    for (const [each, text] of Object.entries(value ?? {})) el.style.setProperty(each, text);
  } else if (AS_PROPERTY.has(name)) {
    if (el[name] !== value) el[name] = value ?? (name === 'value' ? '' : false);
  } else if (value === null || value === undefined || value === false) {
    el.removeAttribute(name);
  } else {
    el.setAttribute(name, value === true ? '' : value);
  }
}

function create(node, isSvg) {
  if (node.tag === null) return (node.el = document.createTextNode(node.text));
  const inSvg = isSvg || node.tag === 'svg';
  const el = inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  node.el = el;
  for (const kid of node.kids) el.append(create(kid, inSvg));
  // Behind the children: the value of a select is one of its options.
  for (const [name, value] of Object.entries(node.props)) setProp(el, name, value);
  node.props.ref?.(el);
  return el;
}

function isSame(a, b) {
  return a.tag === b.tag && a.key === b.key;
}

function update(old, node, isSvg) {
  const el = (node.el = old.el);
  if (node.tag === null) {
    if (old.text !== node.text) el.data = node.text;
    return;
  }
  patchKids(el, old.kids, node.kids, isSvg || node.tag === 'svg');
  for (const name of Object.keys(old.props)) {
    if (!(name in node.props)) setProp(el, name, undefined, old.props[name]);
  }
  for (const [name, value] of Object.entries(node.props)) {
    const same = old.props[name] === value && !AS_PROPERTY.has(name);
    if (!same) setProp(el, name, value, old.props[name]);
  }
}

// Children are matched by key or, without keys, in their order. What is left over goes.
function patchKids(parent, olds, kids, isSvg) {
  const keyed = new Map();
  for (const old of olds) if (old.key !== undefined) keyed.set(old.key, old);
  const plain = olds.filter((old) => old.key === undefined);
  const used = new Set();
  let next = 0;
  const matches = kids.map((kid) => {
    let old = kid.key === undefined ? plain[next] : keyed.get(kid.key);
    if (kid.key === undefined && old) next += 1;
    if (old && !isSame(old, kid)) old = undefined;
    if (old) used.add(old);
    return old;
  });
  for (const old of olds) if (!used.has(old)) old.el.remove();
  let before = parent.firstChild;
  kids.forEach((kid, i) => {
    const old = matches[i];
    if (old) {
      update(old, kid, isSvg);
      if (kid.el === before) before = before.nextSibling;
      else parent.insertBefore(kid.el, before);
    } else {
      parent.insertBefore(create(kid, isSvg), before);
    }
  });
}

const drawn = new WeakMap();

// Draws the children into the element, over what was drawn there last.
export function draw(element, ...children) {
  const kids = [];
  flatten(children, kids);
  patchKids(element, drawn.get(element) ?? [], kids, false);
  drawn.set(element, kids);
}
