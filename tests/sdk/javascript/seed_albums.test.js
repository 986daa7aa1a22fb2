// The album workflow on a bare table: index keys of several attributes. Its own JavaScript runs as
// it was written where DynamoDB can run it; where it cannot, it is refused as DynamoDB refuses it,
// and what its author meant follows in the native form. With its model: documents_albums.test.js.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { UpdateTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  album, albumQueries, createExecutionKey, createGSI1Key, createTaskKey, execution, metrics, task,
} from './album_document.js';
import { client, createTable, docClient, keysOf, refuses, uniqueName } from './partita.js';

const workflowIndex = 'workflowType:S+entityType:S | status:S+createdAt:S';
const executionIndex = 'workflowType:S+executionId:S | entityType:S+sortValue:N';
const TABLE_NAME = uniqueName('albums');

const {
  getExecutionWithAlbums, getRunningExecutions, getAlbumsByExecution, compareMetrics,
} = albumQueries(docClient, TABLE_NAME);
const sampleTask = task();

const put = (TableName, Item) => docClient.send(new PutCommand({ TableName, Item }));
const query = async (IndexName, KeyConditionExpression, values, others) =>
  (await docClient.send(new QueryCommand({
    TableName: TABLE_NAME, IndexName, KeyConditionExpression, ExpressionAttributeValues: values,
    ...others,
  }))).Items;
const statusName = { ExpressionAttributeNames: { '#status': 'status' } };

before(async () => {
  const indexes = { GSI1: workflowIndex, GSI2: executionIndex };
  await createTable({ name: TABLE_NAME, key: 'pk:S sk:S', indexes });
  const items = [
    execution('exec-123', 'step-functions', 'running', '2025-01-15T10:30:00Z'),
    execution('exec-124', 'step-functions', 'completed', '2025-01-16T10:30:00Z'),
    execution('exec-125', 'step-functions', 'running', '2025-01-17T10:30:00Z'),
    { ...execution('exec-456', 'durable-functions', 'running', '2025-01-15T10:30:00Z'),
      currentStep: 'image-processing' },
    ...[1, 2, 10].map((index) => album('exec-123', 'step-functions', index)),
    album('exec-456', 'durable-functions', 1),
    sampleTask, metrics('step-functions'), metrics('durable-functions'),
  ];
  for (const item of items) await put(TABLE_NAME, item);
});

describe('Written as DynamoDB can run it', () => {
  test('an execution comes with its albums', async () => {
    const { albums, ...metadata } = await getExecutionWithAlbums('exec-123');
    assert.deepEqual(metadata,
      execution('exec-123', 'step-functions', 'running', '2025-01-15T10:30:00Z'));
    assert.equal(albums.length, 3);
    assert.deepEqual(albums[0], album('exec-123', 'step-functions', 1));
  });

  test('metrics of both workflows are compared', async () => {
    assert.deepEqual(await compareMetrics('2025-01-15'), {
      stepFunctions: metrics('step-functions'), durableFunctions: metrics('durable-functions'),
    });
  });

  test('a task is read by its key', async () => {
    const { Item } = await docClient.send(new GetCommand({
      TableName: TABLE_NAME, Key: createTaskKey('task-abc123'),
    }));
    assert.deepEqual(Item, sampleTask);
  });

  test('albums are listed by a prefix, the tenth before the second', async () => {
    const items = await query(undefined, 'pk = :pk AND begins_with(sk, :sk)',
      { ':pk': 'exec-123', ':sk': 'album-' });
    assert.deepEqual(keysOf(items, 'sk'), ['album-1', 'album-10', 'album-2']);
  });
});

describe('Index keys that are lists', () => {
  let literal;
  before(async () => {
    literal = await createTable({ key: 'pk:S sk:S', indexes: { GSI1: 'GSI1PK:S | GSI1SK:S' } });
  });

  test('are refused in an item', async () => {
    const keys = createGSI1Key('step-functions', 'execution', 'running', '2025-01-15T10:30:00Z');
    await refuses(put(literal, { ...createExecutionKey('exec-123'), ...keys }),
      'ValidationException', 'One or more parameter values were invalid: '
      + 'Type mismatch for Index Key GSI1PK Expected: S Actual: L IndexName: GSI1');
  });

  test('are refused in getRunningExecutions and getAlbumsByExecution', async () => {
    const message = 'Invalid KeyConditionExpression: Incorrect operand type for operator or '
      + 'function; operator or function: begins_with, operand type: L';
    await refuses(getRunningExecutions('step-functions'), 'ValidationException', message);
    await refuses(getAlbumsByExecution('step-functions', 'exec-123'), 'ValidationException',
      message);
  });

  test('are refused as a partition', async () => {
    await refuses(docClient.send(new QueryCommand({
      TableName: literal, IndexName: 'GSI1', KeyConditionExpression: 'GSI1PK = :pk',
      ExpressionAttributeValues: { ':pk': ['step-functions', 'execution'] },
    })), 'ValidationException', 'One or more parameter values were invalid: '
      + 'Condition parameter type does not match schema type');
  });
});

describe('Index keys of several attributes', () => {
  const ofExecutions = { ':w': 'step-functions', ':e': 'execution' };
  const executions = 'workflowType = :w AND entityType = :e';

  test('find all executions of a workflow, by status and then by date', async () => {
    assert.deepEqual(keysOf(await query('GSI1', executions, ofExecutions), 'pk'),
      ['exec-124', 'exec-123', 'exec-125']);
  });

  test('find running executions', async () => {
    const items = await query('GSI1', `${executions} AND #status = :s`,
      { ...ofExecutions, ':s': 'running' }, statusName);
    assert.deepEqual(keysOf(items, 'pk'), ['exec-123', 'exec-125']);
  });

  test('find running executions in a range of dates, newest first', async () => {
    const items = await query('GSI1',
      `${executions} AND #status = :s AND createdAt BETWEEN :a AND :b`,
      { ...ofExecutions, ':s': 'running', ':a': '2025-01-15', ':b': '2025-01-18' },
      { ...statusName, ScanIndexForward: false });
    assert.deepEqual(keysOf(items, 'pk'), ['exec-125', 'exec-123']);
  });

  test('find tasks by workflow and status', async () => {
    const items = await query('GSI1', `${executions} AND #status = :s`,
      { ':w': 'step-functions', ':e': 'task', ':s': 'pending' }, statusName);
    assert.deepEqual(items, [sampleTask]);
  });

  test('page with every attribute of both keys', async () => {
    const { LastEvaluatedKey } = await docClient.send(new QueryCommand({
      TableName: TABLE_NAME, IndexName: 'GSI1', KeyConditionExpression: executions,
      ExpressionAttributeValues: ofExecutions, Limit: 1,
    }));
    assert.deepEqual(LastEvaluatedKey, {
      pk: 'exec-124', sk: 'metadata', workflowType: 'step-functions', entityType: 'execution',
      status: 'completed', createdAt: '2025-01-16T10:30:00Z',
    });
    const rest = await query('GSI1', executions, ofExecutions,
      { ExclusiveStartKey: LastEvaluatedKey });
    assert.deepEqual(keysOf(rest, 'pk'), ['exec-123', 'exec-125']);
  });

  test('need the whole partition: a workflow alone finds nothing', async () => {
    await refuses(query('GSI1', 'workflowType = :w', { ':w': 'step-functions' }),
      'ValidationException', /HASH.*equality/);
  });

  test('need the status before a range of dates', async () => {
    await refuses(query('GSI1', `${executions} AND createdAt > :a`,
      { ...ofExecutions, ':a': '2025-01-15' }), 'ValidationException',
    'RANGE key attributes status must have equality conditions specified in the query because '
      + 'a condition is present on key attribute createdAt');
  });

  test('cannot be filtered on', async () => {
    await refuses(query('GSI1', executions, { ...ofExecutions, ':a': '2025-01-15' },
      { FilterExpression: 'createdAt > :a' }), 'ValidationException',
    'Filter Expression can only contain non-primary key attributes: '
      + 'Primary key attribute: createdAt');
  });

  test('have no wildcard: the partition ["any", "task"] is empty', async () => {
    assert.deepEqual(await query('GSI1', `${executions} AND #status = :s`,
      { ':w': 'any', ':e': 'task', ':s': 'pending' }, statusName), []);
  });

  test('leave out items without all of them: metrics have no status', async () => {
    assert.deepEqual(await query('GSI1', executions,
      { ':w': 'step-functions', ':e': 'metrics' }), []);
  });

  test('leave out the samples of GSI2, which have no sortValue', async () => {
    assert.deepEqual(await query('GSI2', 'workflowType = :w AND executionId = :x',
      { ':w': 'step-functions', ':x': 'exec-123' }), []);
  });

  test('order albums by number once they have a sortValue', async () => {
    for (const index of [10, 2, 1]) {
      const item = album('exec-789', 'step-functions', index);
      await put(TABLE_NAME, { ...item, sortValue: index });
    }
    const albums = 'workflowType = :w AND executionId = :x AND entityType = :e';
    const values = { ':w': 'step-functions', ':x': 'exec-789', ':e': 'album' };
    assert.deepEqual(keysOf(await query('GSI2', albums, values), 'albumIndex'), [1, 2, 10]);
    const one = await query('GSI2', `${albums} AND sortValue = :i`, { ...values, ':i': 2 });
    assert.deepEqual(keysOf(one, 'sk'), ['album-2']);
    await refuses(query('GSI2', `${albums} AND begins_with(sortValue, :i)`, { ...values, ':i': 2 }),
      'ValidationException', /Incorrect operand type|type does not match/);
  });

  test('refuse null where an execution may have it', async () => {
    await refuses(put(TABLE_NAME, { ...sampleTask, pk: 'task-null', status: null }),
      'ValidationException', 'One or more parameter values were invalid: '
      + 'Type mismatch for Index Key status Expected: S Actual: NULL IndexName: GSI1');
  });

  test('refuse reserved words without a placeholder', async () => {
    await refuses(query('GSI1', `${executions} AND status = :s`,
      { ...ofExecutions, ':s': 'running' }), 'ValidationException', 'Invalid '
      + 'KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: status');
  });

  test('can be added to a table with items', async () => {
    const TableName = await createTable({ key: 'pk:S sk:S' });
    await put(TableName, sampleTask);
    await client.send(new UpdateTableCommand({
      TableName,
      AttributeDefinitions: ['workflowType', 'entityType', 'status', 'createdAt'].map(
        (AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexUpdates: [{
        Create: {
          IndexName: 'GSI1',
          KeySchema: [
            { AttributeName: 'workflowType', KeyType: 'HASH' },
            { AttributeName: 'entityType', KeyType: 'HASH' },
            { AttributeName: 'status', KeyType: 'RANGE' },
            { AttributeName: 'createdAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      }],
    }));
    await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
    const found = () => docClient.send(new QueryCommand({
      TableName, IndexName: 'GSI1', KeyConditionExpression: executions,
      ExpressionAttributeValues: { ':w': 'step-functions', ':e': 'task' },
    }));
    assert.deepEqual((await whenFilled(found)).Items, [sampleTask]);
  });

  // Asks until the index answers: while it is being filled, reads of it are refused.
  async function whenFilled(ask, attempts = 1000) {
    return ask().catch((error) => {
      if (attempts > 0 && /backfilling/.test(error.message)) return whenFilled(ask, attempts - 1);
      throw error;
    });
  }
});
