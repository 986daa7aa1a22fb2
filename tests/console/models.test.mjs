// Models: patterns, entities, lifecycles, dashboards and the editor, on the samples of the five models.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  dynamo,
  newPage,
  screenshots,
  settle,
  startBrowser,
  startModels,
  stopAll,
} from './harness.mjs';

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([startModels(), startBrowser()]);
});
after(async () => {
  await browser.close();
  await stopAll();
});

const api = (path) => fetch(server.origin + path).then((answer) => answer.json());
async function opened(path) {
  const made = await newPage(browser, { origin: server.origin });
  await made.page.goto(`${server.origin}/console${path}`);
  await settle(made.page);
  return made;
}

test('every live pattern of the five models has a form', async () => {
  const { models } = await api('/api/models');
  const { page, context, troubles } = await opened('/models');
  let patterns = 0;
  for (const model of models) {
    const shape = await api(`/api/models/${encodeURIComponent(model.name)}/shape`);
    assert.equal(shape.patterns.length, model.patterns);
    await page.goto(`${server.origin}/console/m/${encodeURIComponent(model.name)}/patterns`);
    await settle(page);
    assert.equal(await page.locator('.master__item').count(), shape.patterns.length);
    patterns += shape.patterns.length;
    const first = shape.patterns.find(
      (each) => each.plan && each.kind === 'query' && each.parameters.length > 0,
    );
    await page.locator('.master__item', { hasText: first.name }).first().click();
    for (const parameter of first.parameters)
      await page.getByLabel(parameter.name, { exact: true }).waitFor();
  }
  assert.equal(patterns, 116);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('pages forth and back give each item once', async () => {
  const { page, context } = await opened(
    '/m/photoeditor%40dev/patterns?run=list_jobs_by_status&p.status=FAILED&p.limit=20',
  );
  const seen = [];
  const ids = () => page.locator('.master__main tbody tr td:first-child').allInnerTexts();
  const first = await ids();
  for (let i = 0; i < 3; i += 1) {
    seen.push(...(await ids()));
    const before = (await ids())[0];
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForFunction(
      (id) => document.querySelector('.master__main tbody td')?.innerText !== id,
      before,
    );
  }
  assert.equal(new Set(seen).size, 60);
  for (let i = 0; i < 3; i += 1) {
    const before = (await ids())[0];
    await page.getByRole('button', { name: 'Before', exact: true }).click();
    await page.waitForFunction(
      (id) => document.querySelector('.master__main tbody td')?.innerText !== id,
      before,
    );
  }
  assert.deepEqual(await ids(), first);
  await context.close();
});

test('all items of the five tables are decoded, and an item says why an index has it not', async () => {
  const { models } = await api('/api/models');
  for (const [table] of models.map((model) => model.tables)) {
    const { Items } = await dynamo(server.origin, 'Scan', { TableName: table, Limit: 1000 });
    const { items } = await fetch(`${server.origin}/api/tables/${table}/decode`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Items }),
    }).then((answer) => answer.json());
    assert.equal(items.length, Items.length);
    assert.deepEqual(
      items.filter((each) => each.entity === null),
      [],
      table,
    );
  }
  const { Items } = await dynamo(server.origin, 'Scan', {
    TableName: 'music-encyclopedia',
    Limit: 300,
  });
  const item = Items.find((each) => !each.GSI2PK);
  const { page, context } = await opened(
    `/t/music-encyclopedia/items?sel=${encodeURIComponent(JSON.stringify({ PK: item.PK, SK: item.SK }))}`,
  );
  await page.getByRole('tab', { name: 'Indexes' }).click();
  await page.locator('.indexline', { hasText: 'GSI2' }).getByText('is not there').first().waitFor();
  await page.getByRole('tab', { name: 'Related' }).click();
  await page.getByText('Asked from here').waitFor();
  await context.close();
});

test('the board has the counts of the rollup, offers only allowed steps, and a step writes its stamps', async () => {
  const { page, context, troubles } = await opened('/t/photoeditor-dev-jobs/lifecycle');
  const { rows } = await api('/api/models/photoeditor/rollups/status_counts');
  for (const { status, n } of rows)
    await page.getByRole('region', { name: `${status}, ${n}`, exact: true }).waitFor();
  const completed = page.getByRole('region', { name: /^COMPLETED/ });
  assert.equal(await completed.getByRole('button').count(), 0);
  const queued = page.getByRole('region', { name: /^QUEUED/ });
  const job = queued.locator('.job').first();
  const href = await job.getByRole('link').getAttribute('href');
  await job.getByRole('button', { name: 'PROCESSING' }).click();
  await page.screenshot({ path: join(screenshots, 'transition-light-wide.png') });
  await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
  await page.getByText('Job is now PROCESSING').waitFor();
  const Key = JSON.parse(new URL(href, server.origin).searchParams.get('sel'));
  const { Item } = await dynamo(server.origin, 'GetItem', {
    TableName: 'photoeditor-dev-jobs',
    Key,
  });
  assert.equal(Item.status.S, 'PROCESSING');
  assert.ok(Item.processingStartedAt);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a card that is dragged to another lane is written there, with the stamps of the step', async () => {
  const { page, context, troubles } = await opened('/t/photoeditor-dev-jobs/lifecycle');
  const job = page
    .getByRole('region', { name: /^QUEUED/ })
    .locator('.job')
    .first();
  const href = await job.getByRole('link').getAttribute('href');
  await job.dragTo(page.getByRole('region', { name: /^PROCESSING/ }), {
    sourcePosition: { x: 4, y: 4 },
    targetPosition: { x: 20, y: 12 },
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
  await page.getByText('Job is now PROCESSING').waitFor();
  const Key = JSON.parse(new URL(href, server.origin).searchParams.get('sel'));
  const { Item } = await dynamo(server.origin, 'GetItem', {
    TableName: 'photoeditor-dev-jobs',
    Key,
  });
  assert.equal(Item.status.S, 'PROCESSING');
  assert.ok(Item.processingStartedAt);
  await page
    .getByRole('region', { name: /^PROCESSING/ })
    .locator(`a[href="${href}"]`)
    .waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("a step that needs more says so in the server's words", async () => {
  const { page, context } = await opened('/t/photoeditor-dev-jobs/lifecycle');
  await page
    .getByRole('region', { name: /^QUEUED/ })
    .locator('.job')
    .first()
    .getByRole('button', { name: 'FAILED' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
  await page.getByRole('dialog').getByText('M202', { exact: true }).waitFor();
  await context.close();
});

const messageIn = async (state) => {
  const { Items } = await dynamo(server.origin, 'Query', {
    TableName: 'rez-agent-messages-dev',
    IndexName: 'status-created_date-index',
    KeyConditionExpression: '#s = :s',
    ExpressionAttributeNames: { '#s': 'status' },
    ExpressionAttributeValues: { ':s': { S: state } },
    Limit: 1,
  });
  const key = JSON.stringify({ message_id: Items[0].message_id });
  return `/t/rez-agent-messages-dev/items?sel=${encodeURIComponent(key)}`;
};

test('a forbidden step is not offered, and written by hand it is refused in the words of the model', async () => {
  const { page, context } = await opened(await messageIn('completed'));
  const offered = page.locator('.pane').getByRole('button', { name: 'processing', exact: true });
  assert.equal(await offered.count(), 0);
  await page.getByRole('button', { name: 'Edit status', exact: true }).click();
  await page.getByRole('textbox', { name: 'status', exact: true }).fill('processing');
  await page.getByRole('button', { name: 'Review diff' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Refused' }).getByText('M201', { exact: true }).waitFor();
  await context.close();
});

test('that a step has no way back is told before it is saved, and its undo is refused', async () => {
  const { page, context } = await opened(await messageIn('processing'));
  await page.locator('.pane').getByRole('button', { name: 'completed', exact: true }).click();
  await page.getByRole('button', { name: 'Review diff' }).click();
  await page.getByText('This cannot be undone.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved one item').waitFor();
  await page.getByRole('tab', { name: 'Fields' }).focus();
  await page.keyboard.press('Control+z');
  await page.getByRole('dialog', { name: 'Refused' }).getByText('M201', { exact: true }).waitFor();
  await context.close();
});

test('widgets of all kinds draw, and their numbers are those of the API', async () => {
  const { page, context, troubles } = await opened('/d/rez_agent%40dev/dashboard');
  const { rows } = await api('/api/metrics/status-counts?window=24h');
  for (const { status, n } of rows)
    await page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${status}${n}$`) })
      .waitFor();
  for (const title of [
    'Status counts',
    'Success rate',
    'Avg seconds',
    'Recent',
    'Failed',
    'By type',
  ])
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await page.goto(`${server.origin}/console/d/album_workflow/compare`);
  await settle(page);
  await page.getByRole('row', { name: /Execution count/ }).waitFor();
  assert.equal(await page.locator('.plot-line').count(), 4);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a search finds what the API finds, marks it, and is narrowed down by a facet', async () => {
  const { page, context, troubles } = await opened('/m/music/search');
  await page.getByText('Find Artist by words').waitFor();
  await page.keyboard.type('ravi shankr');
  await page.locator('.hit').first().waitFor();
  const found = await api('/api/music/artists/search?q=ravi+shankr&facets=tradition');
  await page.getByText('Looked for').getByText('shankar').waitFor();
  assert.equal(await page.locator('.hit').count(), found.items.length);
  assert.deepEqual(await page.locator('.hit__title mark').allInnerTexts(), ['Ravi', 'Shankar']);
  await page.getByRole('searchbox').fill('ra');
  const all = await api('/api/music/artists/search?q=ra&facets=tradition');
  await page.getByText(`${all.total} hits`).waitFor();
  const [{ value, items }] = all.facets.tradition;
  await page.getByRole('button', { name: `${value} ${items}` }).click();
  await page.getByText(`${items} hits`).waitFor();
  await page.reload();
  await settle(page);
  await page.getByText(`${items} hits`).waitFor();
  await page.locator('.hit__title').first().click();
  await page.getByRole('complementary', { name: 'The item' }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('the page of executions lists what the pattern behind it gives', async () => {
  const { page, context, troubles } = await opened('/d/execution_index/executions');
  const shape = await api('/api/models/execution_index/shape');
  const { route } = shape.patterns.find((each) => each.name === 'executions_by_status');
  const { items } = await api(`${route.split(' ')[1]}?status=FAILED&limit=20`);
  assert.ok(items.length > 0);
  const failed = page.locator('.card', {
    has: page.getByRole('heading', { name: 'Failed', exact: true }),
  });
  assert.equal(await failed.locator('tbody tr').count(), items.length);
  for (const { executionName } of items) await failed.getByText(executionName).first().waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

// Zero is no figure: a chart without measurements would be all zeroes.
test('the page of metrics draws how long requests take', async () => {
  const { page, context, troubles } = await opened('/metrics');
  const measured = String.raw`[1-9][\d.,]* (µs|ms)`;
  const name = new RegExp(`^Latency: p50 .*${measured}.*; p99 .*${measured}`);
  await page.getByRole('img', { name }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('the token of a task is masked until somebody asks to see it', async () => {
  const { Items } = await dynamo(server.origin, 'Scan', {
    TableName: 'album-workflow',
    FilterExpression: 'attribute_exists(taskToken)',
  });
  const { pk, sk, taskToken } = Items[0];
  const key = encodeURIComponent(JSON.stringify({ pk, sk }));
  const { page, context } = await opened(`/t/album-workflow/items?sel=${key}`);
  assert.equal(await page.getByText(taskToken.S).count(), 0);
  await page.getByRole('button', { name: 'Show taskToken' }).click();
  await page.getByText(taskToken.S).waitFor();
  await context.close();
});

test('the editor: a typo is found at once and cured by a button; plan, apply, difference', async () => {
  const { page, context, troubles } = await opened('/m/execution_index');
  const field = page.getByRole('textbox', { name: /The text of/ });
  const text = await field.inputValue();
  await field.fill(text.replace('partition: [agentName]', 'partitoin: [agentName]'));
  await page.getByText('L102').first().waitFor({ timeout: 5000 });
  await page.screenshot({ path: join(screenshots, 'finding-light-wide.png') });
  await page.getByRole('button', { name: 'Write partition' }).click();
  await page.getByText('0 errors').waitFor();
  assert.equal(await field.inputValue(), text);
  await field.fill(
    text
      .replace('version: 1', 'version: 2')
      .replace(/description: .*/, 'description: Executions, described anew.'),
  );
  await page.getByRole('tab', { name: /Diff/ }).click();
  await page.locator('.diff__line--add', { hasText: 'version: 2' }).waitFor();
  await page.reload();
  await settle(page);
  assert.match(await field.inputValue(), /version: 2/, 'the draft is kept');
  await page.getByRole('button', { name: 'Plan', exact: true }).first().click();
  await page.getByText(/stored items of ExecutionIndex/).waitFor();
  await page.getByRole('button', { name: 'Apply…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('v2 in force').waitFor();
  assert.equal(
    (await api('/api/models')).models.find((each) => each.model === 'execution_index').version,
    2,
  );
  assert.deepEqual(troubles, []);
  await context.close();
});

test('two designs are beside each other: what differs, and what each costs', async () => {
  const { page, context, troubles } = await opened('/m/music');
  const field = page.getByRole('textbox', { name: /The text of/ });
  const text = await field.inputValue();
  await field.fill(text.replace(/^version: (\d+)$/m, 'version: 99'));
  await page.getByText('0 errors').waitFor();
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await page.getByText('music, the draft').waitFor();
  const row = page.locator('.sides__row', { hasText: 'version: 99' });
  assert.equal(await row.locator('.sides__text--add').innerText(), 'version: 99');
  assert.match(await row.locator('.sides__text--del').innerText(), /^version: \d+$/);
  assert.equal(await page.locator('.tile', { hasText: 'a month' }).count(), 2);
  await page.getByRole('combobox', { name: 'Compared with' }).selectOption('execution_index');
  await page.locator('.sides__text--add', { hasText: 'model: execution_index' }).waitFor();
  assert.match(page.url(), /with=execution_index/);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('versions of a composition are browsed, compared and restored', async () => {
  const save = (title) =>
    fetch(`${server.origin}/api/music/compositions/compared`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, composer: 'Tyagaraja' }),
    });
  for (const title of ['First', 'Second', 'Third']) {
    const answer = await save(title);
    assert.ok(answer.ok, await answer.text());
  }
  const { page, context, troubles } = await opened(
    '/m/music/patterns?run=composition_history&p.compositionId=compared',
  );
  const compared = page.getByRole('region', { name: 'Compare versions' });
  await compared.getByRole('row', { name: /^title Second Third/ }).waitFor();
  await compared.getByLabel('The first version').selectOption('2');
  await compared.getByRole('row', { name: /^title First Third/ }).waitFor();
  await page.goto(
    `${server.origin}/console/m/music/patterns?run=restore_composition&p.compositionId=compared&p.version=1`,
  );
  await settle(page);
  await page.getByRole('button', { name: 'Fill in and write…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
  await page.getByText('restore_composition done').waitFor();
  assert.equal((await api('/api/music/compositions/compared/versions/4')).title, 'First');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('the stream shows each change once and in order, and loses none while it is paused', async () => {
  const { page, context } = await opened('/t/rez-agent-messages-dev/stream');
  await page.getByText('Waiting for changes').waitFor();
  const add = () =>
    dynamo(server.origin, 'UpdateItem', {
      TableName: 'rez-agent-messages-dev',
      Key: { message_id: { S: '550e8400-e29b-41d4-a716-446655440000' } },
      UpdateExpression: 'ADD seen :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    });
  const write = async (from, until) => {
    for (let i = from; i < until; i += 20) await Promise.all(Array.from({ length: 20 }, add));
  };
  await write(0, 400);
  await page.getByText('400 read').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await write(400, 1000);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('1,000 read').waitFor();
  const values = await page.locator('.event__change', { hasText: /^seen/ }).allInnerTexts();
  assert.deepEqual(
    values.map((each) => Number(/(\d+)\s*$/.exec(each)[1])),
    // The page keeps the last two hundred.
    Array.from({ length: 200 }, (_, i) => 1000 - i),
  );
  await context.close();
});
