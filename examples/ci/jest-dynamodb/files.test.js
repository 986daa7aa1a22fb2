const { DynamoDB } = require('@aws-sdk/client-dynamodb');
const { port } = require('./jest-dynamodb-config.js');

const client = new DynamoDB({
  endpoint: `http://localhost:${port}`,
  region: 'local-env',
  credentials: { accessKeyId: 'fake', secretAccessKey: 'fake' },
});

afterAll(() => client.destroy());

test('the tables of the configuration are there', async () => {
  await client.putItem({ TableName: 'files', Item: { id: { S: '1' }, hello: { S: 'world' } } });
  const { Item } = await client.getItem({ TableName: 'files', Key: { id: { S: '1' } } });
  expect(Item.hello.S).toBe('world');
});
