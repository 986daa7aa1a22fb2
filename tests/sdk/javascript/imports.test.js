// Imports of tables from a real server of S3 (s3rver): the objects are put by AWS's client of S3 and
// packed by node, the table is made and read by AWS's client of DynamoDB.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  DescribeImportCommand, DescribeTableCommand, DynamoDBClient, GetItemCommand, ImportTableCommand,
  ListImportsCommand, ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as ion from 'ion-js';
import { refuses } from './partita.js';

const ITEMS = 3000;
const folder = mkdtempSync(path.join(tmpdir(), 'partita-imports-'));
const children = [];
let s3;
let client;

// The first line of what the program says that has `wanted` in it.
function firstLine(child, stream, wanted) {
  return new Promise((resolve, reject) => {
    let said = '';
    child[stream].on('data', (bytes) => {
      said += bytes;
      const line = said.split('\n').slice(0, -1).find((each) => wanted.test(each));
      if (line !== undefined) resolve(line);
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
}

before(async () => {
  const script = fileURLToPath(new URL('s3_server.js', import.meta.url));
  const bucketServer = spawn('node', [script, path.join(folder, 'buckets'), 'incoming']);
  children.push(bucketServer);
  const endpoint = `http://127.0.0.1:${await firstLine(bucketServer, 'stdout', /^\d+$/)}`;
  const credentials = path.join(folder, 'credentials');
  writeFileSync(credentials,
    '[default]\naws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n', { mode: 0o600 });
  s3 = new S3Client({
    endpoint, region: 'us-east-1', forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  const { PARTITA_ACCESS_KEY_ID, PARTITA_SECRET_ACCESS_KEY, ...env } = process.env;
  const server = spawn(process.env.PARTITA_PROGRAM,
    ['serve', '--memory', '--listen', '127.0.0.1:0',
      '--s3', `endpoint=${endpoint},credentials=${credentials}`], { env });
  children.push(server);
  const line = await firstLine(server, 'stdout', /listens on/);
  client = new DynamoDBClient({ endpoint: line.match(/http:\/\/[\d.:]+/)[0] });
});

after(() => {
  for (const child of children) child.kill();
  client?.destroy();
  s3?.destroy();
  rmSync(folder, { recursive: true });
});

const put = (Key, Body) => s3.send(new PutObjectCommand({ Bucket: 'incoming', Key, Body }));

async function importTable(TableName, S3KeyPrefix, options) {
  const { ImportTableDescription: begun } = await client.send(new ImportTableCommand({
    S3BucketSource: { S3Bucket: 'incoming', S3KeyPrefix },
    TableCreationParameters: {
      TableName, BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    },
    ...options,
  }));
  assert.equal(begun.ImportStatus, 'IN_PROGRESS');
  const { ImportArn } = begun;
  while (true) {
    const { ImportTableDescription } = await client.send(new DescribeImportCommand({ ImportArn }));
    if (ImportTableDescription.ImportStatus !== 'IN_PROGRESS') return ImportTableDescription;
  }
}

async function count(TableName) {
  let items = 0;
  let ExclusiveStartKey;
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    items += page.Count;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

const jsonLines = (from, to) => Array.from({ length: to - from }, (_, i) => JSON.stringify(
  { Item: { id: { N: `${from + i}` }, text: { S: `text ${from + i} ü "` } } })).join('\n');

describe('ImportTable', () => {
  test('makes a table of gzipped DynamoDB JSON in several objects', async () => {
    await put('json/a.json.gz', gzipSync(jsonLines(0, 1000)));
    await put('json/b.json.gz', gzipSync(jsonLines(1000, ITEMS)));
    const done = await importTable('json', 'json/',
      { InputFormat: 'DYNAMODB_JSON', InputCompressionType: 'GZIP' });
    assert.equal(done.ImportStatus, 'COMPLETED', done.FailureMessage);
    assert.equal(done.ImportedItemCount, ITEMS);
    assert.equal(done.ErrorCount, 0);
    assert.equal(await count('json'), ITEMS);
    const { Item } = await client.send(new GetItemCommand(
      { TableName: 'json', Key: { id: { N: '2999' } } }));
    assert.deepEqual(Item, { id: { N: '2999' }, text: { S: 'text 2999 ü "' } });
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'json' }));
    assert.equal(Table.TableStatus, 'ACTIVE');
    assert.equal(Table.TableId, done.TableId);
  });

  test('reads CSV packed by the zstd tool', async () => {
    const rows = ['id;name', ...Array.from({ length: 500 }, (_, i) => `${i};"name ""${i}"""`)];
    const { stdout } = spawnSync('zstd', ['-q', '-c'], { input: rows.join('\r\n') });
    await put('csv/a.csv.zst', stdout);
    const done = await importTable('csv', 'csv/', {
      InputFormat: 'CSV', InputCompressionType: 'ZSTD', InputFormatOptions: { Csv: { Delimiter: ';' } },
    });
    assert.equal(done.ImportStatus, 'COMPLETED', done.FailureMessage);
    assert.equal(done.ImportedItemCount, 500);
    const { Item } = await client.send(new GetItemCommand(
      { TableName: 'csv', Key: { id: { N: '7' } } }));
    assert.deepEqual(Item, { id: { N: '7' }, name: { S: 'name "7"' } });
  });

  test("reads what Amazon's writer of Ion has written", async () => {
    const text = [1, 2].map((id) => ion.dumpText({
      Item: { id: new ion.Decimal(`${id}.5`), name: `a 'name'\n${id}`, list: [true, null, 'x'] },
    })).join('\n');
    await put('ion/a.ion', text);
    const done = await importTable('ion', 'ion/', { InputFormat: 'ION' });
    assert.equal(done.ImportStatus, 'COMPLETED', done.FailureMessage);
    const { Item } = await client.send(new GetItemCommand(
      { TableName: 'ion', Key: { id: { N: '1.5' } } }));
    assert.deepEqual(Item, {
      id: { N: '1.5' }, name: { S: "a 'name'\n1" },
      list: { L: [{ BOOL: true }, { NULL: true }, { S: 'x' }] },
    });
  });

  test('counts bad records and keeps the good ones', async () => {
    await put('bad/a.json', `${jsonLines(0, 3)}\nnot json\n${jsonLines(3, 5)}\n`);
    const done = await importTable('bad', 'bad/', { InputFormat: 'DYNAMODB_JSON' });
    assert.equal(done.ImportStatus, 'FAILED');
    assert.equal(done.FailureCode, 'ItemValidationError');
    assert.equal(done.ErrorCount, 1);
    assert.equal(await count('bad'), 5);
  });

  test('fails without the bucket, and is refused for a table that is there', async () => {
    const done = await importTable('none', '', {
      InputFormat: 'ION', S3BucketSource: { S3Bucket: 'missing' },
    });
    assert.equal(done.FailureCode, 'S3NoSuchBucket');
    await refuses(importTable('json', 'json/', { InputFormat: 'DYNAMODB_JSON' }),
      'ResourceInUseException', 'Table already exists: json');
  });

  test('is listed in pages', async () => {
    const { ImportSummaryList, NextToken } = await client.send(
      new ListImportsCommand({ PageSize: 2 }));
    assert.equal(ImportSummaryList.length, 2);
    const rest = await client.send(new ListImportsCommand({ NextToken }));
    assert.equal(rest.ImportSummaryList.length, 3);
  });
});
