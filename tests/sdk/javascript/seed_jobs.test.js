// The photo editor's jobs: a life of states under conditions, two indexes by time.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { client, createTable, endpoint, keysOf, refuses } from './partita.js';
import { send, signer, unsigned } from './raw_request.js';

// The document calls both clients `dynamodb`: its queries have plain values, its update is named as
// in the typed client.
const dynamodb = DynamoDBDocument.from(client);
const typed = new DynamoDB({ endpoint });
const TableName = 'photoeditor-prod-jobs';

const job = (jobId, userId, status, createdAt) => ({
  jobId, userId, status, createdAt, updatedAt: createdAt, fileSize: 2_345_678,
  fileType: 'image/jpeg', originalFileName: 'holiday.jpg', s3TempKey: `temp/${jobId}`,
  provider: 'gemini',
  analysisResult: {
    labels: [{ name: 'beach', confidence: 0.97 }],
    safeSearch: { adult: 'VERY_UNLIKELY', violence: 'UNLIKELY' },
  },
  // Its TTL calculation, from the job's own time.
  ttl: Math.floor(createdAt / 1000) + (90 * 24 * 60 * 60), // 90 days
});

before(async () => {
  await createTable({
    name: TableName, key: 'jobId:S',
    indexes: {
      'userId-createdAt-index': 'userId:S | createdAt:N',
      'status-createdAt-index': 'status:S | createdAt:N',
    },
    SSESpecification: { Enabled: true },
    Tags: [{ Key: 'Name', Value: TableName }],
  });
  await typed.updateTimeToLive({
    TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  });
  const now = Date.now();
  for (let number = 0; number < 25; number += 1) {
    const status = number % 5 ? 'COMPLETED' : 'FAILED';
    const Item = job(`job-${number}`, 'user-12345', status, now + number);
    await dynamodb.put({ TableName, Item });
  }
});

const move = (jobId, expectedStatus, newStatus) => dynamodb.update({
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
    ':now': Date.now(),
  },
});

describe('Queries', () => {
  test('list the newest twenty jobs of a user', async () => {
    const { Items, LastEvaluatedKey } = await dynamodb.query({
      TableName: 'photoeditor-prod-jobs',
      IndexName: 'userId-createdAt-index',
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: {
        ':userId': 'user-12345',
      },
      ScanIndexForward: false,  // Descending order (newest first)
      Limit: 20,
    });
    assert.deepEqual(keysOf(Items, 'jobId'),
      Array.from({ length: 20 }, (_, index) => `job-${24 - index}`));
    assert.deepEqual(Object.keys(LastEvaluatedKey).sort(), ['createdAt', 'jobId', 'userId']);
  });

  test('by status are refused as written: status is a reserved word', async () => {
    await refuses(dynamodb.query({
      TableName: 'photoeditor-prod-jobs',
      IndexName: 'status-createdAt-index',
      KeyConditionExpression: 'status = :status',
      ExpressionAttributeValues: {
        ':status': 'FAILED',
      },
      ScanIndexForward: false,
      Limit: 100,
    }), 'ValidationException', 'Invalid KeyConditionExpression: Attribute name is a reserved '
      + 'keyword; reserved keyword: status');
  });

  test('by status work with a placeholder', async () => {
    const { Items } = await dynamodb.query({
      TableName, IndexName: 'status-createdAt-index', KeyConditionExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': 'FAILED' },
      ScanIndexForward: false, Limit: 100,
    });
    assert.deepEqual(keysOf(Items, 'jobId'), ['job-20', 'job-15', 'job-10', 'job-5', 'job-0']);
  });

  test('find no prefix of a number', async () => {
    await refuses(dynamodb.query({
      TableName, IndexName: 'userId-createdAt-index',
      KeyConditionExpression: 'userId = :userId AND begins_with(createdAt, :day)',
      ExpressionAttributeValues: { ':userId': 'user-12345', ':day': 17 },
    }), 'ValidationException', 'Invalid KeyConditionExpression: Incorrect operand type for '
      + 'operator or function; operator or function: begins_with, operand type: N');
  });

  test('find no index on a table made from the document\'s Terraform, which has none', async () => {
    const bare = await createTable({ key: 'jobId:S' });
    await refuses(dynamodb.query({
      TableName: bare, IndexName: 'userId-createdAt-index', KeyConditionExpression: 'userId = :u',
      ExpressionAttributeValues: { ':u': 'user-12345' },
    }), 'ValidationException',
    'The table does not have the specified index: userId-createdAt-index');
  });
});

describe('A status', () => {
  test('moves once, and a second worker is refused', async () => {
    const jobId = 'job-12345';
    await dynamodb.put({ TableName, Item: job(jobId, 'user-1', 'QUEUED', Date.now()) });
    await move(jobId, 'QUEUED', 'PROCESSING');
    await refuses(move(jobId, 'QUEUED', 'PROCESSING'), 'ConditionalCheckFailedException',
      'The conditional request failed');
    assert.equal((await dynamodb.get({ TableName, Key: { jobId } })).Item.status, 'PROCESSING');
  });

  test('goes to one of many workers that want it', async () => {
    const jobId = 'job-wanted';
    await dynamodb.put({ TableName, Item: job(jobId, 'user-1', 'QUEUED', Date.now()) });
    const workers = await Promise.allSettled(
      Array.from({ length: 20 }, () => move(jobId, 'QUEUED', 'PROCESSING')));
    assert.equal(workers.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const { reason } of workers.filter(({ status }) => status === 'rejected')) {
      assert.equal(reason.name, 'ConditionalCheckFailedException');
    }
  });

  test('of a job that is not there fails in the same way, and makes no job', async () => {
    await refuses(move('job-missing', 'QUEUED', 'PROCESSING'), 'ConditionalCheckFailedException');
    const { Item } = await dynamodb.get({ TableName, Key: { jobId: 'job-missing' } });
    assert.equal(Item, undefined);
  });

  test('leaves one index partition for another', async () => {
    await dynamodb.put({ TableName, Item: job('job-moved', 'user-2', 'EDITING', Date.now()) });
    await move('job-moved', 'EDITING', 'ARCHIVED');
    const ofStatus = async (status) => keysOf((await dynamodb.query({
      TableName, IndexName: 'status-createdAt-index', KeyConditionExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status },
    })).Items, 'jobId');
    assert.deepEqual(await ofStatus('EDITING'), []);
    assert.deepEqual(await ofStatus('ARCHIVED'), ['job-moved']);
  });

  test('is not updated by the typed client from plain values', async () => {
    await assert.rejects(typed.updateItem({
      TableName: 'photoeditor-prod-jobs',
      Key: { jobId: 'job-plain' },
      UpdateExpression: 'SET #status = :newStatus',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':newStatus': 'PROCESSING' },
    }));
    const answer = await send(await signer().sign(unsigned('UpdateItem', {
      TableName, Key: { jobId: 'job-plain' },
    })));
    assert.equal(answer.error, 'SerializationException');
    const { Item } = await dynamodb.get({ TableName, Key: { jobId: 'job-plain' } });
    assert.equal(Item, undefined);
  });
});

test('a job that failed keeps its error, and a deleted one is gone', async () => {
  const jobId = 'job-error';
  await dynamodb.put({ TableName, Item: job(jobId, 'user-3', 'EDITING', Date.now()) });
  const error = { code: 'PROVIDER_TIMEOUT', message: 'too slow', retryCount: 3 };
  const { Attributes } = await dynamodb.update({
    TableName, Key: { jobId },
    UpdateExpression: 'SET #error = :error, #status = :failed',
    ExpressionAttributeNames: { '#error': 'error', '#status': 'status' },
    ExpressionAttributeValues: { ':error': error, ':failed': 'FAILED' },
    ReturnValues: 'ALL_NEW',
  });
  assert.deepEqual(Attributes.error, error);
  await refuses(dynamodb.update({
    TableName, Key: { jobId }, UpdateExpression: 'SET error.retryCount = :n',
    ExpressionAttributeValues: { ':n': 4 },
  }), 'ValidationException',
  /Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: error$/);
  await dynamodb.delete({ TableName, Key: { jobId } });
  assert.equal((await dynamodb.get({ TableName, Key: { jobId } })).Item, undefined);
});
