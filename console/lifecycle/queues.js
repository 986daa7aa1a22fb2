// Tables as queues: what waits, who has what for how long, what nobody could do. As models declare them
// with `work` in a lifecycle.
import { modelList, shapeOf, tableSchema } from '../api/schema.js';
import { plain } from '../api/typed.js';
import { rowsIn, stateCounts } from './state_rows.js';

const TAKEN_MAX = 200;

// An instant of an attribute, whichever way it is stored: text, seconds or milliseconds.
export function instantOf(value) {
  if (!value) return null;
  if (value.S !== undefined) {
    const at = Date.parse(value.S);
    return Number.isNaN(at) ? null : at;
  }
  const number = Number(value.N);
  if (!Number.isFinite(number)) return null;
  return number < 1e11 ? number * 1000 : number;
}

const textOf = (value) => (value === undefined ? '' : String(plain(value)));

function takenOf(entity, row) {
  const { work, attribute } = entity.lifecycle;
  const { item } = row;
  return {
    ...row,
    state: textOf(item[attribute]),
    until: instantOf(item[work.until]),
    worker: work.worker ? textOf(item[work.worker]) : '',
    attempts: work.attempts && item[work.attempts] ? Number(item[work.attempts].N) : null,
    isLeased: item[work.token] !== undefined,
  };
}

async function queueOf(model, shape, entity) {
  const schema = await tableSchema(entity.table);
  const { work } = entity.lifecycle;
  const [counts, ...lists] = await Promise.all([
    stateCounts(schema, entity),
    ...work.states.map((state) => rowsIn(schema, entity, state, TAKEN_MAX)),
  ]);
  const taken = lists
    .flat()
    .map((row) => takenOf(entity, row))
    .sort((a, b) => (a.until ?? Infinity) - (b.until ?? Infinity));
  const has = work.states.reduce((sum, state) => sum + counts[state], 0);
  return {
    model,
    entity,
    schema,
    counts,
    work,
    claims: shape.patterns.filter((each) => each.kind === 'claim' && each.entity === entity.name),
    taken,
    hidden: Math.max(0, has - taken.length),
    waiting: counts[work.then] ?? 0,
    dead: work.dead ? (counts[work.dead] ?? 0) : null,
  };
}

export async function readQueues() {
  const models = await modelList();
  const shapes = await Promise.all(models.map((each) => shapeOf(each.name)));
  const queues = models.flatMap((model, i) =>
    shapes[i].entities
      .filter((each) => each.lifecycle?.work && each.table)
      .map((entity) => queueOf(model, shapes[i], entity)),
  );
  return Promise.all(queues);
}

// Who has how many, the one whose lease ends first before the others.
export function workersOf(queue) {
  const byName = new Map();
  for (const each of queue.taken.filter((one) => one.isLeased)) {
    const name = each.worker || 'no name';
    const found = byName.get(name) ?? { name, items: 0, until: Infinity };
    found.items += 1;
    found.until = Math.min(found.until, each.until ?? Infinity);
    byName.set(name, found);
  }
  return [...byName.values()].sort((a, b) => b.items - a.items || a.until - b.until);
}
