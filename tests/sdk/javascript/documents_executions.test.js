// The execution index's document on its modelled table: its two puts as they are written, its
// pseudo-queries as expressions with their values beside.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { client, db } from './models.js';
import { keysOf, refuses } from './partita.js';

const dynamodb = client;
const startDate = '2025-09-29T12:34:50.000Z';
const arn = (agent) => `arn:aws:states:...:execution:${agent}-prod:abc123`;
const anAgent = () => `agent-${randomUUID().slice(0, 8)}`;

// "Item Structure", of an agent of its own.
const item = (agentName, others = {}) => ({
  // Primary Key
  executionArn: { S: arn(agentName) },

  // GSI Keys
  agentName: { S: agentName },      // AgentDateIndex PK
  status: { S: 'SUCCEEDED' },         // StatusDateIndex PK
  startDate: { S: startDate },  // Both GSI SK

  // Other Attributes
  stateMachineArn: { S: `arn:aws:states:...:stateMachine:${agentName}-prod` },
  executionName: { S: 'abc123' },
  stopDate: { S: '2025-09-29T12:35:00.000Z' },
  durationSeconds: { N: '10' },
  indexedAt: { S: '2025-09-29T12:35:01.456Z' },
  ...others,
});

const stored = async (agentName) => (await dynamodb.getItem({
  TableName: 'ExecutionIndex', Key: { executionArn: { S: arn(agentName) } }, ConsistentRead: true,
})).Item;

const ofDay = async (IndexName, name, value) => (await db.query({
  TableName: 'ExecutionIndex', IndexName,
  KeyConditionExpression: '#name = :value AND startDate BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#name': name },
  ExpressionAttributeValues: {
    ':value': value, ':from': '2025-09-29T00:00:00.000Z', ':to': '2025-09-29T23:59:59.999Z',
  },
})).Items;

describe('The new design', () => {
  test('stores its item, even with dots in the ARN, and finds it by ARN, agent and status',
    async () => {
      const agent = anAgent();
      await dynamodb.putItem({ TableName: 'ExecutionIndex', Item: item(agent) });
      const { indexedAt: _, ...sent } = item(agent);
      const found = await stored(agent);
      assert.deepEqual({ ...found, ...sent }, found);
      assert.deepEqual(keysOf(await ofDay('AgentDateIndex', 'agentName', agent), 'durationSeconds'),
        [10]);
      const succeeded = await ofDay('StatusDateIndex', 'status', 'SUCCEEDED');
      assert.ok(succeeded.some(({ executionArn }) => executionArn === arn(agent)));
    });

  test('updates from RUNNING to SUCCEEDED by a put that keeps what it does not name', async () => {
    const agentName = anAgent();
    const executionArn = arn(agentName);
    const { stopDate: _, durationSeconds: __, ...running } = item(agentName);
    await dynamodb.putItem({
      TableName: 'ExecutionIndex', Item: { ...running, status: { S: 'RUNNING' } },
    });
    // Simple: Just use the executionArn
    await dynamodb.putItem({
      TableName: 'ExecutionIndex',
      Item: {
        executionArn: { S: executionArn },  // Easy!
        status: { S: 'SUCCEEDED' },
        // ...
      }
    });
    const found = await stored(agentName);
    assert.equal(found.status.S, 'SUCCEEDED');
    assert.equal(found.startDate.S, startDate);
    assert.equal((await ofDay('AgentDateIndex', 'agentName', agentName)).length, 1);
  });

  test('does not go back to RUNNING by a late event, which is taken and changes nothing',
    async () => {
      const agent = anAgent();
      await dynamodb.putItem({ TableName: 'ExecutionIndex', Item: item(agent) });
      const ended = await stored(agent);
      const { stopDate: _, durationSeconds: __, ...running } = item(agent);
      await dynamodb.putItem({
        TableName: 'ExecutionIndex', Item: { ...running, status: { S: 'RUNNING' } },
      });
      assert.deepEqual(await stored(agent), ended);
    });
});

test('the old design\'s put is refused: its key is not this table\'s', async () => {
  const agentName = anAgent();
  const execution = { startDate };
  const executionArn = arn(agentName);
  // Problem: Need to know the startDate to construct the key
  const sortKey = `${execution.startDate}#${executionArn}`;

  await refuses(dynamodb.putItem({
    TableName: 'ExecutionIndex',
    Item: {
      agentName: { S: agentName },
      startDateArn: { S: sortKey },  // Hope we got this right!
      status: { S: 'SUCCEEDED' },
      // ...
    }
  }), 'ValidationException', /executionArn/);
  assert.deepEqual(await ofDay('AgentDateIndex', 'agentName', agentName), []);
});
