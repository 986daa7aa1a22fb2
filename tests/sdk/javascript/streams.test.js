// The client of DynamoDB Streams: shards are found, followed and replayed.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand, DynamoDBStreamsClient, ExpiredIteratorException, GetRecordsCommand,
  GetShardIteratorCommand, ListStreamsCommand, ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb-streams';
import {
  BatchWriteCommand, DeleteCommand, PutCommand, ScanCommand, TransactWriteCommand, UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client, createTable, docClient, endpoint, refuses } from './partita.js';

const streams = new DynamoDBStreamsClient({ endpoint });
after(() => streams.destroy());

async function tableWithStream(StreamViewType = 'NEW_AND_OLD_IMAGES') {
  const StreamSpecification = { StreamEnabled: true, StreamViewType };
  const TableName = await createTable({ key: 'pk:S sk:N', StreamSpecification });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return { TableName, StreamArn: Table.LatestStreamArn };
}

async function shardsOf(StreamArn) {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  return StreamDescription.Shards;
}

async function iteratorOf(StreamArn, { ShardId }, ShardIteratorType, SequenceNumber) {
  const request = { StreamArn, ShardId, ShardIteratorType, SequenceNumber };
  return (await streams.send(new GetShardIteratorCommand(request))).ShardIterator;
}

// The records that are there now, and the iterator to go on with.
async function follow(iterator, Limit = 1000) {
  const records = [];
  let ShardIterator = iterator;
  while (ShardIterator) {
    const page = await streams.send(new GetRecordsCommand({ ShardIterator, Limit }));
    ShardIterator = page.NextShardIterator;
    if (page.Records.length === 0) break;
    records.push(...page.Records);
  }
  return { records, iterator: ShardIterator };
}

async function recordsOf(StreamArn, Limit) {
  const all = [];
  for (const shard of await shardsOf(StreamArn)) {
    const { records } = await follow(await iteratorOf(StreamArn, shard, 'TRIM_HORIZON'), Limit);
    all.push(...records);
  }
  return all;
}

// The items that the changes leave behind. Each must fit to the one before it.
function replay(records) {
  const items = new Map();
  for (const { eventName, dynamodb } of records) {
    const key = JSON.stringify(unmarshall(dynamodb.Keys));
    const before = dynamodb.OldImage && unmarshall(dynamodb.OldImage);
    const now = dynamodb.NewImage && unmarshall(dynamodb.NewImage);
    assert.deepEqual(items.get(key), before);
    const expected = before ? (now ? 'MODIFY' : 'REMOVE') : 'INSERT';
    assert.equal(eventName, expected);
    items.delete(key);
    if (now) items.set(key, now);
  }
  return [...items.values()];
}

const byKey = (a, b) => a.pk.localeCompare(b.pk) || a.sk - b.sk;

describe('Streams', () => {
  test('are found by their tables', async () => {
    const { TableName, StreamArn } = await tableWithStream('KEYS_ONLY');
    const { Streams } = await streams.send(new ListStreamsCommand({ TableName }));
    assert.deepEqual(Streams.map((stream) => stream.StreamArn), [StreamArn]);
    assert.ok(StreamArn.endsWith(`/stream/${Streams[0].StreamLabel}`));
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    assert.equal(StreamDescription.StreamStatus, 'ENABLED');
    assert.ok(StreamDescription.CreationRequestDateTime instanceof Date);
  });

  test('replay to the table', async () => {
    const { TableName, StreamArn } = await tableWithStream();
    const key = (pk, sk) => ({ pk, sk });
    for (let sk = 0; sk < 5; sk += 1) {
      await docClient.send(new PutCommand({ TableName, Item: { ...key('a', sk), v: sk } }));
    }
    await docClient.send(new PutCommand({ TableName, Item: { ...key('a', 0), v: 0 } }));
    await docClient.send(new UpdateCommand({
      TableName, Key: key('a', 1), UpdateExpression: 'SET v = v + :one, tags = :tags',
      ExpressionAttributeValues: { ':one': 1, ':tags': ['x', { y: null }] },
    }));
    await docClient.send(new DeleteCommand({ TableName, Key: key('a', 2) }));
    await docClient.send(new BatchWriteCommand({ RequestItems: { [TableName]: [
      { PutRequest: { Item: key('b', 1) } }, { DeleteRequest: { Key: key('a', 3) } },
    ] } }));
    await docClient.send(new TransactWriteCommand({ TransactItems: [
      { Put: { TableName, Item: key('b', 2) } }, { Delete: { TableName, Key: key('a', 4) } },
    ] }));

    const records = await recordsOf(StreamArn, 3);
    assert.equal(records.length, 11);
    const { Items } = await docClient.send(new ScanCommand({ TableName, ConsistentRead: true }));
    assert.deepEqual(replay(records).sort(byKey), Items.sort(byKey));
  });

  test('tell records with the members of AWS', async () => {
    const { TableName, StreamArn } = await tableWithStream('NEW_IMAGE');
    await docClient.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 1, v: 2 } }));
    const [record] = await recordsOf(StreamArn);
    assert.match(record.eventID, /^[0-9a-f]{32}$/);
    assert.equal(record.eventVersion, '1.1');
    assert.equal(record.eventSource, 'aws:dynamodb');
    assert.equal(record.userIdentity, undefined);
    assert.deepEqual(record.dynamodb.Keys, { pk: { S: 'a' }, sk: { N: '1' } });
    assert.deepEqual(unmarshall(record.dynamodb.NewImage), { pk: 'a', sk: 1, v: 2 });
    assert.ok(Math.abs(record.dynamodb.ApproximateCreationDateTime - Date.now()) < 60_000);
    assert.ok(record.dynamodb.SizeBytes > 0);
  });

  test('show a reader at the end what comes next', async () => {
    const { TableName, StreamArn } = await tableWithStream('KEYS_ONLY');
    await docClient.send(new PutCommand({ TableName, Item: { pk: 'before', sk: 1 } }));
    const [shard] = await shardsOf(StreamArn);
    const latest = await iteratorOf(StreamArn, shard, 'LATEST');
    await docClient.send(new PutCommand({ TableName, Item: { pk: 'after', sk: 1 } }));
    const { records, iterator } = await follow(latest);
    assert.deepEqual(records.map(({ dynamodb }) => dynamodb.Keys.pk.S), ['after']);
    assert.ok(iterator);
  });

  test('end when they are disabled', async () => {
    const { TableName, StreamArn } = await tableWithStream('KEYS_ONLY');
    await docClient.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 1 } }));
    const StreamSpecification = { StreamEnabled: false };
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    const [shard] = await shardsOf(StreamArn);
    assert.ok(shard.SequenceNumberRange.EndingSequenceNumber);
    const { records, iterator } = await follow(await iteratorOf(StreamArn, shard, 'TRIM_HORIZON'));
    assert.equal(records.length, 1);
    assert.equal(iterator, undefined);
  });

  test('fail with the exceptions of the client', async () => {
    const StreamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/None/stream/2020-01-01';
    const missing = await refuses(streams.send(new DescribeStreamCommand({ StreamArn })),
      'ResourceNotFoundException', `Requested resource not found: Stream: ${StreamArn} not found`);
    assert.ok(missing instanceof ResourceNotFoundException);
    // An iterator of the first days of 1970, whose sum is right.
    const expired = await refuses(
      streams.send(new GetRecordsCommand({ ShardIterator: oldIterator(StreamArn) })),
      'ExpiredIteratorException', 'The provided iterator exceeds the maximum age allowed.');
    assert.ok(expired instanceof ExpiredIteratorException);
    await refuses(streams.send(new GetRecordsCommand({ ShardIterator: 'nowhere' })),
      'ValidationException', 'Invalid ShardIterator');
  });
});

// As src/operations/shard_iterator.cc writes it: the place 1, issued in the first millisecond.
function oldIterator(arn) {
  const head = `${arn}|1|`;
  const place = [1, 2];
  let sum = crc32([...Buffer.from(head), ...place]);
  const bytes = [...place];
  for (; sum > 0x7f; sum = Math.floor(sum / 0x80)) bytes.push((sum % 0x80) | 0x80);
  return head + Buffer.from([...bytes, sum]).toString('base64');
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
