// What keeps workers that are written by the documents safe on modelled tables: their clocks may be
// wrong, what they swallow is a race and nothing else, and an administrator has a role.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { connectTo, ulid } from './models.js';
import { refuses } from './partita.js';

const TableName = 'photoeditor-prod-jobs';
const PRODUCTION = 'PARTITA_PRODUCTION_ENDPOINT';
const dynamodb = DynamoDBDocument.from(connectTo(PRODUCTION));
const error = { code: 'PROVIDER_TIMEOUT', message: 'The provider did not answer', retryCount: 3 };

async function queued() {
  const Item = {
    jobId: ulid(), userId: 'user-12345', fileSize: 2483112, fileType: 'image/jpeg',
    provider: 'gemini',
  };
  await dynamodb.put({ TableName, Item });
  return Item.jobId;
}

const stored = async (jobId) =>
  (await dynamodb.get({ TableName, Key: { jobId }, ConsistentRead: true })).Item;

// The document's conditional write ("Idempotency") by a worker whose clock is off by so much.
const move = (jobId, expectedStatus, newStatus, { clockOff = 0, client = dynamodb } = {}) =>
  client.update({
    TableName: 'photoeditor-prod-jobs',
    Key: { jobId },
    UpdateExpression: 'SET #status = :newStatus, updatedAt = :now',
    ConditionExpression: '#status = :expectedStatus',
    ExpressionAttributeNames: {
      '#status': 'status',
    },
    ExpressionAttributeValues: {
      ':newStatus': newStatus,
      ':expectedStatus': expectedStatus,
      ':now': Date.now() + clockOff,
    },
  });

async function editing() {
  const jobId = await queued();
  await move(jobId, 'QUEUED', 'PROCESSING');
  await move(jobId, 'PROCESSING', 'EDITING');
  return jobId;
}

describe('A worker\'s clock', () => {
  test('that is two seconds behind does not stop it', async () => {
    const jobId = await queued();
    await move(jobId, 'QUEUED', 'PROCESSING');
    const before = await stored(jobId);
    await move(jobId, 'PROCESSING', 'EDITING', { clockOff: -2000 });
    const after = await stored(jobId);
    assert.equal(after.status, 'EDITING');
    assert.ok(after.updatedAt >= before.updatedAt);
  });

  test('that is an hour ahead stops neither it nor those that are right', async () => {
    const jobId = await queued();
    await move(jobId, 'QUEUED', 'PROCESSING', { clockOff: 3_600_000 });
    assert.ok((await stored(jobId)).updatedAt < Date.now() + 600_000);
    await move(jobId, 'PROCESSING', 'EDITING');
    assert.equal((await stored(jobId)).status, 'EDITING');
  });
});

describe('A failure without its error', () => {
  test('is not the exception that workers take for "already processed"', async () => {
    const jobId = await editing();
    await refuses(move(jobId, 'EDITING', 'FAILED'), 'ValidationException', /requires error/);
    assert.equal((await stored(jobId)).status, 'EDITING');
  });

  test('is a race only if another worker was first', async () => {
    const jobId = await editing();
    await move(jobId, 'EDITING', 'COMPLETED');
    await refuses(move(jobId, 'EDITING', 'FAILED'), 'ConditionalCheckFailedException');
  });
});

describe('Manual replay of a failed job', () => {
  // A client whose every request claims the role.
  function withRole(role) {
    const client = connectTo(PRODUCTION);
    client.middlewareStack.add((next) => (args) => {
      args.request.headers['x-partita-role'] = role;
      return next(args);
    }, { step: 'build', name: 'claimsRole' });
    return DynamoDBDocument.from(client);
  }

  async function failed() {
    const jobId = await editing();
    await dynamodb.update({
      TableName, Key: { jobId }, UpdateExpression: 'SET #status = :failed, #error = :error',
      ExpressionAttributeNames: { '#status': 'status', '#error': 'error' },
      ExpressionAttributeValues: { ':failed': 'FAILED', ':error': error },
    });
    return jobId;
  }

  test('is made by a program with the role', async () => {
    const jobId = await failed();
    await move(jobId, 'FAILED', 'QUEUED', { client: withRole('operator') });
    const replayed = await stored(jobId);
    assert.equal(replayed.status, 'QUEUED');
    assert.equal(replayed.processingStartedAt, undefined);
  });

  test('is refused without the role, and with another one', async () => {
    const jobId = await failed();
    for (const client of [dynamodb, withRole('viewer')]) {
      await refuses(move(jobId, 'FAILED', 'QUEUED', { client }), 'ValidationException',
        /requires role operator/);
    }
    assert.equal((await stored(jobId)).status, 'FAILED');
  });
});
