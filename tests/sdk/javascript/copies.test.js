// partita copy between Partita and dynalite, a DynamoDB server that somebody else has written.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import {
  BatchWriteItemCommand, CreateTableCommand, DeleteItemCommand, DescribeTableCommand,
  DynamoDBClient, paginateScan, TagResourceCommand, waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { connect, openEndpoint, uniqueName } from './partita.js';

const run = promisify(execFile);
const partita = (...words) => run(process.env.PARTITA_PROGRAM, words);
const here = connect({ endpoint: openEndpoint });
const other = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 });
let otherEndpoint;
let there;

before(async () => {
  await new Promise((resolve) => { other.listen(0, '127.0.0.1', resolve); });
  otherEndpoint = `http://127.0.0.1:${other.address().port}`;
  there = new DynamoDBClient({ endpoint: otherEndpoint });
});

after(() => {
  there.destroy();
  other.close();
});

async function makeTable(client, TableName, items) {
  const { TableDescription: { TableArn } } = await client.send(new CreateTableCommand({
    TableName,
    AttributeDefinitions: [
      { AttributeName: 'artist', AttributeType: 'S' }, { AttributeName: 'year', AttributeType: 'N' },
      { AttributeName: 'label', AttributeType: 'S' }],
    KeySchema: [
      { AttributeName: 'artist', KeyType: 'HASH' }, { AttributeName: 'year', KeyType: 'RANGE' }],
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: [{
      IndexName: 'byLabel',
      KeySchema: [{ AttributeName: 'label', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    }],
  }));
  await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName });
  await client.send(new TagResourceCommand({
    ResourceArn: TableArn, Tags: [{ Key: 'team', Value: 'records' }],
  }));
  for (let from = 0; from < items.length; from += 25) {
    await client.send(new BatchWriteItemCommand({
      RequestItems: {
        [TableName]: items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } })),
      },
    }));
  }
}

const albums = Array.from({ length: 300 }, (_, i) => ({
  artist: { S: `artist ${i % 17} é日` },
  year: { N: String(i) },
  label: { S: `label ${i % 5}` },
  tags: { SS: ['a', 'b'] },
  raw: { B: new Uint8Array([0, 1, 255]) },
  more: { M: { live: { BOOL: true }, none: { NULL: true }, list: { L: [{ N: '1.5' }] } } },
}));

// Maps have no order.
const sorted = (_, value) => (value?.constructor === Object
  ? Object.fromEntries(Object.entries(value).sort()) : value);

async function itemsOf(client, TableName) {
  const lines = [];
  for await (const page of paginateScan({ client }, { TableName })) {
    lines.push(...page.Items.map((item) => JSON.stringify(item, sorted)));
  }
  return lines.sort();
}

test('a table of another server comes in and goes out again', async () => {
  const name = uniqueName('albums');
  await makeTable(there, name, albums);
  const moved = uniqueName('moved');
  const { stdout } = await partita(
    'copy', '--from', `${otherEndpoint}/${name}`, '--to', `${openEndpoint}/${moved}`);
  assert.match(stdout, /^300 items are copied .* counted there: 300\n$/);
  assert.deepEqual(await itemsOf(here, moved), await itemsOf(there, name));
  const { Table } = await here.send(new DescribeTableCommand({ TableName: moved }));
  assert.equal(Table.GlobalSecondaryIndexes[0].IndexName, 'byLabel');
  assert.equal(Table.BillingModeSummary.BillingMode, 'PAY_PER_REQUEST');
  const back = uniqueName('back');
  await partita('copy', '--from', `${openEndpoint}/${moved}`, '--to', `${otherEndpoint}/${back}`);
  assert.deepEqual(await itemsOf(there, back), await itemsOf(there, name));
  // A control: the comparison sees one item that is missing.
  const { artist, year } = albums[7];
  await there.send(new DeleteItemCommand({ TableName: back, Key: { artist, year } }));
  assert.notDeepEqual(await itemsOf(there, back), await itemsOf(there, name));
});

test('commands read and write at the other server', async () => {
  const name = uniqueName('albums');
  await makeTable(there, name, albums.slice(0, 30));
  const at = ['--endpoint-url', otherEndpoint];
  assert.match((await partita('tables', ...at)).stdout, new RegExp(`${name} +artist S, year N`));
  assert.match((await partita('describe', name, ...at)).stdout, /byLabel: label S; all attributes/);
  await partita('put', name, 'artist=Nina Simone', 'year=1965', 'label=Philips', ...at);
  const { stdout } = await partita('query', name, 'label=Philips', '--json', ...at);
  assert.deepEqual(JSON.parse(stdout), { artist: 'Nina Simone', label: 'Philips', year: 1965 });
  await partita('delete', name, 'Nina Simone', '1965', ...at);
  await assert.rejects(partita('get', name, 'Nina Simone', '1965', ...at), { code: 3 });
});
