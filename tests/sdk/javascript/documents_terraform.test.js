// The photo editor's Terraform, as the calls that the AWS provider makes to create and read an
// aws_dynamodb_table, in its order. Its block is
//   billing_mode = "PAY_PER_REQUEST", hash_key = "jobId", attribute jobId S, ttl on `ttl`,
//   point_in_time_recovery enabled, server_side_encryption enabled, tags with its Name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DynamoDB, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { connectTo } from './models.js';
import { endpoint, refuses, uniqueName } from './partita.js';

const created = (TableName) => ({
  TableName,
  AttributeDefinitions: [{ AttributeName: 'jobId', AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
  DeletionProtectionEnabled: false,
  KeySchema: [{ AttributeName: 'jobId', KeyType: 'HASH' }],
  SSESpecification: { Enabled: true },
  Tags: [{ Key: 'Name', Value: TableName }],
});

test('creates the table and its settings up to point-in-time recovery', async () => {
  const provider = new DynamoDB({ endpoint });
  const TableName = uniqueName('photoeditor-prod-jobs');
  await provider.createTable(created(TableName));
  await waitUntilTableExists({ client: provider, maxWaitTime: 30, minDelay: 1 }, { TableName });
  await provider.updateTimeToLive({
    TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  });
  // Recovery comes with backups; until then the provider is told so, and its apply ends here.
  await refuses(provider.updateContinuousBackups({
    TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  }), 'UnknownOperationException');
  await refuses(provider.describeContinuousBackups({ TableName }), 'UnknownOperationException');

  // What it reads back into its state.
  const { Table } = await provider.describeTable({ TableName });
  assert.equal(Table.TableStatus, 'ACTIVE');
  assert.equal(Table.BillingModeSummary.BillingMode, 'PAY_PER_REQUEST');
  assert.equal(Table.SSEDescription.Status, 'ENABLED');
  assert.equal(Table.DeletionProtectionEnabled, false);
  const { TimeToLiveDescription } = await provider.describeTimeToLive({ TableName });
  assert.deepEqual(TimeToLiveDescription, { AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' });
  const { Tags } = await provider.listTagsOfResource({ ResourceArn: Table.TableArn });
  assert.deepEqual(Tags, [{ Key: 'Name', Value: TableName }]);
  await provider.deleteTable({ TableName });
});

test('finds the table of the model there, with the settings that its block has', async () => {
  const provider = connectTo('PARTITA_PRODUCTION_ENDPOINT');
  const TableName = 'photoeditor-prod-jobs';
  await refuses(provider.createTable(created(TableName)), 'ResourceInUseException');
  // After `terraform import` it only reads.
  const { Table } = await provider.describeTable({ TableName });
  assert.deepEqual(Table.KeySchema, [{ AttributeName: 'jobId', KeyType: 'HASH' }]);
  assert.equal(Table.SSEDescription.Status, 'ENABLED');
  assert.equal(Table.StreamSpecification, undefined);
  const { TimeToLiveDescription } = await provider.describeTimeToLive({ TableName });
  assert.deepEqual(TimeToLiveDescription, { AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' });
  const { Tags } = await provider.listTagsOfResource({ ResourceArn: Table.TableArn });
  assert.ok(Tags.some(({ Key, Value }) => Key === 'Name' && Value === TableName));
  // The indexes, which its block does not declare, serve the document's queries.
  const { Items } = await DynamoDBDocument.from(provider).query({
    TableName, IndexName: 'userId-createdAt-index', KeyConditionExpression: 'userId = :userId',
    ExpressionAttributeValues: { ':userId': 'nobody' },
  });
  assert.deepEqual(Items, []);
});
