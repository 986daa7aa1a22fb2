// The JavaScript SDK and faults that were asked for: its own retries bear them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { connect, refuses, uniqueName } from './partita.js';

const endpoint = process.env.PARTITA_FAULTS_ENDPOINT;
const patient = DynamoDBDocumentClient.from(connect({ endpoint, maxAttempts: 6 }));
const once = DynamoDBDocumentClient.from(connect({ endpoint, maxAttempts: 1 }));

async function setFaults(rules) {
  const answer = await fetch(`${endpoint}/api/faults`, {
    method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ rules }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

async function table() {
  const TableName = uniqueName('faulty');
  await once.send(new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  }));
  await waitUntilTableExists({ client: once, maxWaitTime: 30, minDelay: 1 }, { TableName });
  return TableName;
}

const addOne = (TableName) => new UpdateCommand({
  TableName,
  Key: { pk: 'counter' },
  UpdateExpression: 'ADD n :one',
  ExpressionAttributeValues: { ':one': 1 },
});
const counted = async (TableName) => (await once.send(
  new GetCommand({ TableName, Key: { pk: 'counter' }, ConsistentRead: true }),
)).Item?.n;

test('throttling is tried again until it ends', async () => {
  const TableName = await table();
  await setFaults([{ kind: 'throttle', tables: [TableName], count: 3 }]);
  await refuses(once.send(new PutCommand({ TableName, Item: { pk: 'a' } })), 'ThrottlingException');
  const answer = await patient.send(new PutCommand({ TableName, Item: { pk: 'a' } }));
  assert.equal(answer.$metadata.attempts, 3);
});

test('an error that was applied counts twice when it is tried again', async () => {
  const TableName = await table();
  const rule = { kind: 'internal_error', tables: [TableName], operations: ['UpdateItem'], count: 1 };
  await setFaults([rule]);
  assert.equal((await patient.send(addOne(TableName))).$metadata.attempts, 2);
  assert.equal(await counted(TableName), 1);
  await setFaults([{ ...rule, applied: true }]);
  assert.equal((await patient.send(addOne(TableName))).$metadata.attempts, 2);
  assert.equal(await counted(TableName), 3);
});

test('a dropped connection is tried again', async () => {
  const TableName = await table();
  await setFaults([{
    kind: 'drop_connection', tables: [TableName], operations: ['UpdateItem'], count: 1,
  }]);
  assert.equal((await patient.send(addOne(TableName))).$metadata.attempts, 2);
  assert.equal(await counted(TableName), 1);
});
