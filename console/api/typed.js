// Attribute values as they travel: {S: 'a'}, {N: '1.50'}, {L: [...]}. They are never turned into plain
// JavaScript values and back, so no set becomes a list and no number loses a digit.

export const TYPES = ['S', 'N', 'BOOL', 'NULL', 'B', 'M', 'L', 'SS', 'NS', 'BS'];
export const TYPE_NAMES = {
  S: 'text',
  N: 'number',
  BOOL: 'true or false',
  NULL: 'null',
  B: 'binary',
  M: 'map',
  L: 'list',
  SS: 'set of texts',
  NS: 'set of numbers',
  BS: 'set of binaries',
};

export const typeOf = (value) => Object.keys(value)[0];
export const contentOf = (value) => value[typeOf(value)];

// Members of maps and sets have no order; equal values have equal texts.
function canonical(value) {
  const type = typeOf(value);
  const content = value[type];
  if (type === 'M')
    return [
      'M',
      Object.keys(content)
        .sort()
        .map((name) => [name, canonical(content[name])]),
    ];
  if (type === 'L') return ['L', content.map(canonical)];
  if (type === 'SS' || type === 'NS' || type === 'BS') return [type, [...content].sort()];
  return [type, content];
}

export function equal(a, b) {
  if (a === undefined || b === undefined) return a === b;
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
}

export const copy = (value) =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

// A new value of a type, taking over what it can of the old one.
export function converted(value, type) {
  const text = value && typeof contentOf(value) === 'string' ? contentOf(value) : '';
  switch (type) {
    case 'S':
      return { S: text };
    case 'N':
      return { N: numberFault(text) ? '0' : text };
    case 'BOOL':
      return { BOOL: text === 'true' };
    case 'NULL':
      return { NULL: true };
    case 'B':
      return { B: '' };
    case 'M':
      return { M: {} };
    case 'L':
      return { L: [] };
    case 'SS':
      return { SS: text ? [text] : ['text'] };
    case 'NS':
      return { NS: text && !numberFault(text) ? [text] : ['0'] };
    default:
      return { BS: ['AA=='] };
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

// What is wrong with the text of a number, or null.
export function numberFault(text) {
  if (!NUMBER.test(text)) return 'not a number';
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[+.-]/g, '')
    .replace(/^0+|0+$/g, '');
  if (digits.length > 38) return `${digits.length} digits; at most 38 are kept exactly`;
  return null;
}

export function binaryFault(text) {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
    ? null
    : 'not base64';
}

// What is wrong with a value of a form, or null.
export function fault(value) {
  const type = typeOf(value);
  const content = value[type];
  if (type === 'N') return numberFault(content);
  if (type === 'B') return binaryFault(content);
  if (type === 'SS' || type === 'NS' || type === 'BS') {
    if (content.length === 0) return 'a set has at least one member';
    if (new Set(content).size < content.length) return 'a set has each member once';
    const check = type === 'NS' ? numberFault : type === 'BS' ? binaryFault : () => null;
    return content.map(check).find(Boolean) ?? null;
  }
  if (type === 'L') return content.map(fault).find(Boolean) ?? null;
  if (type === 'M') return Object.values(content).map(fault).find(Boolean) ?? null;
  return null;
}

// A short text for a cell.
export function brief(value) {
  const type = typeOf(value);
  const content = value[type];
  switch (type) {
    case 'S':
    case 'N':
      return content;
    case 'BOOL':
      return String(content);
    case 'NULL':
      return 'null';
    case 'B':
      return `${Math.floor(content.length * 0.75)} B`;
    case 'SS':
    case 'NS':
    case 'BS':
      return `{${content.join(', ')}}`;
    case 'L':
      return `[${content.map(brief).join(', ')}]`;
    default:
      return `{${Object.entries(content)
        .map(([name, each]) => `${name}: ${brief(each)}`)
        .join(', ')}}`;
  }
}

// How many bytes DynamoDB counts for a value; numbers about.
const utf8 = new TextEncoder();
export function sizeOf(value) {
  const type = typeOf(value);
  const content = value[type];
  const text = (each) => utf8.encode(each).length;
  const number = (each) => Math.ceil(each.replace(/[^\d]/g, '').length / 2) + 1;
  switch (type) {
    case 'S':
      return text(content);
    case 'N':
      return number(content);
    case 'BOOL':
    case 'NULL':
      return 1;
    case 'B':
      return Math.floor(content.length * 0.75);
    case 'SS':
      return content.reduce((sum, each) => sum + text(each), 0);
    case 'NS':
      return content.reduce((sum, each) => sum + number(each), 0);
    case 'BS':
      return content.reduce((sum, each) => sum + Math.floor(each.length * 0.75), 0);
    case 'L':
      return content.reduce((sum, each) => sum + sizeOf(each) + 1, 3);
    default:
      return Object.entries(content).reduce(
        (sum, [name, each]) => sum + text(name) + sizeOf(each) + 1,
        3,
      );
  }
}

export function itemSize(item) {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + utf8.encode(name).length + sizeOf(value),
    0,
  );
}

// Plain JSON to read; says what it cannot show exactly.
export function plain(value) {
  const type = typeOf(value);
  const content = value[type];
  if (type === 'N') return Number(content);
  if (type === 'NULL') return null;
  if (type === 'NS') return content.map(Number);
  if (type === 'L') return content.map(plain);
  if (type === 'M')
    return Object.fromEntries(Object.entries(content).map(([name, each]) => [name, plain(each)]));
  return content;
}

// Why plain JSON would not say the same as the item, or null.
export function lossOf(value, path = '') {
  const type = typeOf(value);
  const content = value[type];
  if (['SS', 'NS', 'BS'].includes(type)) return `${path} is a set`;
  if (type === 'B') return `${path} is binary`;
  if (type === 'N' && String(Number(content)) !== content)
    return `${path} has more digits than plain JSON keeps`;
  if (type === 'L')
    return content.map((each, i) => lossOf(each, `${path}[${i}]`)).find(Boolean) ?? null;
  if (type === 'M')
    return (
      Object.entries(content)
        .map(([name, each]) => lossOf(each, `${path}.${name}`))
        .find(Boolean) ?? null
    );
  return null;
}

// Reads an item that was written by hand in typed JSON. Throws with what is wrong.
export function parseTyped(text) {
  const item = JSON.parse(text);
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    throw new Error('an item is an object');
  for (const [name, value] of Object.entries(item)) checkShape(value, name);
  return item;
}

function checkShape(value, path) {
  const types =
    value && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [];
  if (types.length !== 1 || !TYPES.includes(types[0]))
    throw new Error(`${path}: a value is {"S": …}, {"N": "…"} or another of ${TYPES.join(', ')}`);
  const content = value[types[0]];
  if (types[0] === 'M')
    for (const [name, each] of Object.entries(content)) checkShape(each, `${path}.${name}`);
  else if (types[0] === 'L') content.forEach((each, i) => checkShape(each, `${path}[${i}]`));
  else if (types[0] === 'N' && typeof content !== 'string')
    throw new Error(
      `${path}: write the number as a text, {"N": "${content}"}, so that all its digits stay`,
    );
  const wrong = fault(value);
  if (wrong) throw new Error(`${path}: ${wrong}`);
}
