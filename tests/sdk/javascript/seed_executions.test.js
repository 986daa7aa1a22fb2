// The execution index: an ARN as key, two indexes by date, and the older design that it replaced.
// Its queries are written without a language; here they are expressions with their values beside.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { createTable, docClient, endpoint, keysOf, refuses } from './partita.js';

const dynamodb = new DynamoDB({ endpoint });
const day = { ':from': '2025-09-29T00:00:00.000Z', ':to': '2025-09-29T23:59:59.999Z' };
const arnOf = (name) => `arn:aws:states:us-east-1:123456789012:execution:my-agent-prod:${name}`;

const item = (name, agentName, status, startDate) => ({
  executionArn: { S: arnOf(name) },
  agentName: { S: agentName },
  status: { S: status },
  startDate: { S: startDate },
  stateMachineArn: { S: 'arn:aws:states:us-east-1:123456789012:stateMachine:my-agent-prod' },
  executionName: { S: name },
  stopDate: { S: '2025-09-29T12:35:00.000Z' },
  durationSeconds: { N: '10' },
  indexedAt: { S: '2025-09-29T12:35:01.456Z' },
});

const query = async (TableName, IndexName, KeyConditionExpression, values, names) =>
  (await docClient.send(new QueryCommand({
    TableName, IndexName, KeyConditionExpression, ExpressionAttributeValues: values,
    ExpressionAttributeNames: names,
  }))).Items;
const byAgent = (values) => query('ExecutionIndex', 'AgentDateIndex',
  'agentName = :agent AND startDate BETWEEN :from AND :to', { ...day, ...values });
const byStatus = (status) => query('ExecutionIndex', 'StatusDateIndex',
  '#status = :status AND startDate BETWEEN :from AND :to', { ...day, ':status': status },
  { '#status': 'status' });

before(async () => {
  await createTable({
    name: 'ExecutionIndex', key: 'executionArn:S',
    indexes: {
      AgentDateIndex: 'agentName:S | startDate:S', StatusDateIndex: 'status:S | startDate:S',
    },
  });
  const items = [
    item('abc123', 'my-agent', 'RUNNING', '2025-09-29T12:34:50.000Z'),
    item('first', 'my-agent', 'FAILED', '2025-09-29T00:00:00.000Z'),
    item('last', 'my-agent', 'FAILED', '2025-09-29T23:59:59.999Z'),
    item('next', 'my-agent', 'FAILED', '2025-09-30T00:00:00.000Z'),
    item('other', 'their-agent', 'FAILED', '2025-09-29T12:00:00.000Z'),
  ];
  for (const Item of items) await dynamodb.putItem({ TableName: 'ExecutionIndex', Item });
});

describe('The new design', () => {
  test('finds the executions of an agent from the first to the last millisecond', async () => {
    assert.deepEqual(keysOf(await byAgent({ ':agent': 'my-agent' }), 'executionName'),
      ['first', 'abc123', 'last']);
  });

  test('finds the failed executions of a day', async () => {
    assert.deepEqual(keysOf(await byStatus('FAILED'), 'executionName'), ['first', 'other', 'last']);
  });

  test('finds an execution by its ARN', async () => {
    const { Item } = await dynamodb.getItem({
      TableName: 'ExecutionIndex', Key: { executionArn: { S: arnOf('abc123') } },
    });
    assert.equal(Item.durationSeconds.N, '10');
  });

  test('loses what its update by PutItem leaves out, and with it both index entries', async () => {
    const executionArn = arnOf('updated');
    await dynamodb.putItem({
      TableName: 'ExecutionIndex',
      Item: item('updated', 'updated-agent', 'RUNNING', '2025-09-29T12:34:50.000Z'),
    });
    assert.equal((await byAgent({ ':agent': 'updated-agent' })).length, 1);
    // The document's own update, without the attributes that its dots stand for.
    await dynamodb.putItem({
      TableName: 'ExecutionIndex',
      Item: {
        executionArn: { S: executionArn },  // Easy!
        status: { S: 'SUCCEEDED' },
        // ...
      }
    });
    const { Item } = await dynamodb.getItem({
      TableName: 'ExecutionIndex', Key: { executionArn: { S: executionArn } },
    });
    assert.deepEqual(Item, { executionArn: { S: executionArn }, status: { S: 'SUCCEEDED' } });
    assert.deepEqual(await byAgent({ ':agent': 'updated-agent' }), []);
    assert.deepEqual(await byStatus('SUCCEEDED'), []);
  });

  test('lets a late event overwrite the end of an execution', async () => {
    const running = item('late', 'late-agent', 'RUNNING', '2025-09-29T12:34:50.000Z');
    for (const status of ['RUNNING', 'SUCCEEDED', 'RUNNING']) {
      const Item = { ...running, status: { S: status } };
      await dynamodb.putItem({ TableName: 'ExecutionIndex', Item });
    }
    assert.deepEqual(keysOf(await byAgent({ ':agent': 'late-agent' }), 'status'), ['RUNNING']);
  });

  test('moves an execution between statuses by an update', async () => {
    await dynamodb.putItem({
      TableName: 'ExecutionIndex',
      Item: item('moved', 'moved-agent', 'MOVING', '2025-09-29T12:34:50.000Z'),
    });
    await dynamodb.updateItem({
      TableName: 'ExecutionIndex', Key: { executionArn: { S: arnOf('moved') } },
      UpdateExpression: 'SET #status = :status', ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': { S: 'MOVED' } },
    });
    assert.deepEqual(await byStatus('MOVING'), []);
    assert.deepEqual(keysOf(await byStatus('MOVED'), 'executionName'), ['moved']);
  });

  test('has no literals in its conditions', async () => {
    await refuses(dynamodb.query({
      TableName: 'ExecutionIndex', IndexName: 'AgentDateIndex',
      KeyConditionExpression: "agentName = 'my-agent' AND startDate BETWEEN "
        + "'2025-09-29T00:00:00.000Z' AND '2025-09-29T23:59:59.999Z'",
    }), 'ValidationException', /^Invalid KeyConditionExpression: Syntax error; token: "/);
  });

  test('has status as a reserved word', async () => {
    await refuses(query('ExecutionIndex', 'StatusDateIndex',
      'status = :status AND startDate BETWEEN :from AND :to', { ...day, ':status': 'FAILED' }),
    'ValidationException', 'Invalid KeyConditionExpression: Attribute name is a reserved keyword; '
      + 'reserved keyword: status');
  });
});

describe('The old design', () => {
  let TableName;
  before(async () => {
    TableName = await createTable({
      key: 'agentName:S startDateArn:S', indexes: { byStatus: 'status:S | startDateArn:S' },
    });
    const startDate = '2025-09-29T12:34:50.000Z';
    const executionArn = arnOf('abc123');
    const agentName = 'my-agent';
    const sortKey = `${startDate}#${executionArn}`;

    await dynamodb.putItem({
      TableName,
      Item: {
        agentName: { S: agentName },
        startDateArn: { S: sortKey },  // Hope we got this right!
        status: { S: 'FAILED' },
        // ...
      }
    });
  });

  test('finds nothing by its ranges, because T comes after the number sign', async () => {
    const range = { ':from': '2025-09-29#', ':to': '2025-09-29#~' };
    assert.deepEqual(await query(TableName, undefined,
      'agentName = :agent AND startDateArn BETWEEN :from AND :to',
      { ...range, ':agent': 'my-agent' }), []);
    assert.deepEqual(await query(TableName, 'byStatus',
      '#status = :status AND startDateArn BETWEEN :from AND :to',
      { ...range, ':status': 'FAILED' }, { '#status': 'status' }), []);
  });

  test('finds the execution by a prefix of its day', async () => {
    const items = await query(TableName, undefined,
      'agentName = :agent AND begins_with(startDateArn, :day)',
      { ':agent': 'my-agent', ':day': '2025-09-29T' });
    assert.equal(items.length, 1);
  });
});
