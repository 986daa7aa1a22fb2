// The photo editor's jobs: queued, taken by a worker, edited by a provider, completed or failed.
import { randomUUID } from 'node:crypto';
import { db, pick, say, sayRefusal, set } from '../tour.js';

const TableName = 'photoeditor-dev-jobs';
const userId = `user-${randomUUID()}`;

await db.put({
  TableName, Item: { userId, fileSize: 2483112, fileType: 'image/jpeg', provider: 'gemini' },
});
const list = async (status) => (await db.query({
  TableName, IndexName: 'userId-status-createdAt-index', ScanIndexForward: false,
  KeyConditionExpression: 'userId = :u AND #status = :s',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':u': userId, ':s': status },
})).Items;
const [job] = await list('QUEUED');
say('A job was put without an id; the index of its user finds it, filled in by the server:',
  pick(job, 'jobId', 'status', 'createdAt', 'ttl', 'retryCount'));

const Key = { jobId: job.jobId };
await sayRefusal('No job is completed before it was begun:',
  set(TableName, Key, { status: 'COMPLETED' }));

// As workers do it that share a queue: each takes the job if it is still there to be taken.
const take = (worker) => db.update({
  TableName, Key,
  UpdateExpression: 'SET #status = :new, worker = :worker',
  ConditionExpression: '#status = :expected',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':new': 'PROCESSING', ':expected': 'QUEUED', ':worker': worker },
});
const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(take));
const refusals = outcomes.filter(({ status }) => status === 'rejected');
say(`Five workers try to take it at once: ${5 - refusals.length} got it, the others are told why:`,
  refusals[0].reason.message);

await set(TableName, Key, { status: 'EDITING' });
await set(TableName, Key, { status: 'EDITING' });
const again = await set(TableName, Key, { status: 'EDITING' });
say('The provider is called three times; repetitions are counted:', pick(again, 'retryCount'));

await sayRefusal('A failure needs its error:', set(TableName, Key, { status: 'FAILED' }));
await sayRefusal('What the provider found is checked, however deep it is:', set(TableName, Key, {
  analysisResult: { labels: [{ name: 'beach', confidence: 97 }] },
}));
const completed = await set(TableName, Key, {
  status: 'COMPLETED',
  editResult: { s3Key: 'final/beach.webp', width: 2048, height: 1536, format: 'webp', size: 812443 },
});
say('It succeeds; the final key follows the result:',
  pick(completed, 'status', 's3FinalKey', 'processingStartedAt', 'processingCompletedAt'));
say('And it has left one partition of the index for the other:',
  `QUEUED ${(await list('QUEUED')).length}, COMPLETED ${(await list('COMPLETED')).length}`);
