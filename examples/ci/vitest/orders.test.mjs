// A server for the tests of this file alone: in memory, on any free port.
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { start } from 'partita';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server;
let client;

beforeAll(async () => {
  server = await start({ inMemory: true });
  client = new DynamoDBClient(server.client);
  await client.send(new CreateTableCommand({
    TableName: 'orders',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  }));
});

afterAll(async () => {
  client.destroy();
  await server.stop();
});

test('an order is found again', async () => {
  await client.send(new PutItemCommand({ TableName: 'orders', Item: { id: { S: '1' }, total: { N: '9.50' } } }));
  const { Item } = await client.send(new GetItemCommand({ TableName: 'orders', Key: { id: { S: '1' } } }));
  expect(Item.total.N).toBe('9.5');
});
