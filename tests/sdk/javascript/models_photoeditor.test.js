// The photo editor's jobs through the AWS SDK for JavaScript.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JOBS, found, get, job, put, refusedByModel, set, ulid } from './models.js';
import { refuses } from './partita.js';

const TIMEOUT = { code: 'PROVIDER_TIMEOUT', message: 'The provider did not answer' };
const EDITED = {
  s3Key: 'final/beach.webp', width: 2048, height: 1536, format: 'webp', size: 812443,
};

async function queued(others) {
  const item = job(others);
  await put(JOBS, item);
  return { jobId: item.jobId };
}

async function move(key, ...states) {
  let stored;
  for (const status of states) stored = await set(JOBS, key, { status });
  return stored;
}

describe('A job', () => {
  test('is completed by the server in milliseconds, and its time to live in seconds', async () => {
    const stored = await get(JOBS, await queued());
    assert.equal(stored.status, 'QUEUED');
    assert.equal(stored.retryCount, 0);
    assert.ok(stored.createdAt > 1_700_000_000_000);
    assert.equal(stored.ttl, Math.floor(stored.createdAt / 1000) + 90 * 24 * 60 * 60);
    await refusedByModel(put(JOBS, job({ createdAt: 1759622400000, ttl: 1767398400000 })), 'M101',
      'photoeditor, Job.ttl: 1767398400000 looks like milliseconds; epoch_s expected, did you mean '
      + '1767398400?');
  });

  test('without an id is found through the index of its user', async () => {
    const { jobId: _, ...item } = job();
    await put(JOBS, item);
    const jobs = await found(JOBS, 'userId-createdAt-index', { userId: item.userId });
    assert.equal(jobs.length, 1);
    assert.match(jobs[0].jobId, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  });

  test('has the final key of its result', async () => {
    const key = await queued();
    assert.equal((await set(JOBS, key, { editResult: EDITED })).s3FinalKey, 'final/beach.webp');
    await refusedByModel(set(JOBS, key, { s3FinalKey: 'elsewhere' }), 'M104',
      'photoeditor, Job.s3FinalKey: "elsewhere" differs from editResult.s3Key = '
      + '"final/beach.webp"; omit it to have it set');
  });

  test('is refused if a value in it is wrong, however deep', async () => {
    const labels = [{ name: 'beach', confidence: 0.97 }, { name: 'sea', confidence: 2 }];
    await refusedByModel(put(JOBS, job({ analysisResult: { labels } })), 'M101',
      'photoeditor, Job.analysisResult.labels[1].confidence: 2 is above max 1',
      { attribute: 'analysisResult.labels[1].confidence', rule: 'max' });
    await refusedByModel(put(JOBS, job({ provider: 'dalle' })), 'M101',
      'photoeditor, Job.provider: "dalle" is not one of gemini, seedream, stub');
    await refusedByModel(put(JOBS, job({ jobId: 'job-12345' })), 'M101',
      'photoeditor, Job.jobId: "job-12345" is not of format ulid');
    await refusedByModel(put(JOBS, job({ fileType: 'jpeg' })), 'M101',
      'photoeditor, Job.fileType: "jpeg" is not of format mime');
  });
});

describe('A status', () => {
  test('goes its way, stamped and counted', async () => {
    const key = await queued();
    await move(key, 'PROCESSING', 'EDITING', 'EDITING');
    const stored = await move(key, 'COMPLETED');
    assert.equal(stored.retryCount, 1);
    assert.equal(stored.processingCompletedAt, stored.updatedAt);
    assert.ok(stored.processingStartedAt >= stored.createdAt);
  });

  test('does not skip a step', async () => {
    const key = await queued();
    await refusedByModel(move(key, 'COMPLETED'), 'M201',
      `photoeditor, Job ${key.jobId}: status QUEUED -> COMPLETED is not allowed; from QUEUED: `
      + 'PROCESSING, FAILED', { current: 'QUEUED', allowed: ['PROCESSING', 'FAILED'] });
  });

  test('of failure needs its error, and only an operator replays the job', async () => {
    const key = await queued();
    await refusedByModel(move(key, 'FAILED'), 'M202',
      `photoeditor, Job ${key.jobId}: status FAILED requires error`);
    const failed = await set(JOBS, key, { status: 'FAILED', error: TIMEOUT });
    assert.deepEqual(failed.error, { ...TIMEOUT, retryCount: 0 });
    await refusedByModel(move(key, 'QUEUED'), 'M202',
      `photoeditor, Job ${key.jobId}: status FAILED -> QUEUED (replay) requires role operator`);
  });

  test('lists the jobs of a user in it', async () => {
    const userId = `user-${ulid()}`;
    const keys = [await queued({ userId }), await queued({ userId })];
    await move(keys[1], 'PROCESSING');
    const of = async (status) => (await found(JOBS, 'userId-status-createdAt-index',
      { userId, status })).map(({ jobId }) => ({ jobId }));
    assert.deepEqual(await of('QUEUED'), [keys[0]]);
    assert.deepEqual(await of('PROCESSING'), [keys[1]]);
  });

  test('is a reserved word, of which DynamoDB tells before the model is asked', async () => {
    await refuses(set(JOBS, await queued(), { status: 'x' }, {
      UpdateExpression: 'SET status = :status', ExpressionAttributeNames: undefined,
    }), 'ValidationException', /Attribute name is a reserved keyword; reserved keyword: status$/);
  });
});
