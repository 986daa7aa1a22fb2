// Exports of tables to a real server of S3 (s3rver), read back by those who know nothing of Partita:
// AWS's client of S3, node's gunzip and MD5, and Amazon's reader of Ion.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  BatchWriteItemCommand, CreateTableCommand, DescribeExportCommand, DynamoDBClient,
  ExportTableToPointInTimeCommand, ListExportsCommand, UpdateContinuousBackupsCommand,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as ion from 'ion-js';
import { refuses } from './partita.js';

const ITEMS = 5000;
const TableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/orders';
const ODD = {
  id: { N: '-1' }, null: { NULL: true }, 'a name "with" signs': { S: 'line\nbreak, ü, 😀, "' },
  decimal: { N: '8.5' }, small: { N: '0.00012' }, tiny: { N: '-1E-100' }, big: { N: '6E+40' },
  digits: { N: '12345678901234567890123456789012345678' }, bytes: { B: Buffer.from([0, 255, 1]) },
  words: { SS: ['a', 'b'] }, numbers: { NS: ['1', '2.5'] }, binaries: { BS: [Buffer.from('x')] },
  nested: { M: { list: { L: [{ S: 'x' }, { BOOL: true }, { M: {} }] } } },
};

const folder = mkdtempSync(path.join(tmpdir(), 'partita-exports-'));
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
  const bucketServer = spawn('node', [script, path.join(folder, 'buckets'), 'exported']);
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
  await fill();
});

after(() => {
  for (const child of children) child.kill();
  client?.destroy();
  s3?.destroy();
  rmSync(folder, { recursive: true });
});

async function fill() {
  await client.send(new CreateTableCommand({
    TableName: 'orders', BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  }));
  await client.send(new UpdateContinuousBackupsCommand({
    TableName: 'orders', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  }));
  const items = [ODD];
  for (let i = 0; i < ITEMS; i += 1) {
    items.push({ id: { N: `${i}` }, text: { S: `text ${i} ${'x'.repeat(200)}` } });
  }
  for (let i = 0; i < items.length; i += 25) {
    await client.send(new BatchWriteItemCommand({
      RequestItems: { orders: items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })) },
    }));
  }
}

async function objectOf(Key) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'exported', Key }));
  return Buffer.from(await Body.transformToByteArray());
}

const md5 = (bytes) => createHash('md5').update(bytes).digest('base64');

async function exportTable(options) {
  const { ExportDescription: begun } = await client.send(new ExportTableToPointInTimeCommand({
    TableArn, S3Bucket: 'exported', ...options,
  }));
  assert.equal(begun.ExportStatus, 'IN_PROGRESS');
  const { ExportArn } = begun;
  while (true) {
    const { ExportDescription } = await client.send(new DescribeExportCommand({ ExportArn }));
    if (ExportDescription.ExportStatus !== 'IN_PROGRESS') return ExportDescription;
  }
}

// Goes the way of AWS's own documentation: summary, list of files, files; each with its sum.
async function readExport({ ExportManifest }) {
  const stem = ExportManifest.replace(/summary\.json$/, '');
  const summaryBytes = await objectOf(ExportManifest);
  assert.equal(String(await objectOf(`${stem}summary.md5`)), md5(summaryBytes));
  const summary = JSON.parse(summaryBytes);
  const list = await objectOf(summary.manifestFilesS3Key);
  assert.equal(String(await objectOf(`${stem}files.md5`)), md5(list));
  const files = String(list).trimEnd().split('\n').map((line) => JSON.parse(line));
  const texts = [];
  for (const file of files) {
    const packed = await objectOf(file.dataFileS3Key);
    assert.equal(md5(packed), file.md5Checksum);
    const text = String(gunzipSync(packed));
    assert.equal(text.split('\n').length - 1, file.itemCount);
    texts.push(text);
  }
  return { summary, files, lines: texts.join('').trimEnd().split('\n') };
}

describe('an export', () => {
  test('has every item once, as DynamoDB JSON, under its prefix', async () => {
    const description = await exportTable({ S3Prefix: 'nightly/orders' });
    assert.equal(description.ExportStatus, 'COMPLETED', description.FailureMessage);
    assert.equal(description.ItemCount, ITEMS + 1);
    assert.ok(description.ExportManifest.startsWith('nightly/orders/AWSDynamoDB/'));
    const { summary, files, lines } = await readExport(description);
    assert.equal(summary.itemCount, ITEMS + 1);
    assert.equal(summary.exportArn, description.ExportArn);
    assert.equal(summary.outputFormat, 'DYNAMODB_JSON');
    const items = lines.map((line) => JSON.parse(line).Item);
    assert.equal(new Set(items.map((item) => item.id.N)).size, ITEMS + 1);
    const odd = unmarshall(items.find((item) => item.id.N === '-1'), { wrapNumbers: true });
    assert.equal(odd['a name "with" signs'], ODD['a name "with" signs'].S);
    const directory = description.ExportManifest.replace(/manifest-summary\.json$/, '');
    const { Contents } = await s3.send(new ListObjectsV2Command({
      Bucket: 'exported', Prefix: directory,
    }));
    assert.deepEqual(Contents.map(({ Key }) => Key.slice(directory.length)).sort(), [
      '_started', ...files.map((file) => file.dataFileS3Key.slice(directory.length)),
      'manifest-files.json', 'manifest-files.md5', 'manifest-summary.json',
      'manifest-summary.md5'].sort());
  });

  test('is read by a reader of Ion', async () => {
    const description = await exportTable({ ExportFormat: 'ION' });
    assert.equal(description.ExportStatus, 'COMPLETED', description.FailureMessage);
    const { lines } = await readExport(description);
    assert.equal(lines.length, ITEMS + 1);
    const items = lines.map((line) => ion.load(line).get('Item'));
    assert.equal(new Set(items.map((item) => `${item.get('id')}`)).size, ITEMS + 1);
    const odd = items.find((item) => item.get('id').numberValue() === -1);
    assert.ok(odd.get('null').isNull());
    assert.equal(odd.get('a name "with" signs').stringValue(), ODD['a name "with" signs'].S);
    for (const name of ['decimal', 'small', 'tiny', 'big', 'digits']) {
      const value = odd.get(name);
      assert.equal(value.getType(), ion.IonTypes.DECIMAL, name);
      assert.ok(value.decimalValue().equals(new ion.Decimal(
        ODD[name].N.replace('E+', 'd').replace('E', 'd'))), `${name}: ${value}`);
    }
    assert.deepEqual([...odd.get('bytes').uInt8ArrayValue()], [0, 255, 1]);
    assert.deepEqual(odd.get('words').getAnnotations(), ['$dynamodb_SS']);
    assert.deepEqual(odd.get('numbers').getAnnotations(), ['$dynamodb_NS']);
    assert.deepEqual(odd.get('binaries').getAnnotations(), ['$dynamodb_BS']);
    assert.deepEqual(odd.get('words').elements().map((each) => each.stringValue()), ['a', 'b']);
    assert.equal(odd.get('nested').get('list').elements().length, 3);
  });

  test('to a bucket that is not there fails, and says so', async () => {
    const description = await exportTable({ S3Bucket: 'elsewhere' });
    assert.equal(description.ExportStatus, 'FAILED');
    assert.equal(description.FailureCode, 'S3NoSuchBucket');
    assert.ok(description.FailureMessage);
  });

  test('that is asked for twice with one token is one', async () => {
    const request = { TableArn, S3Bucket: 'exported', ClientToken: 'once' };
    const first = await client.send(new ExportTableToPointInTimeCommand(request));
    const again = await client.send(new ExportTableToPointInTimeCommand(request));
    assert.equal(again.ExportDescription.ExportArn, first.ExportDescription.ExportArn);
    await refuses(client.send(new ExportTableToPointInTimeCommand({ ...request, S3Prefix: 'b' })),
      'ExportConflictException',
      'Export conflict: Duplicate request detected with conflicting parameters');
    const { ExportSummaries } = await client.send(new ListExportsCommand({ TableArn }));
    assert.equal(ExportSummaries[0].ExportArn, first.ExportDescription.ExportArn);
  });
});
