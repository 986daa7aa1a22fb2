// As @shelf/jest-dynamodb has it.
module.exports = {
  port: Number(process.env.DYNAMODB_PORT ?? 8000),
  tables: [
    {
      TableName: 'files',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    },
  ],
};
