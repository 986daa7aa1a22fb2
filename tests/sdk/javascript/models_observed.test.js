// A server that only observes: what it is sent is what it stores. Each request goes to the
// enforcing server as well, so that nothing here passes for want of a rule.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  ENCYCLOPEDIA, EXECUTIONS, JOBS, MESSAGES, WORKFLOW, album, client, execution, job, message,
  observing, run,
} from './models.js';

const keyed = (item, sk) => ({ pk: item.executionId, sk, ...item });

// [table, names of its key, an item, the code with which it is refused or undefined if it is filled]
const cases = () => [
  [MESSAGES, ['message_id'], message({ created_by: 'nobody' }), 'M101'],
  [MESSAGES, ['message_id'], message({ status: 'completed' }), 'M201'],
  [MESSAGES, ['message_id'], message({ created_date: '2025-10-21T16:30:00+02:00' })],
  [JOBS, ['jobId'], job({ ttl: 1767398400000 }), 'M101'],
  [JOBS, ['jobId'], job()],
  [EXECUTIONS, ['executionArn'], execution({ executionName: 'other' }), 'M104'],
  [EXECUTIONS, ['executionArn'], execution()],
  [WORKFLOW, ['pk', 'sk'], keyed(album(run()), 'album-1'), 'M205'],
  [WORKFLOW, ['pk', 'sk'], keyed(album(run()), 'album-01'), 'M105'],
  [WORKFLOW, ['pk', 'sk'], keyed(run(), 'metadata')],
  [ENCYCLOPEDIA, ['PK', 'SK'], { PK: `SONG#${randomUUID()}`, SK: 'x' }, 'M101'],
  [ENCYCLOPEDIA, ['PK', 'SK'], { PK: `ARTIST#${randomUUID()}`, SK: '#METADATA', name: 'X' }],
];

const stored = async (server, TableName, Key) => (
  await server.getItem({ TableName, Key, ConsistentRead: true })).Item;

test('Observing changes no byte and refuses nothing', async () => {
  for (const [TableName, names, item, code] of cases()) {
    const Item = marshall(item);
    const Key = Object.fromEntries(names.map((name) => [name, Item[name]]));
    const refusal = await client.putItem({ TableName, Item }).then(() => undefined, (e) => e);
    assert.equal(refusal?.ModelError.code, code, `${TableName} ${JSON.stringify(item)}`);
    if (!code) assert.notDeepEqual(await stored(client, TableName, Key), Item);
    await observing.putItem({ TableName, Item });
    assert.deepEqual(await stored(observing, TableName, Key), Item);
  }
});

test('Observing lets a status go anywhere', async () => {
  const Key = marshall({ jobId: job().jobId });
  for (const status of ['COMPLETED', 'QUEUED', 'nonsense']) {
    const { Attributes } = await observing.updateItem({
      TableName: JOBS, Key, UpdateExpression: 'SET #s = :s', ReturnValues: 'ALL_NEW',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':s': { S: status } },
    });
    assert.deepEqual(Attributes, { ...Key, status: { S: status } });
  }
});
