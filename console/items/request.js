// What the query builder says, as a request of DynamoDB. Pure: the same state always gives the same
// request, which is also what the code snippets show.

// So many items are read at once.
export const PAGE_ITEMS = 300;
// A scan that begins in the middle goes by parts of the table, which Scan calls segments.
const PARTS = 100;

export const SORT_OPS = [
  ['=', '='],
  ['begins_with', 'begins with'],
  ['between', 'between'],
  ['<', '<'],
  ['<=', '≤'],
  ['>', '>'],
  ['>=', '≥'],
];
export const FILTER_OPS = [
  ['=', '='],
  ['<>', '≠'],
  ['<', '<'],
  ['<=', '≤'],
  ['>', '>'],
  ['>=', '≥'],
  ['begins_with', 'begins with'],
  ['contains', 'contains'],
  ['attribute_exists', 'is there'],
  ['attribute_not_exists', 'is not there'],
  ['attribute_type', 'has type'],
];
export const NEEDS_NO_VALUE = new Set(['attribute_exists', 'attribute_not_exists']);

export const sourceOf = (schema, state) =>
  schema.indexes.find((each) => each.name === state.index) ?? schema;

// The key attributes that can be asked for now, in order: each sort attribute opens when the one before
// it has `=` and a value.
export function openConditions(schema, state) {
  const { key } = sourceOf(schema, state);
  const list = key.partition.map((name) => ({ name, isPartition: true, op: '=' }));
  for (const name of key.sort) {
    const condition = state.keys[name] ?? { op: '=', a: '' };
    list.push({ name, isPartition: false, op: condition.op });
    if (condition.op !== '=' || !condition.a) break;
  }
  return list;
}

class Names {
  names = {};
  values = {};
  name(attribute) {
    const known = Object.entries(this.names).find(([, each]) => each === attribute);
    if (known) return known[0];
    const placeholder = `#${Object.keys(this.names).length}`;
    this.names[placeholder] = attribute;
    return placeholder;
  }
  value(value) {
    const placeholder = `:${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }
}

function comparison(names, name, op, type, a, b) {
  const left = names.name(name);
  const typed = (text) =>
    names.value(
      type === 'BOOL'
        ? { BOOL: text === 'true' }
        : type === 'NULL'
          ? { NULL: true }
          : { [type]: text },
    );
  if (op === 'between') return `${left} BETWEEN ${typed(a)} AND ${typed(b)}`;
  if (NEEDS_NO_VALUE.has(op)) return `${op}(${left})`;
  if (op === 'attribute_type') return `attribute_type(${left}, ${names.value({ S: a })})`;
  if (op === 'begins_with' || op === 'contains') return `${op}(${left}, ${typed(a)})`;
  return `${left} ${op} ${typed(a)}`;
}

// Why the request cannot be made yet, or null.
export function lacking(schema, state) {
  if (state.mode === 'scan') return null;
  const { key } = state.mode === 'get' ? schema : sourceOf(schema, state);
  const needed = state.mode === 'get' ? [...key.partition, ...key.sort] : key.partition;
  const missing = needed.filter((name) => !state.keys[name]?.a);
  return missing.length > 0 ? `Give ${missing.join(' and ')}` : null;
}

function addCommon(request, names, state) {
  const filters = state.filters.filter(
    (each) => each.name && (each.a !== '' || NEEDS_NO_VALUE.has(each.op)),
  );
  if (filters.length > 0)
    request.FilterExpression = filters
      .map((each) => comparison(names, each.name, each.op, each.type ?? 'S', each.a))
      .join(' AND ');
  if (Object.keys(names.names).length > 0) request.ExpressionAttributeNames = names.names;
  if (Object.keys(names.values).length > 0) request.ExpressionAttributeValues = names.values;
  request.ReturnConsumedCapacity = 'INDEXES';
  return request;
}

export function requestOf(schema, state) {
  const names = new Names();
  const request = { TableName: schema.name };
  if (state.mode === 'get') {
    request.Key = Object.fromEntries(
      schema.keyNames.map((name) => [name, { [schema.types[name]]: state.keys[name].a }]),
    );
    return { operation: 'GetItem', request: { ...request, ReturnConsumedCapacity: 'TOTAL' } };
  }
  if (state.index) request.IndexName = state.index;
  if (state.mode === 'scan' && state.at > 0)
    Object.assign(request, { TotalSegments: PARTS, Segment: state.at });
  if (state.mode === 'scan')
    return { operation: 'Scan', request: addCommon(request, names, state) };
  const conditions = openConditions(schema, state).filter(({ name }) => state.keys[name]?.a);
  request.KeyConditionExpression = conditions
    .map(({ name, op }) =>
      comparison(names, name, op, schema.types[name], state.keys[name].a, state.keys[name].b),
    )
    .join(' AND ');
  if (state.newest) request.ScanIndexForward = false;
  return { operation: 'Query', request: addCommon(request, names, state) };
}

// One page of what was asked, from where the last one has ended: `from` is what nextOf told.
export const pageOf = (request, from) => ({
  ...request,
  Limit: PAGE_ITEMS,
  ...(from?.segment === undefined ? {} : { Segment: from.segment }),
  ...(from?.key ? { ExclusiveStartKey: from.key } : {}),
});

// Where the next page begins, or null behind the last one.
export function nextOf(page, answer) {
  const { Segment: segment } = page;
  if (answer.LastEvaluatedKey) return { key: answer.LastEvaluatedKey, segment };
  return segment < PARTS - 1 ? { segment: segment + 1 } : null;
}

// All of the builder in the address.
export function toQuery(state) {
  const query = {
    mode: state.mode === 'scan' ? '' : state.mode,
    index: state.index,
    newest: state.newest ? '1' : '',
    at: state.mode === 'scan' && state.at > 0 ? state.at : '',
  };
  for (const [name, { op, a, b }] of Object.entries(state.keys)) {
    if (!a) continue;
    query[`k.${name}`] = a;
    if (op !== '=') query[`o.${name}`] = op;
    if (b) query[`b.${name}`] = b;
  }
  if (state.filters.length > 0)
    query.filter = JSON.stringify(
      state.filters.map(({ name, op, type, a }) => [name, op, type, a]),
    );
  return query;
}

export function fromQuery(query) {
  const keys = {};
  for (const [name, value] of Object.entries(query)) {
    if (!name.startsWith('k.')) continue;
    const attribute = name.slice(2);
    keys[attribute] = {
      op: query[`o.${attribute}`] ?? '=',
      a: value,
      b: query[`b.${attribute}`] ?? '',
    };
  }
  let filters = [];
  try {
    filters = JSON.parse(query.filter ?? '[]').map(([name, op, type, a]) => ({
      name,
      op,
      type,
      a,
    }));
  } catch {
    filters = [];
  }
  return {
    mode: query.mode ?? 'scan',
    index: query.index ?? '',
    newest: query.newest === '1',
    at: Math.max(0, Math.min(PARTS - 1, Math.floor(Number(query.at ?? 0)) || 0)),
    keys,
    filters,
  };
}
