// rez_agent's messages through the AWS SDK for JavaScript.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import {
  MESSAGES, client, db, found, get, message, put, refusedByModel, set,
} from './models.js';
import { refuses } from './partita.js';

const keyOf = ({ message_id }) => ({ message_id });

async function created(others) {
  const item = message(others);
  await put(MESSAGES, item);
  return keyOf(item);
}

describe('A message', () => {
  test('is completed by the server, from plain values and from typed ones', async () => {
    const plain = message();
    const typed = message();
    await put(MESSAGES, plain);
    await client.putItem({ TableName: MESSAGES, Item: marshall(typed) });
    for (const item of [plain, typed]) {
      const stored = await get(MESSAGES, keyOf(item));
      assert.equal(stored.status, 'created');
      assert.equal(stored.stage, 'dev');
      assert.equal(stored.retry_count, 0);
      assert.equal(stored.schema_version, '1.0');
      assert.equal(stored.payload.priority, 'default');
      assert.match(stored.created_date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal(stored.ttl,
        Math.floor(Date.parse(stored.created_date) / 1000) + 90 * 24 * 60 * 60);
    }
  });

  test('gets an id, and the answer of an update shows all that was filled', async () => {
    const { message_id: _, ...item } = message();
    await put(MESSAGES, item);
    const { Items } = await db.scan({
      TableName: MESSAGES, FilterExpression: 'correlation_id = :c',
      ExpressionAttributeValues: { ':c': item.correlation_id },
    });
    assert.equal(Items.length, 1);
    const queued = await set(MESSAGES, keyOf(Items[0]), { status: 'queued' });
    assert.equal(queued.created_date, Items[0].created_date);
    assert.ok(queued.updated_date >= queued.created_date);
  });

  test('keeps a time of any RFC 3339 form in one form', async () => {
    const stored = await get(MESSAGES, await created({ created_date: '2025-10-21T16:30:00+02:00' }));
    assert.equal(stored.created_date, '2025-10-21T14:30:00.000Z');
  });

  test('is refused with what is wrong, in the text and for a program', async () => {
    await refusedByModel(put(MESSAGES, message({ created_by: 'nobody' })), 'M101',
      'rez_agent, Message.created_by: "nobody" does not match pattern ^(scheduler|user:.+@.+)$',
      { model: 'rez_agent', entity: 'Message', attribute: 'created_by', rule: 'pattern' });
    await refusedByModel(put(MESSAGES, message({ stage: 'test' })), 'M101',
      'rez_agent, Message.stage: "test" is not one of dev, stage, prod',
      { allowed: ['dev', 'stage', 'prod'], value: '"test"' });
    await refusedByModel(put(MESSAGES, message({ retry_count: -1 })), 'M101',
      'rez_agent, Message.retry_count: -1 is below min 0');
    await refusedByModel(put(MESSAGES, message({ retry_count: 'many' })), 'M101',
      'rez_agent, Message.retry_count: "many" (type S) is not of type int (type N)');
    await refusedByModel(put(MESSAGES, message({ payload: { text: 'x', tags: ['a', 1] } })),
      'M101', 'rez_agent, Message.payload.tags[1]: 1 (type N) is not of type string (type S)',
      { attribute: 'payload.tags[1]' });
    const { payload: _, ...incomplete } = message();
    await refusedByModel(put(MESSAGES, incomplete), 'M101',
      'rez_agent, Message.payload: a value is required', { rule: 'required' });
    await refusedByModel(put(MESSAGES, message({ created_date: '21.10.2025' })), 'M102',
      'rez_agent, Message.created_date: "21.10.2025" is not a timestamp of encoding rfc3339ms (or '
      + 'RFC 3339); expected e.g. 2025-10-21T14:30:00.000Z');
  });

  test('keeps what may not change', async () => {
    const key = await created();
    await refusedByModel(set(MESSAGES, key, { message_type: 'reminder' }), 'M103',
      'rez_agent, Message.message_type: is immutable; it is "scheduled_hello", the request has '
      + '"reminder"');
  });

  test('that is not there is not made by an update', async () => {
    const key = { message_id: randomUUID() };
    await refusedByModel(set(MESSAGES, key, { status: 'created' }), 'M107',
      `rez_agent, Message ${key.message_id}: the update would create an item without created_by, `
      + 'message_type, payload; create it first or add '
      + 'attribute_exists(message_id)');
    assert.equal(await get(MESSAGES, key), undefined);
  });
});

describe('A status', () => {
  test('goes forward only, and a refusal shows the stored message if asked', async () => {
    const key = await created();
    await set(MESSAGES, key, { status: 'processing' });
    const completed = await set(MESSAGES, key, { status: 'completed' });
    const words = `rez_agent, Message ${key.message_id}: status completed -> processing is not `
      + 'allowed; completed is final';
    const error = await refusedByModel(
      set(MESSAGES, key, { status: 'processing' },
        { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      'M201', words, { current: 'completed', value: 'processing', allowed: [] });
    assert.ok(error instanceof ConditionalCheckFailedException);
    assert.deepEqual(unmarshall(error.Item), completed);
    const silent = await refusedByModel(set(MESSAGES, key, { status: 'processing' }), 'M201', words);
    assert.equal(silent.Item, undefined);
  });

  test('tells which states may follow', async () => {
    const key = await created();
    await refusedByModel(set(MESSAGES, key, { status: 'completed' }), 'M201',
      `rez_agent, Message ${key.message_id}: status created -> completed is not allowed; from `
      + 'created: queued, processing, failed', { allowed: ['queued', 'processing', 'failed'] });
  });

  test('is stamped when it is entered and counted when it is repeated', async () => {
    const key = await created();
    const { processing_started_at: started } = await set(MESSAGES, key, { status: 'processing' });
    const again = await set(MESSAGES, key, { status: 'processing' });
    assert.equal(again.retry_count, 1);
    assert.equal(again.processing_started_at, started);
  });

  test('of failure needs a reason', async () => {
    const key = await created();
    await refusedByModel(set(MESSAGES, key, { status: 'failed' }), 'M202',
      `rez_agent, Message ${key.message_id}: status failed requires error_message`);
    const failed = await set(MESSAGES, key, { status: 'failed', error_message: 'ntfy 503' });
    assert.ok(failed.processing_completed_at);
  });

  test('moves the message in the index by status', async () => {
    const key = await created({ created_date: '2017-06-05T00:00:00Z' });
    await set(MESSAGES, key, { status: 'queued' });
    const there = (status) => found(MESSAGES, 'status-created_date-index',
      { status, created_date: '2017-06-05T00:00:00.000Z' });
    assert.deepEqual(await there('created'), []);
    assert.deepEqual((await there('queued')).map(keyOf), [key]);
  });

  test('that a condition did not expect is told', async () => {
    const key = await created();
    await refuses(set(MESSAGES, key, { status: 'processing' }, {
      ConditionExpression: '#status = :expected',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': 'processing', ':expected': 'queued' },
    }), 'ConditionalCheckFailedException',
    'The conditional request failed: #status = :expected is false (status is "created", :expected '
    + 'is "queued")');
  });
});

describe('Several messages', () => {
  const putOf = (Item) => ({ Put: { TableName: MESSAGES, Item } });

  test('in a transaction are refused with a reason in its place, and none is written', async () => {
    const good = message();
    const error = await refuses(db.transactWrite({
      TransactItems: [putOf(good), putOf(message({ created_by: 'nobody' })),
        putOf(message({ status: 'completed' }))],
    }), 'TransactionCanceledException',
    'Transaction cancelled, please refer cancellation reasons for specific reasons '
    + '[None, ValidationError, ConditionalCheckFailed]');
    const [none, invalid, condition] = error.CancellationReasons;
    assert.equal(none.Code, 'None');
    assert.match(invalid.Message, /Message\.created_by: "nobody" does not match pattern .*\[M101\]$/);
    assert.match(condition.Message, /status completed is not allowed for a new item.*\[M201\]$/);
    assert.equal(await get(MESSAGES, keyOf(good)), undefined);
  });

  test('in a batch are refused with the member named, and none is written', async () => {
    const good = message();
    await refuses(db.batchWrite({
      RequestItems: {
        [MESSAGES]: [good, message({ stage: 'test' })].map((Item) => ({ PutRequest: { Item } })),
      },
    }), 'ValidationException',
    'One or more parameter values were invalid: model rez_agent, Message.stage: "test" is not one '
    + `of dev, stage, prod [M101]: RequestItems.${MESSAGES}.member.2`);
    assert.equal(await get(MESSAGES, keyOf(good)), undefined);
  });
});
