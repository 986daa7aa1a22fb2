// How many items are in each state, and the first of each.
import { dynamo, rest } from '../api/call.js';
import { segment } from '../core/router.js';

const CARDS = 12;

const indexOf = (schema, attribute) =>
  schema.indexes.find(
    (each) => each.key.partition.length === 1 && each.key.partition[0] === attribute,
  );

function rollupOf(schema, entity) {
  const { attribute } = entity.lifecycle;
  return schema.shape.rollups.find(
    (each) =>
      each.of === entity.name &&
      each.group_by.some((one) => one.value === attribute) &&
      each.measures.some((one) => one.kind === 'count' && one.text === 'count'),
  );
}

async function countBy(schema, entity, state) {
  const { attribute } = entity.lifecycle;
  const index = indexOf(schema, attribute);
  let total = 0;
  let start;
  do {
    const request = {
      TableName: schema.name,
      Select: 'COUNT',
      ExpressionAttributeNames: { '#s': attribute },
      ExpressionAttributeValues: { ':s': { S: state } },
      ...(start ? { ExclusiveStartKey: start } : {}),
    };
    const answer = index
      ? await dynamo('Query', {
          ...request,
          IndexName: index.name,
          KeyConditionExpression: '#s = :s',
        })
      : await dynamo('Scan', { ...request, FilterExpression: '#s = :s' });
    total += answer.Count;
    start = answer.LastEvaluatedKey;
  } while (start);
  return total;
}

// {state: items}, and $rollup if a rollup of the model keeps them.
export async function stateCounts(schema, entity) {
  const rollup = rollupOf(schema, entity);
  const counts = Object.fromEntries(entity.lifecycle.states.map((state) => [state, 0]));
  if (rollup) {
    const column = rollup.group_by.find((each) => each.value === entity.lifecycle.attribute).name;
    const measure = rollup.measures.find(
      (each) => each.kind === 'count' && each.text === 'count',
    ).name;
    const { rows } = await rest('GET', rollup.by_name, { query: { partial: 1 } });
    for (const row of rows) counts[row[column]] = (counts[row[column]] ?? 0) + Number(row[measure]);
    Object.defineProperty(counts, '$rollup', { value: rollup.name });
    return counts;
  }
  for (const state of entity.lifecycle.states) counts[state] = await countBy(schema, entity, state);
  return counts;
}

async function rowsOf(schema, entity, state, limit = CARDS) {
  const { attribute } = entity.lifecycle;
  const index = indexOf(schema, attribute);
  const request = {
    TableName: schema.name,
    ExpressionAttributeNames: { '#s': attribute },
    ExpressionAttributeValues: { ':s': { S: state } },
  };
  if (index) {
    const newest =
      entity.lifecycle.final.includes(state) ||
      entity.lifecycle.leases.every((each) => each.state !== state);
    const { Items } = await dynamo('Query', {
      ...request,
      IndexName: index.name,
      KeyConditionExpression: '#s = :s',
      ScanIndexForward: !newest,
      Limit: limit,
    });
    return Items;
  }
  const { Items } = await dynamo('Scan', { ...request, FilterExpression: '#s = :s', Limit: 1000 });
  return Items.slice(0, limit);
}

async function decoded(schema, entity, items) {
  const answer = await rest('POST', `/api/tables/${segment(schema.name)}/decode`, {
    body: JSON.stringify({ Items: items }),
  });
  return items
    .map((item, i) => ({ item, ...answer.items[i] }))
    .filter((row) => row.entity === entity.name);
}

// [{item, entity, id}] of one state, at most `limit`.
export const rowsIn = async (schema, entity, state, limit) =>
  decoded(schema, entity, await rowsOf(schema, entity, state, limit));

// {state: [{item, entity, id}]}
export async function stageRows(schema, entity) {
  const { states, attribute } = entity.lifecycle;
  const lists = await Promise.all(states.map((state) => rowsOf(schema, entity, state)));
  const rows = await decoded(schema, entity, lists.flat());
  return Object.fromEntries(
    states.map((state) => [state, rows.filter((row) => row.item[attribute]?.S === state)]),
  );
}
