// The index of executions through the AWS SDK for JavaScript.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EXECUTIONS, execution, found, get, put, refusedByModel } from './models.js';

const stopDate = '2025-09-29T12:35:00.000Z';
const keyOf = ({ executionArn }) => ({ executionArn });

async function stored(item) {
  await put(EXECUTIONS, item);
  return get(EXECUTIONS, keyOf(item));
}

describe('An execution', () => {
  test('has the names that its ARN tells', async () => {
    const item = execution();
    const { executionName, agentName, redriveCount } = await stored(item);
    assert.equal(executionName, item.executionArn.split(':').at(-1));
    assert.equal(agentName, 'my-agent');
    assert.equal(redriveCount, 0);
  });

  test('keeps what a later event does not name, and its duration is computed', async () => {
    const item = execution();
    await stored({ ...item, note: 'kept' });
    const ended = await stored({ ...item, status: 'SUCCEEDED', stopDate });
    assert.equal(ended.note, 'kept');
    assert.equal(ended.durationSeconds, 10);
  });

  test('does not start again when an event comes late', async () => {
    const item = execution();
    await stored({ ...item, status: 'SUCCEEDED' });
    assert.equal((await stored(item)).status, 'SUCCEEDED');
  });

  test('is redriven with a higher count only', async () => {
    const item = execution();
    await stored({ ...item, status: 'FAILED', stopDate });
    assert.equal((await stored(item)).status, 'FAILED');
    const again = await stored({ ...item, redriveCount: 1 });
    assert.equal(again.status, 'RUNNING');
    assert.equal(again.stopDate, undefined);
  });

  test('is refused with what is wrong', async () => {
    await refusedByModel(stored(execution({ executionArn: 'abc123' })), 'M101',
      'execution_index, Execution.executionArn: "abc123" is not of format arn');
    await refusedByModel(stored(execution({ stopDate })), 'M101',
      'execution_index, Execution.stopDate: is only allowed when status is one of SUCCEEDED, '
      + 'FAILED, TIMED_OUT, ABORTED, PENDING_REDRIVE', { rule: 'only_when' });
    const item = await stored(execution());
    await refusedByModel(stored({ ...item, startDate: '2025-09-30T00:00:00.000Z' }), 'M103',
      'execution_index, Execution.startDate: is immutable; it is "2025-09-29T12:34:50.000Z", the '
      + 'request has "2025-09-30T00:00:00.000Z"');
  });

  test('is found through its agent, its status and both', async () => {
    const agentName = `agent-${execution().executionArn.slice(-8)}`;
    const item = execution({ agentName, startDate: '2025-01-02T03:04:05+01:00' });
    await stored(item);
    const at = { startDate: '2025-01-02T02:04:05.000Z' };
    for (const [index, keys] of Object.entries({
      AgentDateIndex: { agentName },
      StatusDateIndex: { status: 'RUNNING' },
      AgentStatusDateIndex: { agentName, status: 'RUNNING' },
    })) {
      const there = await found(EXECUTIONS, index, { ...keys, ...at });
      assert.ok(there.some(({ executionArn }) => executionArn === item.executionArn), index);
    }
  });
});
