// What every test here begins with: clients of the running server, and tables of their own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import {
  CreateTableCommand, DynamoDBClient, waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export const endpoint = required('PARTITA_ENDPOINT');
export const openEndpoint = required('PARTITA_OPEN_ENDPOINT');

// The typed client, and the document client that takes plain values, as applications make them.
export const client = connect();
export const docClient = DynamoDBDocumentClient.from(client);

export function connect(options = {}) {
  const made = new DynamoDBClient({ endpoint, ...options });
  after(() => made.destroy());
  return made;
}

// No two tests share a table, so that they can run beside each other.
export const uniqueName = (stem) => `${stem}-${randomUUID()}`;

// createTable({ key: 'pk:S sk:N', indexes: { byOwner: 'owner:S+kind:S | created:N' } }) makes an
// on-demand table that is ready, and returns its name. In an index, `|` divides partition from
// sort attributes and `+` divides several of one kind; `localIndexes` are written the same way.
export async function createTable({ name, key, indexes, localIndexes, ...others }) {
  const TableName = name ?? uniqueName('table');
  const [partition, sort] = key.split(' ');
  await client.send(new CreateTableCommand({
    TableName,
    AttributeDefinitions: attributeDefinitions([partition, sort], indexes, localIndexes),
    KeySchema: keySchema([partition], sort ? [sort] : []),
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: secondaryIndexes(indexes),
    LocalSecondaryIndexes: secondaryIndexes(localIndexes),
    ...others,
  }));
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
  return TableName;
}

// Checks that `promise` fails as DynamoDB fails: the exception's name, and its message, which is a
// string for the whole of it or a pattern where AWS itself has more than one wording.
export async function refuses(promise, name, message) {
  const error = await promise.then((answer) => assert.fail(`answered ${JSON.stringify(answer)}`),
    (reason) => reason);
  if (error instanceof assert.AssertionError) throw error;
  assert.equal(error.name, name, `${error.name}: ${error.message}`);
  if (message instanceof RegExp) assert.match(error.message, message);
  else if (message !== undefined) assert.equal(error.message, message);
  return error;
}

export const keysOf = (items, name) => items.map((item) => item[name]);

function secondaryIndexes(indexes) {
  return indexes && Object.entries(indexes).map(([IndexName, text]) => ({
    IndexName, KeySchema: keySchema(...sides(text)), Projection: { ProjectionType: 'ALL' },
  }));
}

function sides(text) {
  const [partitions, sorts = ''] = text.split('|').map((side) => side.trim());
  return [partitions.split('+'), sorts ? sorts.split('+') : []];
}

function keySchema(partitions, sorts) {
  const element = (KeyType) => (text) => ({ AttributeName: nameOf(text), KeyType });
  return [...partitions.map(element('HASH')), ...sorts.map(element('RANGE'))];
}

function attributeDefinitions(key, indexes = {}, localIndexes = {}) {
  const ofIndexes = Object.values({ ...indexes, ...localIndexes });
  const inIndexes = ofIndexes.flatMap((text) => sides(text).flat());
  const texts = new Set([...key.filter(Boolean), ...inIndexes]);
  return [...texts].map((text) => ({
    AttributeName: nameOf(text), AttributeType: text.split(':')[1],
  }));
}

function nameOf(text) {
  return text.split(':')[0];
}

function required(name) {
  assert.ok(process.env[name], `${name} is not set: run this through tests/sdk/server.py`);
  return process.env[name];
}
