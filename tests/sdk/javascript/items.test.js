// PutItem, GetItem, UpdateItem and DeleteItem, mostly by the document client.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand, GetCommand, PutCommand, UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client, createTable, docClient, refuses } from './partita.js';

let TableName;
before(async () => { TableName = await createTable({ key: 'pk:S sk:N' }); });

const put = (Item, others) => docClient.send(new PutCommand({ TableName, Item, ...others }));
const get = async (Key, others) =>
  (await docClient.send(new GetCommand({ TableName, Key, ...others }))).Item;
const update = (Key, others) => docClient.send(new UpdateCommand({ TableName, Key, ...others }));
const remove = (Key, others) => docClient.send(new DeleteCommand({ TableName, Key, ...others }));

describe('PutItem', () => {
  test('replaces the whole item and returns the old one if asked', async () => {
    const key = { pk: 'put', sk: 1 };
    assert.equal((await put({ ...key, a: 1 })).Attributes, undefined);
    const { Attributes } = await put({ ...key, b: 2 }, { ReturnValues: 'ALL_OLD' });
    assert.deepEqual(Attributes, { ...key, a: 1 });
    assert.deepEqual(await get(key), { ...key, b: 2 });
  });

  test('puts only once under attribute_not_exists', async () => {
    const item = { pk: 'once', sk: 1 };
    const once = { ConditionExpression: 'attribute_not_exists(pk)' };
    await put(item, once);
    await refuses(put(item, once), 'ConditionalCheckFailedException',
      'The conditional request failed');
  });

  test('shows the item that failed the condition', async () => {
    const item = { pk: 'shown', sk: 1, holder: 'me' };
    await put(item);
    const failed = put({ pk: 'shown', sk: 1 }, {
      ConditionExpression: 'holder = :me',
      ExpressionAttributeValues: { ':me': 'you' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const error = await refuses(failed, 'ConditionalCheckFailedException');
    assert.deepEqual(unmarshall(error.Item), item);
    assert.equal(error.$metadata.httpStatusCode, 400);
  });

  test('refuses an item without its key', async () => {
    await refuses(put({ pk: 'half' }), 'ValidationException',
      'One or more parameter values were invalid: Missing the key sk in the item');
  });

  test('refuses a key of another type', async () => {
    await refuses(put({ pk: 'typed', sk: 'one' }), 'ValidationException',
      'One or more parameter values were invalid: Type mismatch for key sk expected: N actual: S');
  });

  test('understands the old Expected parameter', async () => {
    const Item = { pk: { S: 'legacy' }, sk: { N: '1' } };
    const Expected = { pk: { Exists: false } };
    await client.send(new PutItemCommand({ TableName, Item, Expected }));
    await refuses(client.send(new PutItemCommand({ TableName, Item, Expected })),
      'ConditionalCheckFailedException');
  });
});

describe('GetItem', () => {
  test('projects nested attributes', async () => {
    const key = { pk: 'nested', sk: 1 };
    const tracks = [{ title: 'one' }, { title: 'two' }];
    await put({ ...key, name: 'x', tracks, size: { w: 1, h: 2 } });
    assert.deepEqual(await get(key, {
      ProjectionExpression: 'tracks[1].title, #size.h',
      ExpressionAttributeNames: { '#size': 'size' },
    }), { tracks: [{ title: 'two' }], size: { h: 2 } });
  });

  test('answers nothing for a key that is not there', async () => {
    assert.equal(await get({ pk: 'nobody', sk: 1 }), undefined);
  });

  test('tells what a read costs', async () => {
    await put({ pk: 'cost', sk: 1, text: 'x'.repeat(5000) });
    const read = async (ConsistentRead) => (await docClient.send(new GetCommand({
      TableName, Key: { pk: 'cost', sk: 1 }, ConsistentRead, ReturnConsumedCapacity: 'TOTAL',
    }))).ConsumedCapacity.CapacityUnits;
    assert.equal(await read(true), 2);
    assert.equal(await read(false), 1);
  });
});

describe('UpdateItem', () => {
  test('sets, adds, removes and deletes in one expression', async () => {
    const key = { pk: 'update', sk: 1 };
    await put({ ...key, count: 5, gone: true, tags: new Set(['a', 'b']), list: [1] });
    const { Attributes } = await update(key, {
      UpdateExpression: 'SET #list = list_append(#list, :more), made = if_not_exists(made, :now) '
        + 'REMOVE gone ADD #count :one DELETE tags :a',
      ExpressionAttributeNames: { '#list': 'list', '#count': 'count' },
      ExpressionAttributeValues: {
        ':more': [2, 3], ':now': 'today', ':one': 1, ':a': new Set(['a']),
      },
      ReturnValues: 'ALL_NEW',
    });
    assert.deepEqual(Attributes, {
      ...key, count: 6, tags: new Set(['b']), list: [1, 2, 3], made: 'today',
    });
  });

  test('returns only what changed under UPDATED_OLD and UPDATED_NEW', async () => {
    const key = { pk: 'updated', sk: 1 };
    await put({ ...key, a: 1, b: 1 });
    const change = {
      UpdateExpression: 'SET a = a + :one', ExpressionAttributeValues: { ':one': 1 },
    };
    assert.deepEqual((await update(key, { ...change, ReturnValues: 'UPDATED_OLD' })).Attributes,
      { a: 1 });
    assert.deepEqual((await update(key, { ...change, ReturnValues: 'UPDATED_NEW' })).Attributes,
      { a: 3 });
  });

  test('makes an item that is not there', async () => {
    const key = { pk: 'made', sk: 1 };
    await update(key, { UpdateExpression: 'SET a = :a', ExpressionAttributeValues: { ':a': 1 } });
    assert.deepEqual(await get(key), { ...key, a: 1 });
  });

  test('loses no increment of many clients', async () => {
    const key = { pk: 'counter', sk: 1 };
    const increment = () => update(key, {
      UpdateExpression: 'ADD hits :one', ExpressionAttributeValues: { ':one': 1 },
    });
    await Promise.all(Array.from({ length: 100 }, increment));
    assert.equal((await get(key, { ConsistentRead: true })).hits, 100);
  });

  test('refuses to change a key', async () => {
    await refuses(update({ pk: 'key', sk: 1 }, {
      UpdateExpression: 'SET sk = :two', ExpressionAttributeValues: { ':two': 2 },
    }), 'ValidationException', 'One or more parameter values were invalid: '
      + 'Cannot update attribute sk. This attribute is part of the key');
  });

  test('refuses values that no expression names', async () => {
    await refuses(update({ pk: 'unused', sk: 1 }, {
      UpdateExpression: 'SET a = :a', ExpressionAttributeValues: { ':a': 1, ':b': 2 },
    }), 'ValidationException',
    /Value provided in ExpressionAttributeValues unused in expressions: keys: \{:b\}$/);
  });

  test('understands the old AttributeUpdates parameter', async () => {
    const { Attributes } = await client.send(new UpdateItemCommand({
      TableName,
      Key: { pk: { S: 'old' }, sk: { N: '1' } },
      AttributeUpdates: {
        a: { Action: 'PUT', Value: { S: 'x' } }, n: { Action: 'ADD', Value: { N: '2' } },
      },
      ReturnValues: 'ALL_NEW',
    }));
    assert.deepEqual(Attributes,
      { pk: { S: 'old' }, sk: { N: '1' }, a: { S: 'x' }, n: { N: '2' } });
  });
});

describe('DeleteItem', () => {
  test('returns what it deleted', async () => {
    const item = { pk: 'deleted', sk: 1, a: 1 };
    await put(item);
    const key = { pk: 'deleted', sk: 1 };
    assert.deepEqual((await remove(key, { ReturnValues: 'ALL_OLD' })).Attributes, item);
    assert.equal((await remove(key, { ReturnValues: 'ALL_OLD' })).Attributes, undefined);
    assert.equal(await get(key), undefined);
  });

  test('leaves an item that fails the condition', async () => {
    const key = { pk: 'kept', sk: 1 };
    await put({ ...key, state: 'open' });
    const closed = {
      ConditionExpression: '#state = :closed',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':closed': 'closed' },
    };
    await refuses(remove(key, closed), 'ConditionalCheckFailedException');
    assert.deepEqual(await get(key), { ...key, state: 'open' });
  });
});
