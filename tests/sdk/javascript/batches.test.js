// BatchWriteItem and BatchGetItem.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { BatchGetCommand, BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createTable, docClient, keysOf, refuses } from './partita.js';

let letters;
let numbers;
before(async () => {
  letters = await createTable({ key: 'id:S' });
  numbers = await createTable({ key: 'id:N' });
});

const write = (RequestItems) => docClient.send(new BatchWriteCommand({ RequestItems }));
const read = (RequestItems) => docClient.send(new BatchGetCommand({ RequestItems }));
const puts = (ids) => ids.map((id) => ({ PutRequest: { Item: { id, text: `item ${id}` } } }));
const range = (count) => Array.from({ length: count }, (_, index) => index);

describe('BatchWriteItem', () => {
  test('writes to several tables', async () => {
    const answer = await write({ [letters]: puts(['a', 'b']), [numbers]: puts([1, 2]) });
    assert.deepEqual(answer.UnprocessedItems, {});
    await write({ [letters]: [{ DeleteRequest: { Key: { id: 'a' } } }], [numbers]: puts([3]) });
    const { Responses } = await read({
      [letters]: { Keys: [{ id: 'a' }, { id: 'b' }] },
      [numbers]: { Keys: [{ id: 1 }, { id: 3 }, { id: 4 }], ProjectionExpression: 'id' },
    });
    assert.deepEqual(Responses[letters], [{ id: 'b', text: 'item b' }]);
    assert.deepEqual(keysOf(Responses[numbers], 'id').sort(), [1, 3]);
  });

  test('takes 25 requests and refuses 26', async () => {
    await write({ [numbers]: puts(range(25)) });
    await refuses(write({ [numbers]: puts(range(26)) }), 'ValidationException',
      /Member must have length less than or equal to 25/);
  });

  test('refuses one key twice', async () => {
    await refuses(write({ [letters]: puts(['z', 'z']) }), 'ValidationException',
      'Provided list of item keys contains duplicates');
  });
});

describe('BatchGetItem', () => {
  test('takes 100 keys and refuses 101', async () => {
    const keys = (count) => ({
      [numbers]: { Keys: range(count).map((id) => ({ id: id + 1000 })) },
    });
    assert.deepEqual((await read(keys(100))).Responses, { [numbers]: [] });
    await refuses(read(keys(101)), 'ValidationException', /100|Too many items requested/);
  });

  test('leaves keys over 16 MB for the next call', async () => {
    const TableName = await createTable({ key: 'id:N' });
    const count = 45;
    await Promise.all(range(count).map((id) => docClient.send(new PutCommand({
      TableName, Item: { id, text: 'x'.repeat(390_000) },
    }))));
    const seen = new Set();
    let unread = { [TableName]: { Keys: range(count).map((id) => ({ id })) } };
    let calls = 0;
    while (Object.keys(unread).length > 0) {
      const { Responses, UnprocessedKeys } = await read(unread);
      for (const { id } of Responses[TableName]) seen.add(id);
      unread = UnprocessedKeys;
      calls += 1;
      assert.ok(calls < 20);
    }
    assert.equal(seen.size, count);
    assert.ok(calls >= 2, 'all at once is more than 16 MB');
  });
});
