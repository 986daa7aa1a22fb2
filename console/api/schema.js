// What is known of tables and models, fetched once and kept until something changes it.
import { dynamo, rest } from './call.js';

let tables = null;
let models = null;
const shapes = new Map();

export function forgetAll() {
  tables = null;
  models = null;
  shapes.clear();
}

async function allNames() {
  const names = [];
  let start;
  do {
    const page = await dynamo('ListTables', start ? { ExclusiveStartTableName: start } : {});
    names.push(...page.TableNames);
    start = page.LastEvaluatedTableName;
  } while (start);
  return names;
}

// Many at a time would only wait for each other: a browser has six connections to a host.
async function inTurns(things, run, width = 6) {
  const results = new Array(things.length);
  let next = 0;
  const worker = async () => {
    while (next < things.length) {
      const mine = next;
      next += 1;
      results[mine] = await run(things[mine]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, things.length) }, worker));
  return results;
}

export function modelList() {
  models ??= rest('GET', '/api/models').then((answer) => answer.models);
  models.catch(() => {
    models = null;
  });
  return models;
}

export function shapeOf(name) {
  if (!shapes.has(name)) {
    const asked = rest('GET', `/api/models/${encodeURIComponent(name)}/shape`);
    asked.catch(() => shapes.delete(name));
    shapes.set(name, asked);
  }
  return shapes.get(name);
}

export async function describe(name) {
  const { Table } = await dynamo('DescribeTable', { TableName: name });
  return Table;
}

// All tables with what their models say of them.
export function tableList() {
  tables ??= (async () => {
    const [names, held] = await Promise.all([allNames(), modelList()]);
    const described = await inTurns(names, describe);
    return described.map((table) => ({
      table,
      model: held.find((each) => each.tables.includes(table.TableName)) ?? null,
    }));
  })();
  tables.catch(() => {
    tables = null;
  });
  return tables;
}

// A table, its keys in a handy form, and the shape of its model if it has one.
export async function tableSchema(name) {
  const [table, held] = await Promise.all([describe(name), modelList()]);
  const model = held.find((each) => each.tables.includes(name)) ?? null;
  const shape = model ? await shapeOf(model.name) : null;
  return schemaOf(table, model, shape);
}

const partsOf = (keySchema, kind) =>
  keySchema.filter((each) => each.KeyType === kind).map((each) => each.AttributeName);

export function schemaOf(table, model, shape) {
  const types = Object.fromEntries(
    table.AttributeDefinitions.map((each) => [each.AttributeName, each.AttributeType]),
  );
  const keyOf = (keySchema) => ({
    partition: partsOf(keySchema, 'HASH'),
    sort: partsOf(keySchema, 'RANGE'),
  });
  const indexes = [
    ...(table.GlobalSecondaryIndexes ?? []).map((each) => ({ ...each, local: false })),
    ...(table.LocalSecondaryIndexes ?? []).map((each) => ({ ...each, local: true })),
  ];
  return {
    table,
    model,
    shape,
    types,
    name: table.TableName,
    key: keyOf(table.KeySchema),
    keyNames: table.KeySchema.map((each) => each.AttributeName),
    indexes: indexes.map((each) => ({ ...each, name: each.IndexName, key: keyOf(each.KeySchema) })),
    entities: shape ? shape.entities.filter((each) => each.table === table.TableName) : [],
    patterns: shape
      ? shape.patterns.filter(
          (each) =>
            (each.table ?? each.plan?.table) === table.TableName || shape.tables.length === 1,
        )
      : [],
  };
}

export const keyOfItem = (schema, item) =>
  Object.fromEntries(schema.keyNames.map((name) => [name, item[name]]));
