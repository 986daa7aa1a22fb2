// Many writers at once through the AWS SDK for JavaScript: exactly one of them wins.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  ENCYCLOPEDIA, EXECUTIONS, JOBS, MESSAGES, WORKFLOW, execution, get, job, message, put, run, set,
} from './models.js';

const WRITERS = 20;

// Starts all the writes before it waits for any. Returns the number of the one that won; all others
// must have been refused in words that match.
async function onlyWinner(writes, words) {
  const outcomes = await Promise.allSettled(writes.map((write) => write()));
  const winners = outcomes.flatMap(({ status }, number) => (status === 'fulfilled' ? number : []));
  assert.equal(winners.length, 1, `${winners.length} writers won`);
  for (const { reason } of outcomes.filter(({ status }) => status === 'rejected')) {
    assert.equal(reason.name, 'ConditionalCheckFailedException', String(reason));
    assert.match(reason.message, words);
  }
  return winners[0];
}

// Of states that exclude each other one is entered, without any condition of the client.
async function onlyState(table, key, states) {
  const writes = states.map((attributes) => () => set(table, key, attributes));
  const winner = await onlyWinner(writes, /status \w+ -> \w+ is not allowed; .*\[M201\]$/);
  assert.equal((await get(table, key)).status, states[winner].status);
}

test('One of two ends of a message wins', async () => {
  const item = message({ status: 'created' });
  const key = { message_id: item.message_id };
  await put(MESSAGES, item);
  await set(MESSAGES, key, { status: 'processing' });
  await onlyState(MESSAGES, key, [{ status: 'completed' },
    { status: 'failed', error_message: 'too late' }]);
});

test('One of two ends of a job wins', async () => {
  const item = job();
  const key = { jobId: item.jobId };
  await put(JOBS, item);
  for (const status of ['PROCESSING', 'EDITING']) await set(JOBS, key, { status });
  await onlyState(JOBS, key, [{ status: 'COMPLETED' },
    { status: 'FAILED', error: { code: 'X', message: 'too late' } }]);
});

test('One of four ends of an execution wins', async () => {
  const item = execution();
  await put(EXECUTIONS, item);
  const key = { executionArn: item.executionArn };
  const ends = ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'];
  // Those that come late are answered, too, and change nothing.
  const finish = () => Promise.all(ends.map((status) => set(EXECUTIONS, key, { status })));
  await finish();
  const { status } = await get(EXECUTIONS, key);
  assert.ok(ends.includes(status));
  await finish();
  assert.equal((await get(EXECUTIONS, key)).status, status);
});

test('A run either waits or is completed', async () => {
  const item = run();
  await put(WORKFLOW, item);
  await onlyState(WORKFLOW, { pk: item.executionId, sk: 'metadata' },
    [{ status: 'waiting' }, { status: 'completed' }]);
});

test('One of many workers takes a job', async () => {
  const item = job();
  const key = { jobId: item.jobId };
  await put(JOBS, item);
  const take = (worker) => () => set(JOBS, key, { status: 'PROCESSING', worker }, {
    ConditionExpression: 'attribute_not_exists(#worker)',
  });
  const winner = await onlyWinner(Array.from({ length: WRITERS }, (_, number) => take(number)),
    /attribute_not_exists\(#worker\) is false/);
  assert.equal((await get(JOBS, key)).worker, winner);
});

test('One of many users gets an address', async () => {
  const email = `${randomUUID()}@example.com`;
  const register = (spelling) => () => put(ENCYCLOPEDIA, {
    PK: `USER#${randomUUID()}`, SK: '#METADATA', username: randomUUID(), email: spelling,
  });
  const spellings = Array.from({ length: WRITERS },
    (_, number) => (number % 2 ? email : email.toUpperCase()));
  await onlyWinner(spellings.map(register), /User\.email is already in use/);
});

test('One of many edits of a version wins', async () => {
  const item = { PK: `COMPOSITION#${randomUUID()}`, SK: 'VERSION#LATEST', title: 'First' };
  for (const title of ['First', 'Second']) await put(ENCYCLOPEDIA, { ...item, title });
  const edit = (number) => () => put(ENCYCLOPEDIA, { ...item, title: `${number}`, version: 2 });
  const winner = await onlyWinner(Array.from({ length: WRITERS }, (_, number) => edit(number)),
    /expected version 2, latest is 3 \[M203\]$/);
  assert.equal((await get(ENCYCLOPEDIA, { PK: item.PK, SK: item.SK })).title, `${winner}`);
});

test('Every repeated delivery is counted', async () => {
  const item = message();
  const key = { message_id: item.message_id };
  await put(MESSAGES, item);
  await set(MESSAGES, key, { status: 'processing' });
  await Promise.all(Array.from({ length: WRITERS },
    () => set(MESSAGES, key, { status: 'processing' })));
  assert.equal((await get(MESSAGES, key)).retry_count, WRITERS);
});
