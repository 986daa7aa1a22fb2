// The album workflow through the AWS SDK for JavaScript.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WORKFLOW, album, db, found, get, put, refusedByModel, run, set, task } from './models.js';

const keyOf = ({ taskId, executionId }) => ({ pk: taskId ?? executionId, sk: 'metadata' });

async function started(others) {
  const item = run(others);
  await put(WORKFLOW, item);
  return item;
}

describe('A run', () => {
  test('gets its keys, and both of its indexes find it', async () => {
    const item = await started();
    const stored = await get(WORKFLOW, keyOf(item));
    assert.equal(stored.status, 'running');
    const { workflowType, entityType, executionId } = item;
    const here = (items) => items.some((one) => one.executionId === executionId);
    assert.ok(here(await found(WORKFLOW, 'GSI1', { workflowType, entityType, status: 'running' })));
    assert.ok(here(await found(WORKFLOW, 'GSI2', { workflowType, executionId, entityType })));
  });

  test('waits and goes on, and its end is final', async () => {
    const key = keyOf(await started());
    for (const status of ['waiting', 'running']) await set(WORKFLOW, key, { status });
    const ended = await set(WORKFLOW, key, { status: 'completed' });
    assert.ok(ended.durationMs >= 0);
    await refusedByModel(set(WORKFLOW, key, { status: 'running' }), 'M201',
      `album_workflow, Execution ${key.pk}: status completed -> running is not allowed; completed `
      + 'is final');
  });

  test('has a step only with durable functions', async () => {
    const currentStep = 'validation';
    await refusedByModel(started({ currentStep }), 'M101',
      'album_workflow, Execution.currentStep: is only allowed when workflowType is '
      + 'durable-functions');
    await started({ currentStep, workflowType: 'durable-functions' });
  });
});

describe('An album', () => {
  test('is listed by its number, not by the letters of its key', async () => {
    const of = await started();
    for (const index of [10, 2, 1]) await put(WORKFLOW, album(of, index));
    const { workflowType, executionId } = of;
    const albums = await found(WORKFLOW, 'GSI2', { workflowType, executionId, entityType: 'album' });
    assert.deepEqual(albums.map(({ sk }) => sk), ['album-1', 'album-2', 'album-10']);
  });

  test('is refused with what is wrong', async () => {
    const of = await started();
    await refusedByModel(put(WORKFLOW, album(of, 1, { year: 1873 })), 'M101',
      'album_workflow, Album.year: 1873 is below min 1900', { rule: 'min', allowed: ['min 1900'] });
    await refusedByModel(put(WORKFLOW, { ...album(of), pk: of.executionId, sk: 'album-01' }),
      'M105', 'album_workflow, Album key sk="album-01" does not equal template '
      + '"album-{albumIndex}" = "album-1"');
  });

  test('needs its run, of its own kind of workflow', async () => {
    const of = run();
    await refusedByModel(put(WORKFLOW, album(of)), 'M205',
      `album_workflow, Album.executionId: there is no Execution "${of.executionId}"`);
    await put(WORKFLOW, of);
    const workflowType = 'durable-functions';
    await refusedByModel(put(WORKFLOW, album({ ...of, workflowType })), 'M205',
      'album_workflow, Album.workflowType: "durable-functions" differs from '
      + `Execution.workflowType of "${of.executionId}", which is "step-functions"`);
  });

  test('may come before its run in one transaction', async () => {
    const of = run();
    await db.transactWrite({
      TransactItems: [album(of), of].map((Item) => ({ Put: { TableName: WORKFLOW, Item } })),
    });
    assert.equal((await get(WORKFLOW, { pk: of.executionId, sk: 'album-1' })).sortValue, 1);
  });
});

describe('A task', () => {
  test('lives for an hour and is removed a month later', async () => {
    const item = task(await started());
    await put(WORKFLOW, item);
    const stored = await get(WORKFLOW, keyOf(item));
    assert.equal(Date.parse(stored.expiresAt) - Date.parse(stored.createdAt), 60 * 60 * 1000);
    assert.equal(stored.ttl, Date.parse(stored.expiresAt) / 1000 + 30 * 24 * 60 * 60);
  });

  test('is completed with what was validated, and expires by the server alone', async () => {
    const item = task(await started());
    await put(WORKFLOW, item);
    const key = keyOf(item);
    await refusedByModel(set(WORKFLOW, key, { status: 'completed' }), 'M202',
      `album_workflow, Task ${key.pk}: status completed requires validatedData`);
    await refusedByModel(set(WORKFLOW, key, { status: 'expired' }), 'M202',
      `album_workflow, Task ${key.pk}: status pending -> expired is made by the server only`);
    const done = await set(WORKFLOW, key, { status: 'completed', validatedData: item.albums });
    assert.ok(done.completedAt);
  });
});

test('Metrics are written by the server alone', async () => {
  await refusedByModel(put(WORKFLOW, {
    pk: '2025-01-15', sk: 'metrics-step-functions', entityType: 'metrics', date: '2025-01-15',
    workflowType: 'step-functions', executionCount: 25,
  }), 'M110', 'album_workflow, Metrics pk="2025-01-15", sk="metrics-step-functions": only the '
  + 'server writes this row');
});
