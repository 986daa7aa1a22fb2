// Tables that are being restored: how far each is, and a link when it is there.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { link, segment } from '../core/router.js';
import { dynamo, rest } from '../api/call.js';
import { forgetAll } from '../api/schema.js';
import { count } from '../core/words.js';
import { icon } from '../parts/bits.js';

const REFRESH_MS = 1000;

// `add(name)` follows one more; `close()` ends it.
export function followRestores() {
  const restores = new Map();
  async function look(name) {
    const [{ Table }, { jobs }] = await Promise.all([
      dynamo('DescribeTable', { TableName: name }),
      rest('GET', '/api/jobs'),
    ]);
    const job = jobs.find((each) => each.name === `restore/${name}`);
    restores.set(name, {
      status: Table.TableStatus,
      done: job?.done,
      total: job?.total,
      error: job?.error,
    });
    if (Table.TableStatus === 'ACTIVE') forgetAll();
  }
  const timer = setInterval(async () => {
    for (const [name, { status }] of restores) {
      if (status === 'ACTIVE' || status === 'GONE') continue;
      await look(name).catch((error) => {
        if (error.type === 'ResourceNotFoundException') restores.set(name, { status: 'GONE' });
      });
      redraw();
    }
  }, REFRESH_MS);
  return {
    add(name) {
      restores.set(name, { status: 'CREATING' });
      redraw();
    },
    close: () => clearInterval(timer),
    view: () =>
      restores.size > 0 && [...restores].reverse().map(([name, each]) => line(name, each)),
  };
}

function line(name, { status, done, total, error }) {
  const isDone = status === 'ACTIVE';
  const share = total ? Math.min(1, done / total) : null;
  return h(
    'section',
    { class: 'card restoring', key: `restore ${name}`, role: 'status' },
    icon(isDone ? 'check' : status === 'GONE' ? 'alert' : 'clock'),
    h(
      'div',
      { class: 'stack stack--1 grow' },
      h(
        'span',
        null,
        isDone ? 'Restored ' : status === 'GONE' ? 'The restore was stopped: ' : 'Restoring ',
        h('b', { class: 'medium' }, name),
        share !== null && !isDone && ` · ${count(done)} of about ${count(total)} items`,
      ),
      !isDone &&
        status !== 'GONE' &&
        h('progress', {
          class: 'progress',
          max: 1,
          ...(share === null ? {} : { value: share }),
          'aria-label': `Restoring ${name}`,
        }),
      error && h('span', { class: 'bad small' }, error),
    ),
    isDone && h('a', { class: 'btn btn--sm', href: link(`/t/${segment(name)}/items`) }, 'Open it'),
  );
}
