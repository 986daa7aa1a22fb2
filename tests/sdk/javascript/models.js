// What tests of the models begin with: clients of the servers that enforce and observe them, and
// good items.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { refuses } from './partita.js';

// The typed client and the document client of the server that enforces its models, and the typed
// one of the server that only observes them.
export const client = connectTo('PARTITA_MODELS_ENDPOINT');
export const db = DynamoDBDocument.from(client);
export const observing = connectTo('PARTITA_OBSERVED_ENDPOINT');

export const MESSAGES = 'rez-agent-messages-dev';
export const JOBS = 'photoeditor-dev-jobs';
export const EXECUTIONS = 'ExecutionIndex';
export const WORKFLOW = 'album-workflow';
export const ENCYCLOPEDIA = 'music-encyclopedia';

export const message = (others = {}) => ({
  message_id: randomUUID(), created_by: 'scheduler', message_type: 'scheduled_hello',
  correlation_id: randomUUID(), payload: { text: 'hello world' }, ...others,
});

export const job = (others = {}) => ({
  jobId: ulid(), userId: `user-${randomUUID()}`, fileSize: 2483112, fileType: 'image/jpeg',
  provider: 'gemini', ...others,
});

export const execution = (others = {}) => ({
  executionArn: `arn:aws:states:us-east-1:123456789012:execution:my-agent-prod:${randomUUID()}`,
  status: 'RUNNING', startDate: '2025-09-29T12:34:50.000Z', ...others,
});

// One run of the album workflow, and what belongs to it.
export const run = (others = {}) => ({
  entityType: 'execution', executionId: randomUUID(), workflowType: 'step-functions',
  imageS3Key: 'uploads/albums.jpg', ...others,
});

export const album = ({ executionId, workflowType }, albumIndex = 1, others = {}) => ({
  entityType: 'album', executionId, workflowType, albumIndex, artist: 'Pink Floyd',
  albumName: 'The Dark Side of the Moon', year: 1973, ...others,
});

export const task = ({ executionId, workflowType }, others = {}) => ({
  entityType: 'task', taskId: `task-${ulid()}`, executionId, workflowType,
  imageS3Key: 'uploads/albums.jpg', taskToken: 'secret-token',
  albums: [{ albumIndex: 1, albumName: 'Abbey Road', artist: 'The Beatles', year: 1969 }],
  ...others,
});

// A ULID of random bits: its first letter is small enough for 128 of them.
export function ulid() {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let bits = BigInt(`0x${randomUUID().replaceAll('-', '')}`);
  let text = '';
  for (let place = 0; place < 26; place += 1) {
    text = letters[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}

export async function put(TableName, Item) {
  await db.put({ TableName, Item });
}

// The stored item, or undefined.
export async function get(TableName, Key) {
  return (await db.get({ TableName, Key, ConsistentRead: true })).Item;
}

// Sets these attributes, whatever their names, and returns the whole item as it is then.
export async function set(TableName, Key, attributes, others = {}) {
  const names = Object.keys(attributes);
  const { Attributes } = await db.update({
    TableName, Key, ReturnValues: 'ALL_NEW',
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.map((name) => [`:${name}`, attributes[name]])),
    ...others,
  });
  return Attributes;
}

// What an index has under a condition such as { userId: 'x', status: 'QUEUED' }.
export async function found(TableName, IndexName, keys, others = {}) {
  const names = Object.keys(keys);
  const { Items } = await db.query({
    TableName, IndexName, ...others,
    KeyConditionExpression: names.map((name) => `#${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, keys[name]])),
  });
  return Items;
}

const VALIDATION = ['ValidationException', 'One or more parameter values were invalid: '];
const CONDITION = ['ConditionalCheckFailedException', 'The conditional request failed: '];

// Checks that a model refuses with this code and in exactly these words, which begin with its name:
// "rez_agent, Message.ttl: ...". The SDK hands the body's ModelError on: `parts` of it are compared.
export async function refusedByModel(promise, code, words, parts = {}) {
  const isCondition = ['M201', 'M203', 'M204', 'M205', 'M206'].includes(code);
  const [name, firstWords] = isCondition ? CONDITION : VALIDATION;
  const error = await refuses(promise, name, `${firstWords}model ${words} [${code}]`);
  assert.equal(error.$metadata.httpStatusCode, 400);
  const told = Object.keys({ code, ...parts }).map((part) => [part, error.ModelError[part]]);
  assert.deepEqual(Object.fromEntries(told), { code, ...parts });
  return error;
}

// A client of the server that tests/sdk/server.py tells by the variable.
export function connectTo(variable) {
  const endpoint = process.env[variable];
  assert.ok(endpoint, `${variable} is not set: run this through tests/sdk/server.py`);
  const made = new DynamoDB({ endpoint });
  after(() => made.destroy());
  return made;
}
