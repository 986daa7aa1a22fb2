// Query and Scan: conditions, order, pages, filters, and the helpers that walk pages.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  QueryCommand as TypedQuery, ScanCommand as TypedScan,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand, BatchWriteCommand, PutCommand, QueryCommand, ScanCommand, paginateQuery,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import { client, createTable, docClient, keysOf, refuses } from './partita.js';

const itemCount = 60;
let TableName;

before(async () => {
  TableName = await createTable({
    key: 'pk:S sk:N',
    localIndexes: { byRank: 'pk:S | rank:N' },
    indexes: { byColour: 'colour:S | rank:N' },
  });
  const items = Array.from({ length: itemCount }, (_, number) => ({
    pk: number < 50 ? 'many' : 'few', sk: number, rank: number % 7,
    colour: number % 2 ? 'red' : 'blue',
    place: { country: number % 3 ? 'India' : 'France' },
  }));
  for (let start = 0; start < items.length; start += 25) {
    const RequestItems = {
      [TableName]: items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } })),
    };
    await docClient.send(new BatchWriteCommand({ RequestItems }));
  }
});

const query = (others) => docClient.send(new QueryCommand({ TableName, ...others }));
const partition = (pk) => ({
  KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk },
});
const numbers = (from, to) => Array.from({ length: to - from }, (_, index) => from + index);

async function collect(pages) {
  const items = [];
  let count = 0;
  for await (const page of pages) {
    items.push(...page.Items);
    count += 1;
  }
  return { items, count };
}

describe('Query', () => {
  for (const [condition, values, expected] of [
    ['sk = :a', { ':a': 7 }, [7]],
    ['sk < :a', { ':a': 3 }, [0, 1, 2]],
    ['sk <= :a', { ':a': 2 }, [0, 1, 2]],
    ['sk > :a', { ':a': 47 }, [48, 49]],
    ['sk >= :a', { ':a': 48 }, [48, 49]],
    ['sk BETWEEN :a AND :b', { ':a': 9, ':b': 11 }, [9, 10, 11]],
  ]) {
    test(`finds ${condition}`, async () => {
      const { Items, Count, ScannedCount } = await query({
        KeyConditionExpression: `pk = :pk AND ${condition}`,
        ExpressionAttributeValues: { ':pk': 'many', ...values },
      });
      assert.deepEqual(keysOf(Items, 'sk'), expected);
      assert.equal(Count, expected.length);
      assert.equal(ScannedCount, expected.length);
    });
  }

  test('reads backward', async () => {
    const { Items } = await query({ ...partition('many'), ScanIndexForward: false, Limit: 3 });
    assert.deepEqual(keysOf(Items, 'sk'), [49, 48, 47]);
  });

  test('pages with paginateQuery, each item once', async () => {
    const { items, count } = await collect(
      paginateQuery({ client: docClient, pageSize: 7 }, { TableName, ...partition('many') }));
    assert.deepEqual(keysOf(items, 'sk'), numbers(0, 50));
    assert.equal(count, 8);
  });

  test('pages through ties of an index, each item once', async () => {
    const { items } = await collect(paginateQuery({ client: docClient, pageSize: 4 }, {
      TableName, IndexName: 'byColour', KeyConditionExpression: 'colour = :red',
      ExpressionAttributeValues: { ':red': 'red' },
    }));
    const ranks = keysOf(items, 'rank');
    assert.deepEqual(ranks, [...ranks].sort((a, b) => a - b));
    assert.deepEqual(keysOf(items, 'sk').sort((a, b) => a - b),
      numbers(0, itemCount).filter((number) => number % 2));
  });

  test('reads a local index consistently', async () => {
    const { Items } = await query({
      IndexName: 'byRank', ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND #rank = :rank',
      ExpressionAttributeNames: { '#rank': 'rank' },
      ExpressionAttributeValues: { ':pk': 'few', ':rank': 3 },
    });
    assert.deepEqual(keysOf(Items, 'sk').sort(), [52, 59]);
  });

  test('refuses a consistent read of a global index', async () => {
    await refuses(query({
      IndexName: 'byColour', ConsistentRead: true, KeyConditionExpression: 'colour = :red',
      ExpressionAttributeValues: { ':red': 'red' },
    }), 'ValidationException', 'Consistent reads are not supported on global secondary indexes');
  });

  test('filters after the limit', async () => {
    const { Items, Count, ScannedCount, LastEvaluatedKey } = await query({
      KeyConditionExpression: 'pk = :pk', Limit: 6,
      FilterExpression: '#place.country = :country AND contains(colour, :part)',
      ExpressionAttributeNames: { '#place': 'place' },
      ExpressionAttributeValues: { ':pk': 'many', ':country': 'India', ':part': 're' },
    });
    assert.deepEqual(keysOf(Items, 'sk'), [1, 5]);
    assert.equal(Count, 2);
    assert.equal(ScannedCount, 6);
    assert.deepEqual(LastEvaluatedKey, { pk: 'many', sk: 5 });
  });

  test('refuses a filter on a key', async () => {
    await refuses(query({ ...partition('many'), FilterExpression: 'sk > :pk' }),
      'ValidationException', 'Filter Expression can only contain non-primary key attributes: '
      + 'Primary key attribute: sk');
  });

  test('counts without items', async () => {
    const { Count, Items } = await query({ ...partition('few'), Select: 'COUNT' });
    assert.equal(Count, 10);
    assert.equal(Items, undefined);
  });

  test('projects', async () => {
    const { Items } = await query({
      ...partition('few'), ProjectionExpression: 'sk, #place.country', Limit: 1,
      ExpressionAttributeNames: { '#place': 'place' },
    });
    assert.deepEqual(Items, [{ sk: 50, place: { country: 'India' } }]);
  });

  test('understands the old KeyConditions and QueryFilter', async () => {
    const { Items } = await client.send(new TypedQuery({
      TableName,
      KeyConditions: {
        pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'many' }] },
        sk: { ComparisonOperator: 'LT', AttributeValueList: [{ N: '5' }] },
      },
      QueryFilter: { colour: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'red' }] } },
      AttributesToGet: ['sk'],
    }));
    assert.deepEqual(Items, [{ sk: { N: '1' } }, { sk: { N: '3' } }]);
  });

  test('refuses an index that the table does not have', async () => {
    await refuses(query({ ...partition('many'), IndexName: 'nowhere' }), 'ValidationException',
      'The table does not have the specified index: nowhere');
  });
});

describe('Scan', () => {
  test('pages with paginateScan, each item once', async () => {
    const { items, count } = await collect(
      paginateScan({ client: docClient, pageSize: 11 }, { TableName }));
    assert.deepEqual(keysOf(items, 'sk').sort((a, b) => a - b), numbers(0, itemCount));
    assert.equal(count, 6);
  });

  test('divides the table among segments', async () => {
    const TotalSegments = 4;
    const segments = await Promise.all(numbers(0, TotalSegments).map((Segment) => collect(
      paginateScan({ client: docClient, pageSize: 5 }, { TableName, Segment, TotalSegments }))));
    const seen = segments.flatMap(({ items }) => keysOf(items, 'sk'));
    assert.deepEqual(seen.sort((a, b) => a - b), numbers(0, itemCount));
  });

  test('filters and counts', async () => {
    const { Count, ScannedCount } = await docClient.send(new ScanCommand({
      TableName, Select: 'COUNT', FilterExpression: '#rank IN (:a, :b) AND NOT colour = :red',
      ExpressionAttributeNames: { '#rank': 'rank' },
      ExpressionAttributeValues: { ':a': 0, ':b': 1, ':red': 'red' },
    }));
    const expected = numbers(0, itemCount).filter((n) => n % 7 < 2 && n % 2 === 0).length;
    assert.equal(Count, expected);
    assert.equal(ScannedCount, itemCount);
  });

  test('reads an index', async () => {
    const { items } = await collect(
      paginateScan({ client: docClient, pageSize: 13 }, { TableName, IndexName: 'byColour' }));
    assert.deepEqual(keysOf(items, 'sk').sort((a, b) => a - b), numbers(0, itemCount));
  });

  test('understands the old ScanFilter', async () => {
    const { Count } = await client.send(new TypedScan({
      TableName,
      ScanFilter: { rank: { ComparisonOperator: 'GE', AttributeValueList: [{ N: '6' }] } },
    }));
    assert.equal(Count, numbers(0, itemCount).filter((number) => number % 7 === 6).length);
  });
});

test('a page ends at one megabyte', async () => {
  const name = await createTable({ key: 'pk:S sk:N' });
  for (let sk = 0; sk < 12; sk += 1) {
    const Item = { pk: 'large', sk, text: 'x'.repeat(100_000) };
    await docClient.send(new PutCommand({ TableName: name, Item }));
  }
  const { items, count } = await collect(
    paginateQuery({ client: docClient }, { TableName: name, ...partition('large') }));
  assert.deepEqual(keysOf(items, 'sk'), numbers(0, 12));
  assert.equal(count, 2);
});

// Answers with more than 256 KB of items come in chunks, without length and checksum.
describe('a large answer', () => {
  // Six bytes each on the wire, and no two items alike.
  const text = (number) => `${number}:`.padEnd(100_000, '\u0001');
  let Large;

  before(async () => {
    Large = await createTable({ key: 'pk:S sk:N' });
    for (const sk of numbers(0, 20)) {
      const Item = { pk: 'a', sk, text: text(sk) };
      await docClient.send(new PutCommand({ TableName: Large, Item }));
    }
  });

  test('is a page that is whole', async () => {
    const pages = paginateQuery({ client: docClient }, { TableName: Large, ...partition('a') });
    const { items } = await collect(pages);
    assert.deepEqual(items.map((item) => item.sk), numbers(0, 20));
    assert.ok(items.every((item) => item.text === text(item.sk)));
  });

  test('is a batch that is whole', async () => {
    const Keys = numbers(0, 20).map((sk) => ({ pk: 'a', sk }));
    const { Responses } = await docClient.send(
      new BatchGetCommand({ RequestItems: { [Large]: { Keys } } }));
    assert.deepEqual(Responses[Large].map((item) => item.text), numbers(0, 20).map(text));
  });
});
