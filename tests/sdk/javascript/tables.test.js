// The operations on tables, and what a table is besides its items.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  CreateTableCommand, DeleteTableCommand, DescribeEndpointsCommand, DescribeLimitsCommand,
  DescribeTableCommand, DescribeTimeToLiveCommand, ListTablesCommand, ListTagsOfResourceCommand,
  PutItemCommand, QueryCommand, TagResourceCommand, UntagResourceCommand, UpdateTableCommand,
  UpdateTimeToLiveCommand, paginateListTables, waitUntilTableExists, waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { client, createTable, refuses, uniqueName } from './partita.js';

const describeTable = async (TableName) =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table;

describe('CreateTable', () => {
  test('describes the table it makes', async () => {
    const TableName = uniqueName('table');
    const { TableDescription: made } = await client.send(new CreateTableCommand({
      TableName,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' }, { AttributeName: 'sk', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
    }));
    assert.equal(made.TableName, TableName);
    const arn = new RegExp(`^arn:aws:dynamodb:[\\w-]+:\\d{12}:table/${TableName}$`);
    assert.match(made.TableArn, arn);
    assert.ok(made.CreationDateTime instanceof Date);
    assert.ok(Math.abs(made.CreationDateTime - Date.now()) < 60_000);

    const table = await describeTable(TableName);
    assert.equal(table.TableStatus, 'ACTIVE');
    assert.equal(table.TableId, made.TableId);
    assert.equal(table.ItemCount, 0);
    assert.equal(table.ProvisionedThroughput.ReadCapacityUnits, 5);
    assert.equal(table.ProvisionedThroughput.WriteCapacityUnits, 6);
    assert.deepEqual(table.KeySchema, [
      { AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }]);
  });

  test('refuses a name that is taken', async () => {
    const TableName = await createTable({ key: 'pk:S' });
    await refuses(createTable({ name: TableName, key: 'pk:S' }), 'ResourceInUseException');
  });

  test('keeps every kind of index', async () => {
    const table = await describeTable(await createTable({
      key: 'pk:S sk:S',
      localIndexes: { local: 'pk:S | rank:N' },
      indexes: { hashed: 'owner:S', many: 'owner:S+kind:S | state:S+rank:N' },
    }));
    assert.deepEqual(table.LocalSecondaryIndexes.map((index) => index.IndexName), ['local']);
    const many = table.GlobalSecondaryIndexes.find((index) => index.IndexName === 'many');
    assert.equal(many.IndexStatus, 'ACTIVE');
    assert.deepEqual(many.Projection, { ProjectionType: 'ALL' });
    assert.deepEqual(many.KeySchema.map((key) => `${key.AttributeName} ${key.KeyType}`),
      ['owner HASH', 'kind HASH', 'state RANGE', 'rank RANGE']);
  });
});

describe('UpdateTable', () => {
  test('adds an index over the items that are there', async () => {
    const TableName = await createTable({ key: 'id:S' });
    for (let number = 0; number < 30; number += 1) {
      await client.send(new PutItemCommand({
        TableName, Item: { id: { S: `${number}` }, colour: { S: number % 3 ? 'red' : 'blue' } },
      }));
    }
    await client.send(new UpdateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'colour', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [{
        Create: {
          IndexName: 'by-colour',
          KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      }],
    }));
    await untilIndex(TableName, 'by-colour', 'ACTIVE');
    const { Count } = await client.send(new QueryCommand({
      TableName, IndexName: 'by-colour', KeyConditionExpression: 'colour = :colour',
      ExpressionAttributeValues: { ':colour': { S: 'blue' } },
    }));
    assert.equal(Count, 10);

    await client.send(new UpdateTableCommand({
      TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-colour' } }],
    }));
    await untilIndex(TableName, 'by-colour', undefined);
  });

  test('changes the billing mode', async () => {
    const TableName = await createTable({ key: 'id:S' });
    await client.send(new UpdateTableCommand({
      TableName, BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 3, WriteCapacityUnits: 4 },
    }));
    await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
    const { ProvisionedThroughput } = await describeTable(TableName);
    assert.equal(ProvisionedThroughput.ReadCapacityUnits, 3);
    assert.equal(ProvisionedThroughput.WriteCapacityUnits, 4);
  });

  test('protects from deletion until told otherwise', async () => {
    const TableName = await createTable({ key: 'id:S', DeletionProtectionEnabled: true });
    await refuses(client.send(new DeleteTableCommand({ TableName })), 'ValidationException',
      /protected against deletion/);
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName }));
    await waitUntilTableNotExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
  });

  async function untilIndex(TableName, IndexName, status) {
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const { GlobalSecondaryIndexes: indexes = [] } = await describeTable(TableName);
      if (indexes.find((index) => index.IndexName === IndexName)?.IndexStatus === status) return;
    }
    assert.fail(`${IndexName} did not become ${status}`);
  }
});

describe('DeleteTable', () => {
  test('takes the table and its items away', async () => {
    const TableName = await createTable({ key: 'id:S' });
    await client.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' } } }));
    const { TableDescription } = await client.send(new DeleteTableCommand({ TableName }));
    assert.equal(TableDescription.TableName, TableName);
    await waitUntilTableNotExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
    await refuses(describeTable(TableName), 'ResourceNotFoundException',
      `Requested resource not found: Table: ${TableName} not found`);
    await refuses(client.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' } } })),
      'ResourceNotFoundException', 'Requested resource not found');
  });
});

describe('ListTables', () => {
  test('pages through all tables in order of their names', async () => {
    const stem = uniqueName('list');
    const names = ['a', 'b', 'c'].map((letter) => `${stem}-${letter}`);
    for (const name of names) await createTable({ name, key: 'id:S' });
    const seen = [];
    for await (const page of paginateListTables({ client, pageSize: 2 }, {})) {
      assert.ok(page.TableNames.length <= 2);
      seen.push(...page.TableNames);
    }
    assert.deepEqual(seen.filter((name) => name.startsWith(stem)), names);
    const { TableNames } = await client.send(new ListTablesCommand({
      ExclusiveStartTableName: names[0], Limit: 1,
    }));
    assert.deepEqual(TableNames, [names[1]]);
  });
});

describe('Tags', () => {
  test('are set, listed and removed', async () => {
    const ResourceArn = (await describeTable(await createTable({
      key: 'id:S', Tags: [{ Key: 'team', Value: 'music' }],
    }))).TableArn;
    await client.send(new TagResourceCommand({
      ResourceArn, Tags: [{ Key: 'stage', Value: 'prod' }, { Key: 'team', Value: 'albums' }],
    }));
    assert.deepEqual(await tags(ResourceArn), { stage: 'prod', team: 'albums' });
    await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['stage'] }));
    assert.deepEqual(await tags(ResourceArn), { team: 'albums' });
  });

  async function tags(ResourceArn) {
    const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
    return Object.fromEntries(Tags.map((tag) => [tag.Key, tag.Value]));
  }
});

describe('TimeToLive', () => {
  test('is switched on and described', async () => {
    const TableName = await createTable({ key: 'id:S' });
    assert.equal((await timeToLive(TableName)).TimeToLiveStatus, 'DISABLED');
    const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
    const answer = await client.send(new UpdateTimeToLiveCommand({
      TableName, TimeToLiveSpecification,
    }));
    assert.deepEqual(answer.TimeToLiveSpecification, TimeToLiveSpecification);
    const described = await timeToLive(TableName);
    assert.equal(described.AttributeName, 'ttl');
    assert.match(described.TimeToLiveStatus, /^(ENABLING|ENABLED)$/);
  });

  async function timeToLive(TableName) {
    const answer = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    return answer.TimeToLiveDescription;
  }
});

test('DescribeLimits tells the limits of an account', async () => {
  const limits = await client.send(new DescribeLimitsCommand({}));
  for (const name of ['AccountMaxReadCapacityUnits', 'AccountMaxWriteCapacityUnits',
    'TableMaxReadCapacityUnits', 'TableMaxWriteCapacityUnits']) {
    assert.ok(limits[name] > 0, name);
  }
});

test('DescribeEndpoints names an endpoint', async () => {
  const { Endpoints } = await client.send(new DescribeEndpointsCommand({}));
  assert.ok(Endpoints[0].Address);
  assert.ok(Endpoints[0].CachePeriodInMinutes > 0n);
});

test('an ARN is as good as a name', async () => {
  const TableName = await createTable({ key: 'id:S' });
  const { TableArn } = await describeTable(TableName);
  await client.send(new PutItemCommand({ TableName: TableArn, Item: { id: { S: 'a' } } }));
  assert.equal((await describeTable(TableArn)).TableName, TableName);
});
