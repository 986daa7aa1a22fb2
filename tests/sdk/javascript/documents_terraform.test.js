// The photo editor's Terraform, as the calls that the AWS provider makes for an aws_dynamodb_table, in
// its order: as read in internal/service/dynamodb/table.go of hashicorp/terraform-provider-aws, commit
// f583d818 (of version 4). DeletionProtectionEnabled came with a later one. Its block is
//   billing_mode = "PAY_PER_REQUEST", hash_key = "jobId", attribute jobId S, ttl on `ttl`,
//   point_in_time_recovery enabled, server_side_encryption enabled, tags with its Name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DynamoDB, waitUntilTableExists, waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { connectTo } from './models.js';
import { HttpRequest } from '@smithy/protocol-http';
import { endpoint, refuses, uniqueName } from './partita.js';
import { signer } from './raw_request.js';

const created = (TableName) => ({
  TableName,
  AttributeDefinitions: [{ AttributeName: 'jobId', AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
  DeletionProtectionEnabled: false,
  KeySchema: [{ AttributeName: 'jobId', KeyType: 'HASH' }],
  SSESpecification: { Enabled: true },
  Tags: [{ Key: 'Name', Value: TableName }],
});

// What it reads into its state, after each change and before each plan.
async function read(provider, TableName) {
  const { Table } = await provider.describeTable({ TableName });
  const { ContinuousBackupsDescription: Recovery } =
    await provider.describeContinuousBackups({ TableName });
  const { TimeToLiveDescription } = await provider.describeTimeToLive({ TableName });
  const { Tags } = await provider.listTagsOfResource({ ResourceArn: Table.TableArn });
  return { Table, Recovery: Recovery.PointInTimeRecoveryDescription, TimeToLiveDescription, Tags };
}

async function create(provider, TableName) {
  await provider.createTable(created(TableName));
  await waitUntilTableExists({ client: provider, maxWaitTime: 30, minDelay: 1 }, { TableName });
  await provider.updateTimeToLive({
    TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  });
  // It asks again until this is ENABLED.
  const { TimeToLiveDescription } = await provider.describeTimeToLive({ TableName });
  assert.equal(TimeToLiveDescription.TimeToLiveStatus, 'ENABLED');
}

test('creates the table and its settings, point-in-time recovery among them', async () => {
  const provider = new DynamoDB({ endpoint });
  const TableName = uniqueName('photoeditor-prod-jobs');
  await create(provider, TableName);
  await provider.updateContinuousBackups({
    TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });

  const { Table, Recovery, TimeToLiveDescription, Tags } = await read(provider, TableName);
  assert.equal(Recovery.PointInTimeRecoveryStatus, 'ENABLED');
  assert.equal(Recovery.RecoveryPeriodInDays, 35);
  assert.equal(Table.TableStatus, 'ACTIVE');
  assert.equal(Table.BillingModeSummary.BillingMode, 'PAY_PER_REQUEST');
  assert.equal(Table.SSEDescription.Status, 'ENABLED');
  assert.equal(Table.DeletionProtectionEnabled, false);
  assert.deepEqual(TimeToLiveDescription, { AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' });
  assert.deepEqual(Tags, [{ Key: 'Name', Value: TableName }]);
  await provider.deleteTable({ TableName });
});

// The block without recovery, then with an index more, without encryption, with another TTL and tag.
test('changes the table step by step, and deletes it', async () => {
  const provider = new DynamoDB({ endpoint });
  const TableName = uniqueName('photoeditor-prod-jobs');
  await create(provider, TableName);
  const { Table: { TableArn } } = await read(provider, TableName);

  const Create = {
    IndexName: 'userId-index',
    KeySchema: [{ AttributeName: 'userId', KeyType: 'HASH' }],
    Projection: { ProjectionType: 'ALL' },
  };
  await provider.updateTable({
    TableName,
    AttributeDefinitions: ['jobId', 'userId'].map(
      (AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexUpdates: [{ Create }],
  });
  await indexIs(provider, TableName, 'ACTIVE');
  await provider.updateTable({ TableName, SSESpecification: { Enabled: false } });
  assert.equal((await provider.describeTable({ TableName })).Table.SSEDescription, undefined);
  await provider.updateTimeToLive({
    TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: false },
  });
  await provider.describeTimeToLive({ TableName });
  await provider.untagResource({ ResourceArn: TableArn, TagKeys: ['Name'] });
  await provider.tagResource({ ResourceArn: TableArn, Tags: [{ Key: 'Stage', Value: 'prod' }] });

  const { Table, TimeToLiveDescription, Tags } = await read(provider, TableName);
  assert.deepEqual(Table.GlobalSecondaryIndexes.map((index) => index.IndexName), ['userId-index']);
  assert.deepEqual(TimeToLiveDescription, { TimeToLiveStatus: 'DISABLED' });
  assert.deepEqual(Tags, [{ Key: 'Stage', Value: 'prod' }]);

  await provider.deleteTable({ TableName });
  await waitUntilTableNotExists({ client: provider, maxWaitTime: 30, minDelay: 1 }, { TableName });
  // What it deletes once more is gone for it, by these words.
  await refuses(provider.deleteTable({ TableName }), 'ResourceNotFoundException',
    `Requested resource not found: Table: ${TableName} not found`);
});

async function indexIs(provider, TableName, wanted) {
  for (;;) {
    const { Table } = await provider.describeTable({ TableName });
    if (Table.GlobalSecondaryIndexes[0].IndexStatus === wanted) return;
  }
}

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

// A call to Application Auto Scaling, as its client makes it; tests/sdk/python/scaling_test.py has the
// client itself, and the provider's order of calls for targets and policies of one's own.
async function scaling(operation, input) {
  const place = new URL(process.env.PARTITA_PRODUCTION_ENDPOINT);
  const { headers, body } = await signer({ service: 'application-autoscaling' }).sign(
    new HttpRequest({
      method: 'POST', protocol: 'http:', hostname: place.hostname, port: Number(place.port), path: '/',
      headers: {
        host: place.host, 'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AnyScaleFrontendService.${operation}`,
      },
      body: JSON.stringify({ ServiceNamespace: 'dynamodb', ...input }),
    }));
  const answer = await fetch(place, { method: 'POST', headers, body });
  assert.equal(answer.headers.get('content-type'), 'application/x-amz-json-1.1');
  assert.equal(answer.status, 200);
  return answer.json();
}

test('finds the scaling of the model there, with the figures of its document', async () => {
  const ResourceId = 'table/photoeditor-prod-jobs';
  const { ScalableTargets } = await scaling(
    'DescribeScalableTargets', { ResourceIds: [ResourceId] });
  assert.deepEqual(
    ScalableTargets.map((target) => [
      target.ScalableDimension, target.MinCapacity, target.MaxCapacity]),
    [['dynamodb:table:ReadCapacityUnits', 25, 100], ['dynamodb:table:WriteCapacityUnits', 10, 50]]);
  const { ScalingPolicies } = await scaling('DescribeScalingPolicies', { ResourceId });
  // As the exported Terraform calls them, so that it finds its own.
  assert.deepEqual(
    ScalingPolicies.map((policy) => [
      policy.PolicyName, policy.TargetTrackingScalingPolicyConfiguration.TargetValue]),
    [['jobs_read', 70], ['jobs_write', 70]]);
});
