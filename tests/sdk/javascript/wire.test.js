// What a client library sees of HTTP: checksums, request ids, lost connections, retries.
import assert from 'node:assert/strict';
import net from 'node:net';
import { before, describe, test } from 'node:test';
import zlib from 'node:zlib';
import {
  DescribeTableCommand, GetItemCommand, PutItemCommand, TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { client, connect, createTable, endpoint, refuses } from './partita.js';
import { send, signer, unsigned } from './raw_request.js';

let TableName;
before(async () => { TableName = await createTable({ key: 'id:S' }); });

// CRC-32 as in zip and gzip, bit by bit.
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('An answer', () => {
  test('has the checksum of its bytes', async () => {
    const requests = [
      unsigned('ListTables', {}), unsigned('DescribeTable', { TableName }),
      unsigned('DescribeTable', { TableName: 'nowhere' }),
    ];
    for (const request of requests) {
      const { headers, body } = await send(await signer().sign(request));
      assert.equal(headers['content-type'], 'application/x-amz-json-1.0');
      assert.equal(Number(headers['content-length']), body.length);
      assert.equal(Number(headers['x-amz-crc32']), crc32(body));
    }
  });

  test('has a request id of its own, in an error as well', async () => {
    const { $metadata: first } = await client.send(new DescribeTableCommand({ TableName }));
    const { $metadata: second } = await client.send(new DescribeTableCommand({ TableName }));
    assert.match(first.requestId, /^[0-9A-Z]{52}$/);
    assert.match(second.requestId, /^[0-9A-Z]{52}$/);
    assert.notEqual(first.requestId, second.requestId);
    const error = await refuses(client.send(new DescribeTableCommand({ TableName: 'nowhere' })),
      'ResourceNotFoundException');
    assert.match(error.$metadata.requestId, /^[0-9A-Z]{52}$/);
    assert.equal(error.$metadata.httpStatusCode, 400);
  });

  test('names its error with the namespace of the service', async () => {
    const types = {
      'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException':
        unsigned('DescribeTable', { TableName: 'nowhere' }),
      'com.amazon.coral.validate#ValidationException': unsigned('DescribeTable', {}),
      'com.amazon.coral.service#SerializationException':
        unsigned('DescribeTable', { TableName: 1 }),
      'com.amazon.coral.service#UnknownOperationException': unsigned('DescribeTables', {}),
    };
    for (const [type, request] of Object.entries(types)) {
      const answer = await send(await signer().sign(request));
      assert.equal(answer.type, type);
      assert.equal(answer.status, 400);
    }
  });
});

test('a gzip body is read', async () => {
  const request = unsigned('DescribeTable', { TableName });
  request.body = zlib.gzipSync(request.body);
  request.headers['content-encoding'] = 'gzip';
  const { status, body } = await send(await signer().sign(request));
  assert.equal(status, 200);
  assert.equal(JSON.parse(body).Table.TableName, TableName);
});

test('a hundred requests share few connections and get their own answers', async () => {
  const put = (n) => client.send(new PutItemCommand({
    TableName, Item: { id: { S: `shared-${n}` }, n: { N: `${n}` } },
  }));
  const get = (n) => client.send(new GetItemCommand({
    TableName, Key: { id: { S: `shared-${n}` } }, ConsistentRead: true,
  }));
  const all = Array.from({ length: 100 }, (_, n) => n);
  await Promise.all(all.map(put));
  const answers = await Promise.all(all.map(get));
  assert.deepEqual(answers.map(({ Item }) => Number(Item.n.N)), all);
});

describe('A client whose answer is lost', () => {
  test('asks again and gets it', async (context) => {
    const { address, losses } = await lossyNetwork(context, 1);
    const retrying = connect({ endpoint: address });
    const { Table, $metadata } = await retrying.send(new DescribeTableCommand({ TableName }));
    assert.equal(Table.TableName, TableName);
    assert.equal($metadata.attempts, 2);
    assert.equal(losses(), 1);
  });

  test('has its transaction done once, by the token that the SDK makes', async (context) => {
    const { address } = await lossyNetwork(context, 2);
    const retrying = connect({ endpoint: address });
    const { $metadata } = await retrying.send(new TransactWriteItemsCommand({
      TransactItems: [{
        Update: {
          TableName, Key: { id: { S: 'once' } }, UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
        },
      }],
    }));
    assert.equal($metadata.attempts, 3);
    const { Item } = await client.send(new GetItemCommand({
      TableName, Key: { id: { S: 'once' } }, ConsistentRead: true,
    }));
    assert.equal(Item.n.N, '1');
  });

  // A network before the server that carries every request there, but cuts the connection instead
  // of bringing the first `count` answers back.
  async function lossyNetwork(context, count) {
    let lost = 0;
    const target = new URL(endpoint);
    const network = net.createServer((near) => {
      const far = net.connect(Number(target.port), target.hostname);
      near.pipe(far);
      far.on('data', (bytes) => {
        if (lost === count) return near.write(bytes);
        lost += 1;
        return near.destroy();
      });
      for (const [socket, other] of [[near, far], [far, near]]) {
        socket.on('close', () => other.destroy());
        socket.on('error', () => other.destroy());
      }
    });
    await new Promise((resolve) => { network.listen(0, '127.0.0.1', resolve); });
    context.after(() => network.close());
    return { address: `http://127.0.0.1:${network.address().port}`, losses: () => lost };
  }
});
