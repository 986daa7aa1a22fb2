// The album workflow's document on its modelled table: its code word for word (album_document.js),
// its sample items, and each of its access patterns. Where the document is wrong, what comes of it
// is what is expected here.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  album, albumQueries, createAlbumKey, createExecutionKey, createGSI1Key, createGSI2Key,
  createTaskKey, execution, generateExecutionId, metrics, task,
} from './album_document.js';
import { WORKFLOW, db, get, put, refusedByModel, set, ulid } from './models.js';
import { keysOf } from './partita.js';

const {
  getExecutionWithAlbums, getRunningExecutions, getAlbumsByExecution, compareMetrics,
} = albumQueries(db, WORKFLOW);
const CREATED = '2025-01-15T10:30:00Z';

// An access pattern as the document words it: "GSI1 query with partition key [..] AND ..".
const query = async (IndexName, KeyConditionExpression, values, names) =>
  (await db.send(new QueryCommand({
    TableName: WORKFLOW, IndexName, KeyConditionExpression, ExpressionAttributeValues: values,
    ExpressionAttributeNames: names,
  }))).Items;
const ofIndex = (index, partition, sort) => query(index,
  `${index}PK = :pk${sort ? ` AND begins_with(${index}SK, :sk)` : ''}`,
  { ':pk': partition, ...(sort && { ':sk': sort }) });

// What is stored of an item must be all that was sent.
const holds = (stored, sent) => assert.deepEqual({ ...stored, ...sent }, stored);

describe('Sample items', () => {
  test('are stored if their ids are UUIDs, as the document\'s own schema wants', async () => {
    await refusedByModel(put(WORKFLOW, execution('exec-123', 'step-functions', 'running', CREATED)),
      'M101', 'album_workflow, Execution.executionId: "exec-123" is not of format uuid');
    for (const others of [{ workflowType: 'step-functions' },
      { workflowType: 'durable-functions', currentStep: 'image-processing' }]) {
      const executionId = generateExecutionId();
      const sent = { ...execution(executionId, '', 'running', CREATED), ...others };
      await put(WORKFLOW, sent);
      holds(await get(WORKFLOW, createExecutionKey(executionId)), { ...sent, sortValue: 0 });
    }
  });

  test('of albums are stored beside their execution, with all that they have', async () => {
    const executionId = generateExecutionId();
    await put(WORKFLOW, execution(executionId, 'step-functions', 'running', CREATED));
    const sent = album(executionId, 'step-functions', 1);
    await put(WORKFLOW, sent);
    holds(await get(WORKFLOW, createAlbumKey(executionId, 1)), { ...sent, sortValue: 1 });
  });

  test('of tasks are stored, and expire at their time, which was in 2025', async () => {
    const executionId = generateExecutionId();
    await put(WORKFLOW, execution(executionId, 'step-functions', 'running', CREATED));
    const taskId = `task-${ulid()}`;
    const sent = task(taskId, executionId);
    await put(WORKFLOW, sent);
    const stored = await get(WORKFLOW, createTaskKey(taskId));
    assert.ok(['pending', 'expired'].includes(stored.status));
    const { status: _, ...others } = sent;
    holds(stored, others);
  });

  test('of metrics are refused: the server keeps them', async () => {
    await refusedByModel(put(WORKFLOW, metrics('step-functions')), 'M110',
      'album_workflow, Metrics pk="2025-01-15", sk="metrics-step-functions": '
      + 'only the server writes this row');
  });
});

describe('Its functions and access patterns', () => {
  const executionId = generateExecutionId();
  const others = {
    running: generateExecutionId(), durable: generateExecutionId(), ended: generateExecutionId(),
  };
  const taskId = `task-${ulid()}`;
  const isMine = ({ executionId: id }) => [executionId, ...Object.values(others)].includes(id);
  const mine = (items) => keysOf(items.filter(isMine), 'executionId').sort();

  before(async () => {
    // The lists that createGSI1Key and createGSI2Key make are other names of the index attributes.
    await put(WORKFLOW, {
      ...execution(executionId, 'step-functions', 'running', CREATED),
      ...createGSI1Key('step-functions', 'execution', 'running', CREATED),
      ...createGSI2Key('step-functions', executionId, 'execution'),
    });
    await put(WORKFLOW, execution(others.running, 'step-functions', 'running',
      '2025-01-17T10:30:00Z'));
    await put(WORKFLOW, execution(others.durable, 'durable-functions', 'running', CREATED));
    await put(WORKFLOW, {
      ...execution(others.ended, 'step-functions', 'running', CREATED), estimatedCost: 0.006,
    });
    await set(WORKFLOW, createExecutionKey(others.ended), { status: 'completed' });
    for (const index of [10, 2, 1, 3]) {
      await put(WORKFLOW, {
        ...album(executionId, 'step-functions', index),
        ...createGSI2Key('step-functions', executionId, 'album', index),
      });
    }
    const { expiresAt: _, createdAt: __, ...pending } = task(taskId, executionId);
    await put(WORKFLOW, pending);
  });

  test('get an execution with its albums', async () => {
    const { albums, ...metadata } = await getExecutionWithAlbums(executionId);
    assert.equal(metadata.imageS3Key, 'uploads/albums-2025-01-15.jpg');
    assert.deepEqual(keysOf(albums, 'sk'), ['album-1', 'album-10', 'album-2', 'album-3']);
  });

  test('get running executions', async () => {
    const running = await getRunningExecutions('step-functions');
    assert.deepEqual(mine(running), [executionId, others.running].sort());
    assert.ok(running.every(({ status }) => status === 'running'));
  });

  test('get albums of an execution in the order of their numbers', async () => {
    const albums = await getAlbumsByExecution('step-functions', executionId);
    assert.deepEqual(keysOf(albums, 'albumIndex'), [1, 2, 3, 10]);
  });

  test('list all executions of a workflow, and those of some days', async () => {
    assert.deepEqual(mine(await ofIndex('GSI1', ['durable-functions', 'execution'])),
      [others.durable]);
    const range = await query('GSI1', 'GSI1PK = :pk AND GSI1SK BETWEEN :a AND :b', {
      ':pk': ['step-functions', 'execution'], ':a': ['running', '2025-01-16'],
      ':b': ['running', '2025-01-18'],
    });
    assert.deepEqual(mine(range), [others.running]);
  });

  test('find the execution itself, one album and the tasks by execution', async () => {
    const all = await ofIndex('GSI2', ['step-functions', executionId]);
    assert.deepEqual(keysOf(all, 'entityType'),
      ['album', 'album', 'album', 'album', 'execution', 'task']);
    const one = await query('GSI2', 'GSI2PK = :pk AND GSI2SK = :sk',
      { ':pk': ['step-functions', executionId], ':sk': ['album', 10] });
    assert.deepEqual(keysOf(one, 'sk'), ['album-10']);
    const tasks = await ofIndex('GSI2', ['step-functions', executionId], ['task']);
    assert.deepEqual(keysOf(tasks, 'taskId'), [taskId]);
  });

  test('list pending tasks by workflow, but not of "any": no item has that value', async () => {
    const pending = await ofIndex('GSI1', ['step-functions', 'task'], ['pending']);
    assert.deepEqual(mine(pending), [executionId]);
    assert.deepEqual(await ofIndex('GSI1', ['any', 'task'], ['pending']), []);
  });

  test('find no metrics through GSI1, in which they are not for want of a status', async () => {
    assert.deepEqual(await ofIndex('GSI1', ['step-functions', 'metrics']), []);
    assert.deepEqual(await ofIndex('GSI1', ['step-functions', 'metrics'], ['daily']), []);
  });

  test('compare the metrics of a day, which the server counts', async () => {
    const date = CREATED.slice(0, 10);
    const { stepFunctions, durableFunctions } = await whenCounted(date);
    for (const counted of [stepFunctions, durableFunctions]) {
      assert.equal(counted.period, 'daily');
      assert.ok(counted.executionCount >= counted.successCount + counted.failureCount);
    }
    assert.deepEqual(Object.keys({ ...stepFunctions, ...metrics('step-functions') }).sort(),
      Object.keys(stepFunctions).sort());
    assert.ok(stepFunctions.successCount > 0 && stepFunctions.totalCost >= 0.006);
  });

  // The server writes the rows of a day a moment after its executions.
  async function whenCounted(date, attempts = 3000) {
    const compared = await compareMetrics(date);
    const isThere = compared.stepFunctions?.successCount > 0 && compared.durableFunctions;
    if (isThere || attempts === 0) return compared;
    return whenCounted(date, attempts - 1);
  }
});
