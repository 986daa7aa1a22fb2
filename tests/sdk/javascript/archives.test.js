// What leaves tables into files, by the model of rez_agent in its third phase (R68-R70) and by one
// with all types: read back by those who know nothing of Partita, DuckDB and hyparquet.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync }
  from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const folder = mkdtempSync(path.join(tmpdir(), 'partita-archives-'));
const children = new Set();
const DAY = 24 * 60 * 60 * 1000;

after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

// A server on files that can be killed and started again, with its buckets in a directory.
class Server {
  constructor(name, model) {
    this.folder = path.join(folder, name);
    mkdirSync(path.join(this.folder, 'models'), { recursive: true });
    writeFileSync(path.join(this.folder, 'models', 'model.yaml'), model);
  }

  bucket(name) {
    const made = path.join(this.folder, 'buckets', name);
    mkdirSync(made, { recursive: true });
    return made;
  }

  async start(...others) {
    const { PARTITA_ACCESS_KEY_ID, PARTITA_SECRET_ACCESS_KEY, ...env } = process.env;
    this.child = spawn(process.env.PARTITA_PROGRAM,
      ['serve', '--data', path.join(this.folder, 'data'), '--listen', '127.0.0.1:0',
        '--models', path.join(this.folder, 'models'), '--ttl-interval', '50', ...others], { env });
    children.add(this.child);
    this.endpoint = await listening(this.child);
    this.client = new DynamoDBClient({
      endpoint: this.endpoint, region: 'us-east-1', maxAttempts: 1,
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    });
  }

  withBuckets() {
    return this.start('--s3', `dir=${path.join(this.folder, 'buckets')}`);
  }

  async end(signal = 'SIGTERM') {
    const ended = new Promise((resolve) => { this.child.on('exit', resolve); });
    this.child.kill(signal);
    await ended;
    this.client.destroy();
  }

  async ask(target, method = 'GET') {
    const answer = await fetch(`${this.endpoint}${target}`, { method });
    assert.equal(answer.status, 200, `${target}: ${await answer.clone().text()}`);
    return answer.json();
  }

  async archive() {
    const { archives } = await this.ask('/api/archives');
    assert.equal(archives.length, 1);
    return archives[0];
  }

  // Asks for the archive again and again until it is as wanted.
  async until(holds) {
    let archive = await this.archive();
    while (!holds(archive)) archive = await this.archive();
    return archive;
  }

  async flush() {
    const { table } = await this.archive();
    await this.ask(`/api/archives:flush?table=${table}`, 'POST');
  }

  async write(TableName, requests) {
    for (let at = 0; at < requests.length; at += 25) {
      await this.client.send(new BatchWriteItemCommand(
        { RequestItems: { [TableName]: requests.slice(at, at + 25) } }));
    }
  }
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (bytes) => { said += bytes; });
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const found = said.match(/listens on.*?(http:\/\/[\d.:]+)/);
      if (found) resolve(found[1]);
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
}

function parquetFiles(bucket) {
  return readdirSync(bucket, { recursive: true }).filter((name) => name.endsWith('.parquet'))
    .map((name) => path.join(bucket, name)).sort();
}

async function sql(text) {
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  const answer = await connection.runAndReadAll(text);
  const rows = answer.getRowObjectsJson();
  connection.closeSync();
  return rows;
}

const all = (bucket) => `read_parquet('${bucket}/**/*.parquet', hive_partitioning = true)`;

async function rowsByHyparquet(bucket) {
  const rows = [];
  for (const file of parquetFiles(bucket)) {
    rows.push(...await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors }));
  }
  return rows;
}

function rezAgent() {
  const file = fileURLToPath(new URL('../../../models/rez_agent.yaml', import.meta.url));
  return readFileSync(file, 'utf8').replace('live_phase: 1', 'live_phase: 3');
}

const message = (others = {}) => ({
  message_id: randomUUID(), created_by: 'scheduler', message_type: 'scheduled_hello',
  correlation_id: randomUUID(), payload: { text: 'hello world', tags: ['a'] }, ...others,
});

describe('Messages of rez_agent', () => {
  test('that expire are in files by stage and day, and DuckDB finds them', async () => {
    const server = new Server('rez', rezAgent());
    const bucket = server.bucket('rez-archive');
    await server.withBuckets();
    const days = [120, 121].map((age) => new Date(Date.now() - age * DAY).toISOString());
    const old = Array.from({ length: 50 }, (_, i) => message({ created_date: days[i % 2] }));
    const alive = message();
    await server.write('rez-agent-messages-dev',
      [...old, alive].map((item) => ({ PutRequest: { Item: marshall(item) } })));
    await server.until(({ waiting }) => waiting === old.length);
    assert.deepEqual(parquetFiles(bucket), []);
    await server.flush();
    await server.until(({ waiting, items }) => waiting === 0 && items === old.length);
    const rows = await sql(`SELECT message_id, stage, CAST(day AS VARCHAR) AS day,
      CAST(created_date AS VARCHAR) AS created, payload->>'text' AS said, status, retry_count,
      _reason FROM ${all(path.join(bucket, 'messages'))} ORDER BY message_id`);
    const sorted = [...old].sort((a, b) => (a.message_id < b.message_id ? -1 : 1));
    assert.deepEqual(rows.map((row) => row.message_id), sorted.map((item) => item.message_id));
    for (const [i, row] of rows.entries()) {
      assert.equal(row.day, sorted[i].created_date.slice(0, 10));
      assert.equal(new Date(`${row.created}`.replace(' ', 'T').replace('+00', 'Z')).toISOString(),
        sorted[i].created_date);
      assert.deepEqual([row.stage, row.said, row.status, row.retry_count, row._reason],
        ['dev', 'hello world', 'created', '0', 'expire']);
    }
    const files = (await server.ask('/api/archives:files?table=rez-agent-messages-dev')).files;
    assert.deepEqual(files.map(({ key }) => path.join(bucket, key)).sort(), parquetFiles(bucket));
    assert.deepEqual(new Set(files.map((each) => each.folder)),
      new Set(days.map((day) => `stage=dev/day=${day.slice(0, 10)}`)));
    asks(server, old.length);
    await server.end();
  });

  test('have a table in Athena, and storage that is cheaper after a year', () => {
    const file = path.join(folder, 'later.yaml');
    writeFileSync(file, rezAgent());
    const table = partita('archive', 'ddl', file, '--entity', 'Message');
    assert.match(table, /^CREATE EXTERNAL TABLE `message` \(\n {2}`message_id` string,/);
    assert.match(table, /PARTITIONED BY \(`stage` string, `day` date\)/);
    assert.match(table, /LOCATION 's3:\/\/rez-archive\/messages\/'/);
    const rules = partita('model', 'export', 'terraform', file);
    assert.match(rules, /aws_s3_bucket_lifecycle_configuration" "rez-archive_Message"/);
    assert.match(rules, /days += 365\n +storage_class = "GLACIER"/);
  });
});

const partita = (...words) => execFileSync(process.env.PARTITA_PROGRAM, words, { encoding: 'utf8' });

// The program's own questions, with the DuckDB of npm under the name of the command.
function asks(server, messages) {
  const model = path.join(server.folder, 'models', 'model.yaml');
  const places = path.join(server.folder, 'buckets');
  const here = fileURLToPath(new URL('.', import.meta.url));
  const programs = path.join(server.folder, 'programs');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'duckdb'), `#!${process.execPath}
const { DuckDBInstance } = require('${here}node_modules/@duckdb/node-api');
DuckDBInstance.create(':memory:').then((database) => database.connect()).then(async (connection) => {
  const statements = await connection.extractStatements(process.argv[3]);
  for (let i = 0; i < statements.count; i += 1) {
    const reader = await (await statements.prepare(i)).runAndReadAll();
    if (i + 1 === statements.count) console.log(JSON.stringify(reader.getRowObjectsJson()));
  }
});
`, { mode: 0o700 });
  const words = ['archive', 'query', model, '--files', places, 'SELECT count(*) AS n FROM Message'];
  const env = { ...process.env, PATH: programs };
  assert.deepEqual(
    JSON.parse(execFileSync(process.env.PARTITA_PROGRAM, words, { encoding: 'utf8', env })),
    [{ n: `${messages}` }]);
  assert.throws(() => execFileSync(process.env.PARTITA_PROGRAM, words,
    { env: { ...process.env, PATH: server.folder }, stdio: 'pipe' }), /duckdb is not installed/);
}

const KINDS = `
format: 1
model: kinds
version: 1
tables:
  things: {name: things, key: {partition: id}, unknown_attributes: allow,
           billing: {mode: on_demand}}
entities:
  Thing:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      text: {type: string}
      whole: {type: int}
      exact: {type: number}
      price: {type: number}
      ratio: {type: number}
      flag: {type: bool}
      bytes: {type: binary}
      at: {type: timestamp, encode: epoch_s}
      on_day: {type: date}
      words: {type: set, of: {type: string}}
      numbers: {type: set, of: {type: number}}
      list: {type: list, of: {type: list, of: {type: int}}}
      place: {type: map, open: true, fields: {city: {type: string}, at: {type: map, fields: {x: {type: int}}}}}
      anything: {type: any}
archive:
  Thing: {on: delete, to: "s3://kinds", columns: {price: "decimal(18,2)", ratio: double}}
`;

const THINGS = [
  { id: { S: 'empty' } },
  {
    id: { S: 'full' }, text: { S: 'line\nbreak, ü, 😀' }, whole: { N: '-9007199254740993' },
    exact: { N: '12345678901234567890123456789012345678' }, price: { N: '-1234.5' },
    ratio: { N: '0.1' }, flag: { BOOL: true }, bytes: { B: new Uint8Array([0, 255, 1]) },
    at: { N: '1763305200' }, on_day: { S: '2026-11-16' }, words: { SS: ['a', 'b'] },
    numbers: { NS: ['1', '2.5'] }, list: { L: [{ L: [{ N: '1' }, { N: '2' }] }, { L: [] }] },
    place: { M: { city: { S: 'Oslo' }, at: { M: { x: { N: '7' } } } } },
    anything: { M: { deep: { L: [{ BOOL: false }, { NULL: true }, { S: 'x"y' }] } } },
  },
  { id: { S: 'hollow' }, list: { L: [] }, place: { M: {} }, anything: { L: [] } },
  // What a column cannot hold, or only in part.
  {
    id: { S: 'odd' }, whole: { N: '12345678901234567890' }, price: { N: '0.001' },
    ratio: { N: '0.12345678901234567890123' }, unknown: { BS: [new Uint8Array([7])] },
    place: { M: { city: { S: 'Rome' }, more: { S: 'yes' } } }, anything: { SS: ['in', 'out'] },
  },
];

describe('Files of an archive', () => {
  test('have every type in columns of their own, and what no column holds beside them', async () => {
    const server = new Server('kinds', KINDS);
    const bucket = server.bucket('kinds');
    await server.withBuckets();
    await server.write('things', THINGS.map((Item) => ({ PutRequest: { Item } })));
    await server.write('things', THINGS.map(({ id }) => ({ DeleteRequest: { Key: { id } } })));
    await server.flush();
    await server.until(({ waiting }) => waiting === 0);
    const types = await sql(`DESCRIBE SELECT * FROM ${all(bucket)}`);
    assert.deepEqual(Object.fromEntries(types.map((row) => [row.column_name, row.column_type])), {
      id: 'VARCHAR', text: 'VARCHAR', whole: 'BIGINT', exact: 'VARCHAR', price: 'DECIMAL(18,2)',
      ratio: 'DOUBLE', flag: 'BOOLEAN', bytes: 'BLOB', at: 'TIMESTAMP WITH TIME ZONE',
      on_day: 'DATE', words: 'VARCHAR[]', numbers: 'VARCHAR[]', list: 'BIGINT[][]',
      place: 'STRUCT(city VARCHAR, "at" STRUCT(x BIGINT))', anything: 'JSON',
      _deleted_at: 'TIMESTAMP WITH TIME ZONE', _reason: 'VARCHAR', _model_version: 'BIGINT',
      _rest: 'JSON',
    });
    const rows = await sql(`SELECT * FROM ${all(bucket)} ORDER BY id`);
    const [empty, full, hollow, odd] = rows.map(({ _deleted_at: at, ...row }) => {
      assert.ok(Math.abs(Date.parse(at.replace(' ', 'T').replace('+00', 'Z')) - Date.now()) < DAY);
      return row;
    });
    const nothing = Object.fromEntries(Object.keys(empty).map((name) => [name, null]));
    const same = { ...nothing, _reason: 'delete', _model_version: '1' };
    assert.deepEqual(empty, { ...same, id: 'empty' });
    assert.deepEqual(full, {
      ...same, id: 'full', text: 'line\nbreak, ü, 😀', whole: '-9007199254740993',
      exact: '12345678901234567890123456789012345678', price: '-1234.50', ratio: 0.1, flag: true,
      bytes: '\\x00\\xFF\\x01', at: '2025-11-16 15:00:00+00', on_day: '2026-11-16',
      words: ['a', 'b'], numbers: ['1', '2.5'], list: [['1', '2'], []],
      place: { city: 'Oslo', at: { x: '7' } }, anything: '{"deep":[false,null,"x\\"y"]}',
    });
    assert.deepEqual(hollow,
      { ...same, id: 'hollow', list: [], place: { city: null, at: null }, anything: '[]' });
    const { id: _, ...rest } = THINGS[3];
    assert.deepEqual(unmarshall(revived(odd._rest)), unmarshall(rest));
    assert.deepEqual({ ...odd, _rest: null }, {
      ...same, id: 'odd', ratio: 0.12345678901234568, place: { city: 'Rome', at: null },
      anything: '["in","out"]',
    });
    const others = (await rowsByHyparquet(bucket)).sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(others.map((row) => row.id), ['empty', 'full', 'hollow', 'odd']);
    assert.deepEqual(
      [others[1].whole, others[1].list, others[1].place, others[1].at.toISOString()],
      [-9007199254740993n, [[1n, 2n], []], { city: 'Oslo', at: { x: 7n } },
        '2025-11-16T15:00:00.000Z']);
    await server.end();
  });

  test('have every item once, although the server is killed again and again', async () => {
    const server = new Server('killed', KINDS);
    const bucket = server.bucket('kinds');
    const wanted = [];
    for (let round = 0; round < 6; round += 1) {
      await server.withBuckets();
      const ids = Array.from({ length: 200 }, (_, i) => `r${round}-${i}`);
      const padding = { S: randomUUID().repeat(50) };
      await server.write('things',
        ids.map((id) => ({ PutRequest: { Item: { id: { S: id }, text: padding } } })));
      await server.write('things',
        ids.map((id) => ({ DeleteRequest: { Key: { id: { S: id } } } })));
      wanted.push(...ids);
      await server.flush();
      // At another moment in each round: before, while and after a file is made.
      const asked = [0, 1, 2, 4, 8, 16][round];
      for (let i = 0; i < asked; i += 1) await server.archive();
      await server.end('SIGKILL');
    }
    await server.withBuckets();
    await server.flush();
    const { items } = await server.until(({ waiting }) => waiting === 0);
    assert.equal(items, wanted.length);
    const rows = await sql(`SELECT id, count(*) AS times FROM ${all(bucket)} GROUP BY id`);
    assert.deepEqual(rows.filter(({ times }) => times !== '1'), []);
    assert.deepEqual(rows.map(({ id }) => id).sort(), [...wanted].sort());
    await server.end();
  });

  test('are in a bucket of S3 as its manifest says', async () => {
    const server = new Server('s3', KINDS);
    const script = fileURLToPath(new URL('s3_server.js', import.meta.url));
    const bucketServer = spawn('node', [script, path.join(server.folder, 's3'), 'kinds']);
    children.add(bucketServer);
    const port = await new Promise((resolve, reject) => {
      bucketServer.stdout.on('data', (bytes) => resolve(`${bytes}`.trim()));
      bucketServer.on('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
    const endpoint = `http://127.0.0.1:${port}`;
    const credentials = path.join(server.folder, 'credentials');
    writeFileSync(credentials,
      '[default]\naws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n', { mode: 0o600 });
    await server.start('--s3', `endpoint=${endpoint},credentials=${credentials}`);
    const ids = Array.from({ length: 30 }, (_, i) => `s-${i}`);
    await server.write('things', ids.map((id) => ({ PutRequest: { Item: { id: { S: id } } } })));
    await server.write('things', ids.map((id) => ({ DeleteRequest: { Key: { id: { S: id } } } })));
    await server.flush();
    await server.until(({ waiting }) => waiting === 0);
    const s3 = new S3Client({
      endpoint, region: 'us-east-1', forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
    const { files } = await server.ask('/api/archives:files?table=things');
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: 'kinds' }));
    assert.deepEqual(Contents.map(({ Key }) => Key), files.map(({ key }) => key));
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: 'kinds', Key: files[0].key }));
    const content = await Body.transformToByteArray();
    assert.equal(createHash('sha256').update(content).digest('hex'), files[0].sha256);
    const rows = await parquetReadObjects({ file: content.slice().buffer, compressors });
    assert.deepEqual(rows.map(({ id }) => id).sort(), [...ids].sort());
    s3.destroy();
    bucketServer.kill();
    await server.end();
  });

  test('are made by the next server that has buckets, if one had none', async () => {
    const server = new Server('without', KINDS);
    const bucket = path.join(server.folder, 'buckets', 'kinds');
    await server.start();
    await server.write('things', [{ PutRequest: { Item: { id: { S: 'a' } } } }]);
    await server.write('things', [{ DeleteRequest: { Key: { id: { S: 'a' } } } }]);
    await server.flush();
    await server.end();
    assert.ok(!existsSync(bucket));
    server.bucket('kinds');
    await server.withBuckets();
    await server.until(({ waiting }) => waiting === 0);
    assert.deepEqual((await rowsByHyparquet(bucket)).map(({ id }) => id), ['a']);
    await server.end();
  });
});

// DynamoDB JSON with its bytes as the SDK has them.
function revived(text) {
  return JSON.parse(text, (name, value) => {
    if (name === 'B') return new Uint8Array(Buffer.from(value, 'base64'));
    if (name === 'BS') return value.map((each) => new Uint8Array(Buffer.from(each, 'base64')));
    return value;
  });
}
