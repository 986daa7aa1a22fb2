// Changes that are staged and not yet written: by table and key. They are written on condition that what
// they change is still as it was read, and can be undone on condition that it is still as written.
import { app, redraw, toast } from '../core/app.js';
import { dynamo } from '../api/call.js';
import { copy, equal, fault } from '../api/typed.js';
import { keyOfItem } from '../api/schema.js';

const tables = new Map();
const undone = [];
const UNDO_MAX = 50;

const idOf = (schema, item) => JSON.stringify(keyOfItem(schema, item));

export function stagedIn(schema) {
  if (!tables.has(schema.name)) tables.set(schema.name, new Map());
  return tables.get(schema.name);
}

export const stagedOf = (schema, item) => stagedIn(schema).get(idOf(schema, item));
export const lastUndo = () => undone[undone.length - 1] ?? null;

// Stages one attribute; `after` undefined removes it. A change back to what was read is none.
export function stage(schema, item, name, after) {
  const all = stagedIn(schema);
  const id = idOf(schema, item);
  const known = all.get(id) ?? { kind: 'update', item, changes: {} };
  if (equal(item[name], after)) delete known.changes[name];
  else known.changes[name] = { before: copy(item[name]), after };
  if (Object.keys(known.changes).length === 0) all.delete(id);
  else all.set(id, known);
  redraw();
}

export function stageDelete(schema, item) {
  stagedIn(schema).set(idOf(schema, item), { kind: 'delete', item, changes: {} });
  redraw();
}

export function stagePut(schema, item) {
  stagedIn(schema).set(idOf(schema, item), { kind: 'put', item, changes: {} });
  redraw();
}

export function unstage(schema, item) {
  stagedIn(schema).delete(idOf(schema, item));
  redraw();
}

export function discard(schema) {
  stagedIn(schema).clear();
  redraw();
}

export function countStaged(schema) {
  let changes = 0;
  for (const each of stagedIn(schema).values())
    changes += each.kind === 'update' ? Object.keys(each.changes).length : 1;
  return { changes, items: stagedIn(schema).size };
}

// The first thing that is wrong with what is staged, or null.
export function stagedFault(schema) {
  for (const each of stagedIn(schema).values()) {
    for (const [name, change] of Object.entries(each.changes)) {
      const wrong = change.after === undefined ? null : fault(change.after);
      if (wrong) return `${name}: ${wrong}`;
    }
  }
  return null;
}

// The update that makes these changes if what they change is as it was.
export function updateOf(schema, item, changes) {
  const names = {};
  const values = {};
  const sets = [];
  const removes = [];
  const conditions = [`attribute_exists(#k)`];
  names['#k'] = schema.keyNames[0];
  Object.entries(changes).forEach(([name, { before, after }], i) => {
    names[`#${i}`] = name;
    if (after === undefined) removes.push(`#${i}`);
    else {
      values[`:new${i}`] = after;
      sets.push(`#${i} = :new${i}`);
    }
    if (before === undefined) conditions.push(`attribute_not_exists(#${i})`);
    else {
      values[`:old${i}`] = before;
      conditions.push(`#${i} = :old${i}`);
    }
  });
  const parts = [
    sets.length > 0 && `SET ${sets.join(', ')}`,
    removes.length > 0 && `REMOVE ${removes.join(', ')}`,
  ].filter(Boolean);
  return {
    TableName: schema.name,
    Key: keyOfItem(schema, item),
    UpdateExpression: parts.join(' '),
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ReturnConsumedCapacity: 'TOTAL',
  };
}

const isThere = (schema) => ({
  ConditionExpression: 'attribute_exists(#k)',
  ExpressionAttributeNames: { '#k': schema.keyNames[0] },
});
const isAbsent = (schema) => ({
  ConditionExpression: 'attribute_not_exists(#k)',
  ExpressionAttributeNames: { '#k': schema.keyNames[0] },
});

async function write(schema, entry) {
  const { kind, item, changes } = entry;
  if (kind === 'put') {
    await dynamo('PutItem', { TableName: schema.name, Item: item, ...isAbsent(schema) });
    return { entry, now: item };
  }
  if (kind === 'delete') {
    await dynamo('DeleteItem', {
      TableName: schema.name,
      Key: keyOfItem(schema, item),
      ...isThere(schema),
    });
    return { entry, now: null };
  }
  const answer = await dynamo('UpdateItem', updateOf(schema, item, changes));
  return { entry, now: answer.Attributes };
}

// What a model refuses has the same type, but says which rule it was.
const isConflict = (error) =>
  error.type === 'ConditionalCheckFailedException' && !/\[[A-Z]\d{3}\]$/.test(error.message);

const inverse = (entry) => {
  if (entry.kind === 'put') return { kind: 'delete', item: entry.item, changes: {} };
  if (entry.kind === 'delete') return { kind: 'put', item: entry.item, changes: {} };
  const changes = Object.fromEntries(
    Object.entries(entry.changes).map(([name, { before, after }]) => [
      name,
      { before: after, after: before },
    ]),
  );
  return { kind: 'update', item: entry.item, changes };
};

// Writes all that is staged. Items whose write fails stay staged: `conflicts` were changed by somebody
// else, `refusals` the server does not want.
export async function save(schema) {
  const result = { written: [], conflicts: [], refusals: [] };
  for (const [id, entry] of [...stagedIn(schema)]) {
    try {
      const done = await write(schema, entry);
      stagedIn(schema).delete(id);
      result.written.push(done);
    } catch (error) {
      if (isConflict(error)) result.conflicts.push({ entry, theirs: error.body.Item ?? null });
      else result.refusals.push({ entry, error });
    }
  }
  if (result.written.length > 0) {
    undone.push({ schema, entries: result.written.map((each) => inverse(each.entry)) });
    if (undone.length > UNDO_MAX) undone.shift();
    const n = result.written.length;
    toast(`Saved ${n === 1 ? 'one item' : `${n} items`}`, {
      action: { text: 'Undo', run: () => app.page?.undo?.() },
    });
  }
  redraw();
  return result;
}

// Takes the last save back, unless somebody has changed it since. What could not be taken back stays.
export async function undo() {
  const last = undone.pop();
  if (!last) return null;
  const result = { written: [], refusals: [], schema: last.schema };
  for (const entry of last.entries) {
    try {
      result.written.push(await write(last.schema, entry));
    } catch (error) {
      result.refusals.push({ entry, error });
    }
  }
  if (result.refusals.length > 0)
    undone.push({ schema: last.schema, entries: result.refusals.map((each) => each.entry) });
  redraw();
  return result;
}

// Before saving: whether the model would let it be taken back, and why not.
export function cannotBeUndone(schema, entry) {
  for (const entity of schema.entities) {
    const { lifecycle } = entity;
    const change = lifecycle && entry.changes[lifecycle.attribute];
    if (!change?.after?.S || !change.before?.S) continue;
    const back = lifecycle.transitions.some(
      (each) =>
        !each.by_worker &&
        each.from.includes(change.after.S) &&
        each.to.includes(change.before.S),
    );
    if (!back)
      return `${entity.name} ${lifecycle.attribute}: the model has no way back from ${change.after.S} to ${change.before.S}`;
  }
  return null;
}
