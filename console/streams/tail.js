// Follows a stream through all its shards. Every record is told once, those of a shard in order.
import { dynamo } from '../api/call.js';

const WAIT_MS = 500;

const sleep = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function shardsOf(arn) {
  const shards = [];
  let start;
  do {
    const { StreamDescription } = await dynamo('DescribeStream', {
      StreamArn: arn,
      ...(start ? { ExclusiveStartShardId: start } : {}),
    });
    shards.push(...StreamDescription.Shards);
    start = StreamDescription.LastEvaluatedShardId;
  } while (start);
  return shards;
}

async function iteratorOf(arn, shard, type) {
  const { ShardIterator } = await dynamo('GetShardIterator', {
    StreamArn: arn,
    ShardId: shard.ShardId,
    ShardIteratorType: type,
  });
  return ShardIterator;
}

// `from`: latest or oldest. Stops when the function that it returns is called. While it is paused it
// keeps its place, so nothing is lost.
export function tail(arn, from, { isPaused, take, fail }) {
  let isOver = false;
  const open = new Map();
  const begun = new Set();

  // Shards that come later begin where their parents ended, so they are read from their beginning.
  async function findShards(type) {
    for (const shard of await shardsOf(arn)) {
      if (begun.has(shard.ShardId)) continue;
      begun.add(shard.ShardId);
      open.set(shard.ShardId, await iteratorOf(arn, shard, type));
    }
  }

  async function turn() {
    let taken = 0;
    for (const [id, iterator] of open) {
      const { Records, NextShardIterator } = await dynamo('GetRecords', {
        ShardIterator: iterator,
        Limit: 1000,
      });
      if (isOver) return 0;
      if (Records.length > 0) take(Records);
      taken += Records.length;
      if (NextShardIterator) open.set(id, NextShardIterator);
      else open.delete(id);
    }
    return taken;
  }

  (async () => {
    let rounds = 0;
    await findShards(from === 'oldest' ? 'TRIM_HORIZON' : 'LATEST');
    while (!isOver) {
      if (isPaused() || document.hidden) {
        await sleep(WAIT_MS);
        continue;
      }
      const taken = await turn();
      rounds += 1;
      if (rounds % 20 === 0 || open.size === 0) await findShards('TRIM_HORIZON');
      if (taken === 0) await sleep(WAIT_MS);
    }
  })().catch((error) => {
    if (!isOver) fail(error);
  });
  return () => {
    isOver = true;
  };
}
