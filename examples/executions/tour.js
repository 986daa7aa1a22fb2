// An index of Step Functions executions, fed by their events: they come late, twice, in any order.
import { randomUUID } from 'node:crypto';
import { db, pick, say } from '../tour.js';

const TableName = 'ExecutionIndex';
const agentName = `tour-${randomUUID().slice(0, 8)}`;
const arnOf = (name) => `arn:aws:states:us-east-1:123456789012:execution:${agentName}-prod:${name}`;

// Each event is one put. What it does not name is kept.
async function index(name, event) {
  await db.put({ TableName, Item: { executionArn: arnOf(name), ...event } });
  const { Item } = await db.get({ TableName, Key: { executionArn: arnOf(name) } });
  return pick(Item, 'agentName', 'executionName', 'status', 'startDate', 'durationSeconds');
}

const running = { status: 'RUNNING', startDate: '2025-09-29T14:34:50+02:00' };
say('An execution starts; its names come from the ARN, its time is stored in UTC:',
  await index('nightly', running));
say('Its end comes without most attributes; they are kept, and the duration is computed:',
  await index('nightly', {
    status: 'FAILED', startDate: running.startDate, stopDate: '2025-09-29T12:36:00Z',
  }));
say('The first event comes once more, late. It is taken, and does not undo the end:',
  await index('nightly', running));
say('But a redrive does: it has counted.', await index('nightly', { ...running, redriveCount: 1 }));
say('And succeeds:', await index('nightly', {
  status: 'SUCCEEDED', startDate: running.startDate, stopDate: '2025-09-29T13:00:00Z',
}));
say('Nothing follows success:', await index('nightly', {
  status: 'ABORTED', startDate: running.startDate,
}));

for (const day of [29, 30]) {
  await index(`on-${day}`, { status: 'SUCCEEDED', startDate: `2025-09-${day}T23:59:59.999Z` });
}
const { Items } = await db.query({
  TableName, IndexName: 'AgentDateIndex', ScanIndexForward: false,
  KeyConditionExpression: 'agentName = :a AND startDate BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':a': agentName, ':from': '2025-09-29', ':to': '2025-09-29~' },
});
say('The agent\'s executions of 29 September, to the last millisecond of the day:',
  Items.map(({ executionName, status }) => `${executionName} ${status}`).join(', '));
