// The album workflow: a picture of a record shelf is uploaded, albums are found in it, a person
// validates them. Executions, albums and tasks share one table.
import { randomUUID } from 'node:crypto';
import { db, pick, say, sayRefusal, set } from '../tour.js';

const TableName = 'album-workflow';
const executionId = randomUUID();
const workflowType = 'step-functions';
const execution = { pk: executionId, sk: 'metadata' };

await db.put({
  TableName,
  Item: { entityType: 'execution', executionId, workflowType, imageS3Key: 'uploads/shelf.jpg' },
});
const { Item } = await db.get({ TableName, Key: execution });
say('An execution is started; keys, state and times are the server\'s work:',
  pick(Item, 'pk', 'sk', 'status', 'startTime'));

const album = (albumIndex, albumName, artist, year) => ({
  entityType: 'album', executionId, workflowType, albumIndex, albumName, artist, year,
});
await db.transactWrite({
  TransactItems: [
    album(10, 'Abbey Road', 'The Beatles', 1969),
    album(2, 'The Dark Side of the Moon', 'Pink Floyd', 1973),
  ].map((found) => ({ Put: { TableName, Item: found } })),
});
const { Items: albums } = await db.query({
  TableName, IndexName: 'GSI2',
  KeyConditionExpression: 'workflowType = :w AND executionId = :x AND entityType = :e',
  ExpressionAttributeValues: { ':w': workflowType, ':x': executionId, ':e': 'album' },
});
say('Two albums, listed by their numbers although album-10 sorts before album-2:',
  albums.map(({ sk, albumName }) => `${sk} ${albumName}`).join(', '));

await sayRefusal('An album from before the gramophone:',
  db.put({ TableName, Item: album(3, 'Carmen', 'Georges Bizet', 1875) }));
await sayRefusal('An album of another kind of workflow than its execution:', db.put({
  TableName, Item: { ...album(3, 'Carmen', 'Callas', 1964), workflowType: 'durable-functions' },
}));

const taskId = `task-${executionId.replaceAll('-', '')}`;
await db.put({
  TableName,
  Item: {
    entityType: 'task', taskId, executionId, workflowType, imageS3Key: 'uploads/shelf.jpg',
    taskToken: 'for-step-functions-only',
    albums: albums.map((one) => pick(one, 'albumIndex', 'albumName', 'artist', 'year')),
  },
});
await set(TableName, execution, { status: 'waiting' });
const task = { pk: taskId, sk: 'metadata' };
await sayRefusal('The task cannot be completed without what was validated:',
  set(TableName, task, { status: 'completed' }));
const done = await set(TableName, task, {
  status: 'completed', validatedData: [pick(albums[1], 'albumIndex', 'albumName', 'artist', 'year')],
});
say('With it the task is completed, and stamped:', pick(done, 'status', 'completedAt', 'expiresAt'));

await sayRefusal('A waiting execution has to run again before it can be completed:',
  set(TableName, execution, { status: 'completed' }));
await set(TableName, execution, { status: 'running' });
const ended = await set(TableName, execution, { status: 'completed', estimatedCost: 0.006 });
say('Then it ends:', pick(ended, 'status', 'endTime', 'estimatedCost'));
