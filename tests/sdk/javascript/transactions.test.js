// TransactWriteItems and TransactGetItems: all or nothing, and why not.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { GetCommand, PutCommand, TransactGetCommand, TransactWriteCommand, UpdateCommand }
  from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { createTable, docClient, refuses, uniqueName } from './partita.js';

let TableName;
before(async () => { TableName = await createTable({ key: 'id:S' }); });

const transact = (TransactItems, others) =>
  docClient.send(new TransactWriteCommand({ TransactItems, ...others }));
const put = (Item, others) => ({ Put: { TableName, Item, ...others } });
const get = async (id) => (await docClient.send(new GetCommand({
  TableName, Key: { id }, ConsistentRead: true,
}))).Item;
const store = (Item) => docClient.send(new PutCommand({ TableName, Item }));
const move = (id, amount) => ({
  Update: {
    TableName, Key: { id }, UpdateExpression: 'SET balance = balance + :amount',
    ConditionExpression: 'balance >= :least',
    ExpressionAttributeValues: { ':amount': amount, ':least': -amount },
  },
});

describe('TransactWriteItems', () => {
  test('puts, updates, deletes and checks in one', async () => {
    await store({ id: 'updated', n: 1 });
    await store({ id: 'deleted' });
    await store({ id: 'checked', state: 'open' });
    await transact([
      put({ id: 'put', n: 1 }),
      {
        Update: {
          TableName, Key: { id: 'updated' }, UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      { Delete: { TableName, Key: { id: 'deleted' } } },
      {
        ConditionCheck: {
          TableName, Key: { id: 'checked' }, ConditionExpression: '#state = :open',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':open': 'open' },
        },
      },
    ]);
    assert.deepEqual(await get('put'), { id: 'put', n: 1 });
    assert.deepEqual(await get('updated'), { id: 'updated', n: 2 });
    assert.equal(await get('deleted'), undefined);
  });

  test('tells why it was cancelled, action by action, and changes nothing', async () => {
    await store({ id: 'taken', holder: 'me' });
    const error = await refuses(transact([
      put({ id: 'new' }),
      put({ id: 'taken' }, {
        ConditionExpression: 'attribute_not_exists(id)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      { Delete: { TableName, Key: { id: 'other' }, ConditionExpression: 'attribute_exists(id)' } },
    ]), 'TransactionCanceledException', 'Transaction cancelled, please refer cancellation reasons '
      + 'for specific reasons [None, ConditionalCheckFailed, ConditionalCheckFailed]');
    assert.deepEqual(error.CancellationReasons.map((reason) => reason.Code),
      ['None', 'ConditionalCheckFailed', 'ConditionalCheckFailed']);
    assert.equal(error.CancellationReasons[1].Message, 'The conditional request failed');
    assert.deepEqual(unmarshall(error.CancellationReasons[1].Item), { id: 'taken', holder: 'me' });
    assert.equal(error.CancellationReasons[2].Item, undefined);
    assert.equal(await get('new'), undefined);
  });

  test('is done once under one token', async () => {
    await store({ id: 'counter', n: 0 });
    const ClientRequestToken = uniqueName('t').slice(0, 36);
    const increment = (by) => transact([{
      Update: {
        TableName, Key: { id: 'counter' }, UpdateExpression: 'ADD n :by',
        ExpressionAttributeValues: { ':by': by },
      },
    }], { ClientRequestToken });
    await increment(1);
    await increment(1);
    assert.deepEqual(await get('counter'), { id: 'counter', n: 1 });
    await refuses(increment(2), 'IdempotentParameterMismatchException');
  });

  test('refuses one item twice', async () => {
    await refuses(transact([put({ id: 'twice' }), put({ id: 'twice' })]), 'ValidationException',
      'Transaction request cannot include multiple operations on one item');
  });

  test('takes 100 actions and refuses 101', async () => {
    const actions = (count) => Array.from({ length: count }, (_, n) => put({ id: `many-${n}` }));
    await transact(actions(100));
    assert.deepEqual(await get('many-99'), { id: 'many-99' });
    await refuses(transact(actions(101)), 'ValidationException',
      /Member must have length less than or equal to 100/);
  });

  test('keeps the sum while many clients move money', async () => {
    const accounts = ['ann', 'bob', 'cid'];
    for (const id of accounts) await store({ id, balance: 100 });
    const moves = Array.from({ length: 60 }, (_, n) => {
      const [from, to] = [accounts[n % 3], accounts[(n + 1 + (n % 2)) % 3]];
      return transact([move(from, -(n % 5)), move(to, n % 5)]).catch((error) => {
        assert.equal(error.name, 'TransactionCanceledException');
      });
    });
    await Promise.all(moves);
    const balances = await Promise.all(accounts.map(get));
    assert.equal(balances.reduce((sum, { balance }) => sum + balance, 0), 300);
  });
});

describe('TransactGetItems', () => {
  test('reads several items at one moment, with gaps for those not there', async () => {
    await store({ id: 'one', a: 1, b: 2 });
    const { Responses } = await docClient.send(new TransactGetCommand({
      TransactItems: [
        { Get: { TableName, Key: { id: 'one' }, ProjectionExpression: 'b' } },
        { Get: { TableName, Key: { id: 'none' } } },
      ],
    }));
    assert.equal(Responses.length, 2);
    assert.deepEqual(Responses[0].Item, { b: 2 });
    assert.equal(Responses[1].Item, undefined);
  });

  test('never sees half of a write', async () => {
    await store({ id: 'left', n: 0 });
    await store({ id: 'right', n: 0 });
    const both = (UpdateExpression) => ['left', 'right'].map((id) => ({
      Update: {
        TableName, Key: { id }, UpdateExpression, ExpressionAttributeValues: { ':one': 1 },
      },
    }));
    const Get = (id) => ({ Get: { TableName, Key: { id } } });
    const tolerate = (error) => assert.equal(error.name, 'TransactionCanceledException');
    const writes = Array.from({ length: 20 }, () => transact(both('ADD n :one')).catch(tolerate));
    const reads = Array.from({ length: 20 }, async () => {
      const answer = await docClient.send(new TransactGetCommand({
        TransactItems: [Get('left'), Get('right')],
      })).catch(tolerate);
      if (answer) assert.equal(answer.Responses[0].Item.n, answer.Responses[1].Item.n);
    });
    await Promise.all([...writes, ...reads]);
  });

  test('sees what a single write did before it', async () => {
    await store({ id: 'before', n: 1 });
    await docClient.send(new UpdateCommand({
      TableName, Key: { id: 'before' }, UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    }));
    const { Responses } = await docClient.send(new TransactGetCommand({
      TransactItems: [{ Get: { TableName, Key: { id: 'before' } } }],
    }));
    assert.equal(Responses[0].Item.n, 2);
  });
});
