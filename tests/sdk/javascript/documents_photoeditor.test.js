// The photo editor's document on its modelled production table: its queries, its update of a status
// and its TTL calculation as they are written. Its clients are called `dynamodb`, as there.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { connectTo, ulid } from './models.js';
import { keysOf, refuses } from './partita.js';

const client = connectTo('PARTITA_PRODUCTION_ENDPOINT');
const dynamodb = DynamoDBDocument.from(client);
const TableName = 'photoeditor-prod-jobs';

// "Item Schema" with the values that its comments name.
function jobItem(others = {}) {
  const ttl = Math.floor(Date.now() / 1000) + (90 * 24 * 60 * 60); // 90 days
  return {
    jobId: ulid(), userId: 'user-12345', status: 'QUEUED', createdAt: Date.now(),
    updatedAt: Date.now(), fileSize: 2483112, fileType: 'image/jpeg',
    originalFileName: 'holiday.jpg', s3TempKey: 'temp/holiday', provider: 'gemini',
    correlationId: 'req-7f3c', traceId: '1-68e1b180-0f1e2d3c4b5a69788796a5b4', ttl, ...others,
  };
}

const analysisResult = {
  labels: [{ name: 'beach', confidence: 0.97 }], description: 'A beach',
  safeSearch: { adult: 'VERY_UNLIKELY', violence: 'UNLIKELY' },
};
const editResult = {
  s3Key: 'final/beach.webp', width: 2048, height: 1536, format: 'webp', size: 812443,
};

const stored = async (jobId) =>
  (await dynamodb.get({ TableName, Key: { jobId }, ConsistentRead: true })).Item;

async function created(others) {
  const item = jobItem(others);
  await dynamodb.put({ TableName, Item: item });
  return item.jobId;
}

// The document's conditional write, with its clock and with what else a worker may set.
const move = (jobId, expectedStatus, newStatus, { now = Date.now(), also = {} } = {}) =>
  dynamodb.update({
    TableName: 'photoeditor-prod-jobs',
    Key: { jobId },
    UpdateExpression: ['SET #status = :newStatus, updatedAt = :now',
      ...Object.keys(also).map((name) => `#${name} = :${name}`)].join(', '),
    ConditionExpression: '#status = :expectedStatus',
    ExpressionAttributeNames: {
      '#status': 'status', ...mapped(also, (name) => [`#${name}`, name]),
    },
    ExpressionAttributeValues: {
      ':newStatus': newStatus,
      ':expectedStatus': expectedStatus,
      ':now': now,
      ...mapped(also, (name) => [`:${name}`, also[name]]),
    },
  });
const mapped = (object, entry) => Object.fromEntries(Object.keys(object).map(entry));

async function editing(others) {
  const jobId = await created(others);
  await move(jobId, 'QUEUED', 'PROCESSING');
  await move(jobId, 'PROCESSING', 'EDITING');
  return jobId;
}

describe('A job', () => {
  test('is stored with all that its schema has, and its results', async () => {
    const item = jobItem();
    await dynamodb.put({ TableName, Item: item });
    const found = await stored(item.jobId);
    assert.deepEqual({ ...found, ...item }, found);
    await move(item.jobId, 'QUEUED', 'PROCESSING', { also: { analysisResult } });
    await move(item.jobId, 'PROCESSING', 'EDITING');
    await move(item.jobId, 'EDITING', 'COMPLETED', { also: { editResult } });
    const done = await stored(item.jobId);
    assert.deepEqual([done.status, done.analysisResult, done.editResult, done.s3FinalKey],
      ['COMPLETED', analysisResult, editResult, 'final/beach.webp']);
    assert.ok(done.processingCompletedAt >= done.processingStartedAt);
  });

  test('that the document calls job-12345 cannot be stored: its ids are ULIDs', async () => {
    await refuses(created({ jobId: 'job-12345' }), 'ValidationException', /is not of format ulid/);
  });

  test('has no time to live in milliseconds, and no stack trace in production', async () => {
    await refuses(created({ ttl: Date.now() + 90 * 24 * 60 * 60 * 1000 }), 'ValidationException',
      /looks like milliseconds/);
    const jobId = await editing();
    const error = { code: 'PROVIDER_TIMEOUT', message: 'too slow', stack: 'at f', retryCount: 3 };
    await refuses(move(jobId, 'EDITING', 'FAILED', { also: { error } }), 'ValidationException',
      /stack/);
  });

  test('is deleted by its key', async () => {
    const jobId = await created();
    await dynamodb.delete({ TableName, Key: { jobId } });
    assert.equal(await stored(jobId), undefined);
  });
});

describe('Queries', () => {
  test('list the newest jobs of a user', async () => {
    const ids = [await created(), await created()];
    const { Items } = await dynamodb.query({
      TableName: 'photoeditor-prod-jobs',
      IndexName: 'userId-createdAt-index',
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: {
        ':userId': 'user-12345',
      },
      ScanIndexForward: false,  // Descending order (newest first)
      Limit: 20,
    });
    assert.ok(ids.every((jobId) => keysOf(Items, 'jobId').includes(jobId)));
    const times = keysOf(Items, 'createdAt');
    assert.deepEqual(times, [...times].sort((a, b) => b - a));
  });

  test('and updates need placeholders for five of its names, which are reserved', async () => {
    const jobId = await editing();
    const words = ['status', 'error', 'ttl', 'format', 'size'];
    for (const word of words) {
      await refuses(dynamodb.update({
        TableName, Key: { jobId }, UpdateExpression: `SET ${word} = :value`,
        ExpressionAttributeValues: { ':value': 1 },
      }), 'ValidationException', new RegExp(`reserved keyword: ${word}$`));
    }
    const { ttl } = await stored(jobId);
    await dynamodb.update({
      TableName, Key: { jobId }, UpdateExpression: 'SET #ttl = :ttl, #editResult = :editResult',
      ExpressionAttributeNames: { '#ttl': 'ttl', '#editResult': 'editResult' },
      ExpressionAttributeValues: { ':ttl': ttl, ':editResult': editResult },
    });
    assert.equal((await stored(jobId)).editResult.format, 'webp');
  });

  test('by status are refused as written, as on DynamoDB: status is a reserved word', async () => {
    await refuses(dynamodb.query({
      TableName: 'photoeditor-prod-jobs',
      IndexName: 'status-createdAt-index',
      KeyConditionExpression: 'status = :status',
      ExpressionAttributeValues: {
        ':status': 'FAILED',
      },
      ScanIndexForward: false,
      Limit: 100,
    }), 'ValidationException', /reserved keyword: status$/);
  });
});

describe('A worker by the book', () => {
  test('is told that the job is already processed, and may go on', async () => {
    const jobId = await created();
    await move(jobId, 'QUEUED', 'PROCESSING');
    await refuses(move(jobId, 'QUEUED', 'PROCESSING'), 'ConditionalCheckFailedException',
      /^The conditional request failed/);
    assert.equal((await stored(jobId)).status, 'PROCESSING');
  });
});
