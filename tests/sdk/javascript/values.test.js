// Every type of value goes in and comes out as it was, by both clients and their options.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient, GetCommand, NumberValue, PutCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { client, createTable, docClient, refuses } from './partita.js';

let TableName;
before(async () => { TableName = await createTable({ key: 'id:S' }); });

async function roundTrip(attributes, documents = docClient) {
  const Item = { id: 'item', ...attributes };
  await documents.send(new PutCommand({ TableName, Item }));
  const answer = await documents.send(new GetCommand({
    TableName, Key: { id: 'item' }, ConsistentRead: true,
  }));
  const { id, ...others } = answer.Item;
  return others;
}

async function roundTripTyped(value) {
  const id = { S: 'typed' };
  await client.send(new PutItemCommand({ TableName, Item: { id, value } }));
  const { Item } = await client.send(new GetItemCommand({
    TableName, Key: { id }, ConsistentRead: true,
  }));
  return Item.value;
}

describe('The document client', () => {
  test('keeps documents of every type', async () => {
    const document = {
      text: 'ein Text — 文字 🎵 " \\ \u0000 \u2028', empty: '', yes: true, no: false, nothing: null,
      number: -12.5, list: [1, 'two', [3, { four: 4 }]], map: { a: { b: { c: [] } } }, emptyMap: {},
    };
    assert.deepEqual(await roundTrip(document), document);
  });

  test('keeps binary', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const { all, none } = await roundTrip({ all: bytes, none: new Uint8Array() });
    assert.deepEqual(Uint8Array.from(all), bytes);
    assert.equal(none.length, 0);
  });

  test('keeps sets', async () => {
    const sets = {
      strings: new Set(['b', 'a', '']), numbers: new Set([3, 1, -2]),
      bytes: new Set([Uint8Array.of(2), Uint8Array.of(1, 2)]),
    };
    const { strings, numbers, bytes } = await roundTrip(sets);
    assert.deepEqual(strings, sets.strings);
    assert.deepEqual(numbers, sets.numbers);
    assert.deepEqual([...bytes].map((value) => [...value]).sort(), [[1, 2], [2]]);
  });

  test('keeps big integers', async () => {
    const big = 2n ** 100n;
    assert.deepEqual(await roundTrip({ big }), { big });
  });

  test('keeps 38 digits through NumberValue', async () => {
    const wrapped = DynamoDBDocumentClient.from(client, {
      unmarshallOptions: { wrapNumbers: true },
    });
    const digits = '1234567890.1234567890123456789012345678';
    const { exact } = await roundTrip({ exact: NumberValue.from(digits) }, wrapped);
    assert.equal(exact.toString(), digits);
  });

  test('removes undefined and converts empty values if told to', async () => {
    const tolerant = DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true, convertEmptyValues: true },
    });
    assert.deepEqual(await roundTrip({ gone: undefined, empty: '', none: new Set() }, tolerant),
      { empty: null, none: null });
  });

  test('converts class instances if told to', async () => {
    class Album {
      constructor(name) { this.name = name; }
    }
    const converting = DynamoDBDocumentClient.from(client, {
      marshallOptions: { convertClassInstanceToMap: true },
    });
    assert.deepEqual(await roundTrip({ album: new Album('Abbey Road') }, converting),
      { album: { name: 'Abbey Road' } });
  });
});

describe('The typed client', () => {
  test('agrees with marshall and unmarshall', async () => {
    const item = { id: 'marshalled', deep: [{ a: new Set(['x']) }, null, true, 1.5, 'text'] };
    await client.send(new PutItemCommand({ TableName, Item: marshall(item) }));
    const { Item } = await client.send(new GetItemCommand({
      TableName, Key: marshall({ id: 'marshalled' }),
    }));
    assert.deepEqual(unmarshall(Item), item);
  });

  for (const [written, read] of [
    ['45.00', '45'], ['+7', '7'], ['-0', '0'], ['007', '7'], ['1e3', '1000'], ['1.50E-2', '0.015'],
    ['1E125', `1${'0'.repeat(125)}`], ['1e-130', `0.${'0'.repeat(129)}1`],
    ['-9.9999999999999999999999999999999999999E+125',
      `-${'9'.repeat(38)}${'0'.repeat(88)}`],
  ]) {
    test(`reads the number ${written} as a plain decimal`, async () => {
      assert.deepEqual(await roundTripTyped({ N: written }), { N: read });
    });
  }

  for (const [value, message] of [
    [{ N: '1'.repeat(39) }, /Attempting to store more than 38 significant digits in a Number$/],
    [{ N: '1e126' }, /Number overflow\. Attempting to store a number with magnitude larger than/],
    [{ N: '1e-131' }, /Number underflow\. Attempting to store a number with magnitude smaller/],
    [{ N: 'dog' }, /The parameter cannot be converted to a numeric value: dog$/],
    [{ SS: [] }, /An string set {2}may not be empty/],
    [{ SS: ['a', 'a'] }, /Input collection \["a", "a"\] contains duplicates\.$/],
    [{ NS: ['1', '1.0'] }, /Input collection contains duplicates\.$/],
    [{ NULL: false }, /Null attribute value types must have the value of true/],
  ]) {
    test(`is refused ${JSON.stringify(value)}`, async () => {
      await refuses(roundTripTyped(value), 'ValidationException', message);
    });
  }

  test('keeps an item of 400 KB and is refused one byte more', async () => {
    const length = 400 * 1024 - 'idlargevalue'.length;
    const item = (size) => ({ id: { S: 'large' }, value: { S: 'x'.repeat(size) } });
    await client.send(new PutItemCommand({ TableName, Item: item(length) }));
    const { Item } = await client.send(new GetItemCommand({
      TableName, Key: { id: { S: 'large' } },
    }));
    assert.equal(Item.value.S.length, length);
    await refuses(client.send(new PutItemCommand({ TableName, Item: item(length + 1) })),
      'ValidationException', /Item size has exceeded the maximum allowed size$/);
  });

  test('keeps 31 levels and is refused 32', async () => {
    const nested = (levels) => (levels === 0 ? { S: 'x' } : { L: [nested(levels - 1)] });
    assert.deepEqual(await roundTripTyped(nested(31)), nested(31));
    await refuses(roundTripTyped(nested(32)), 'ValidationException', /[Nn]esting/);
  });
});
