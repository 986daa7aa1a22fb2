// What holds for all pages and no page's own test looks at: estimates, forms of all patterns, the keyboard,
// dialogs, 200 % zoom, a server that refuses for a while, figures of nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from './axe.mjs';
import {
  createTable,
  dynamo,
  newPage,
  settle,
  startBrowser,
  startModels,
  startServer,
  stopAll,
} from './harness.mjs';
import { VIEWS } from './views.mjs';

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
async function opened(path, options = {}) {
  const made = await newPage(browser, { origin: server.origin, ...options });
  await made.page.goto(`${options.origin ?? server.origin}/console${path}`);
  await settle(made.page);
  return made;
}

// Another view of the same page, as a link leads to it: quicker than to load all of it again.
const visit = (page, path) =>
  page.evaluate((href) => {
    history.pushState(null, '', href);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/console${path}`);

// Presses Tab until this has the focus, as somebody without a mouse does.
async function tabTo(page, target) {
  const isThere = () => target.evaluate((el) => el === document.activeElement);
  for (let i = 0; i < 150; i += 1) {
    if ((await target.count()) > 0 && (await isThere())) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reaches ${target}`);
}

test('what a scan of each of the five tables was said to cost is within twice of what it has cost', async () => {
  const { models } = await api('/api/models');
  const { page, context } = await opened('/');
  for (const [table] of models.map((model) => model.tables)) {
    await page.goto(`${server.origin}/console/t/${table}/items`);
    await settle(page);
    const said = await page.locator('.query').getByText(/RRU/).innerText();
    const expected = Number(/≈ ([\d.]+) RRU/.exec(said)[1]);
    const [rows, cost] = await page.locator('.resultbar b').allInnerTexts();
    assert.equal(rows, '300', table);
    assert.ok(expected <= 2 * cost && cost <= 2 * expected, `${table}: ${expected} and ${cost}`);
  }
  await context.close();
});

// Values of an item that is there, for all that a pattern asks.
function valuesFor(pattern, items) {
  const wanted = pattern.parameters.map((each) => each.attribute);
  const item = items.find(
    (each) => each.$entity === pattern.entity && wanted.every((name) => each[name] !== undefined),
  );
  return Object.fromEntries(
    pattern.parameters.map(({ name, attribute, values }) => [
      `p.${name}`,
      item ? Object.values(item[attribute])[0] : (values?.[0] ?? 'none'),
    ]),
  );
}

async function samplesOf(table) {
  const { Items } = await dynamo(server.origin, 'Scan', { TableName: table, Limit: 1000 });
  const { items } = await fetch(`${server.origin}/api/tables/${table}/decode`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Items }),
  }).then((answer) => answer.json());
  return Items.map((item, i) => ({ ...item, $entity: items[i].entity }));
}

test('every pattern that reads runs from its form', async () => {
  const { models } = await api('/api/models');
  const { page, context } = await opened('/models');
  let ran = 0;
  for (const model of models) {
    const name = encodeURIComponent(model.name);
    const { patterns } = await api(`/api/models/${name}/shape`);
    const items = await samplesOf(model.tables[0]);
    const reading = patterns.filter(
      (each) => each.plan && ['get', 'query', 'collection'].includes(each.kind),
    );
    for (const pattern of reading) {
      const query = new URLSearchParams({ run: pattern.name, ...valuesFor(pattern, items) });
      await visit(page, `/m/${name}/patterns?${query}`);
      await page
        .locator('.master__main')
        .getByRole('heading', { name: pattern.name, exact: true })
        .waitFor();
      await page
        .locator('.master__main')
        .locator('.resultbar, .refusal, .attr, tbody tr')
        .first()
        .waitFor()
        .catch(() => assert.fail(`${pattern.name}?${query} shows nothing`));
      const refused = await page.locator('.master__main .refusal').allInnerTexts();
      assert.deepEqual(
        refused.filter((each) => !/not_found|M107/.test(each)),
        [],
        `${pattern.name}?${query}`,
      );
      ran += 1;
    }
  }
  assert.ok(ran > 40, `${ran} patterns were run`);
  await context.close();
});

test('with the keyboard alone: a pattern is found and run', async () => {
  const { page, context, troubles } = await opened('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('list_jobs_by_status');
  await page.getByRole('option', { name: /list_jobs_by_status/ }).waitFor();
  await page.keyboard.press('Enter');
  const status = page.getByLabel('status', { exact: true });
  await status.waitFor();
  await settle(page);
  await tabTo(page, status);
  await page.keyboard.type('FAILED');
  await tabTo(page, page.getByRole('button', { name: 'Run', exact: true }));
  await page.keyboard.press('Enter');
  await page.locator('.master__main tbody tr').first().waitFor();
  assert.match(page.url(), /p\.status=FAILED/);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('with the keyboard alone a model is changed and applied, and waits while another one is', async () => {
  const { page, context, troubles } = await opened('/m/execution_index');
  const { text } = await api('/api/models/execution_index/text');
  const field = page.getByRole('textbox', { name: /The text of/ });
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text.replace(/^version: 1$/m, 'version: 2'));
  await page.keyboard.press('Escape');
  await page.getByText('0 errors').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Plan', exact: true }).first());
  await page.keyboard.press('Enter');
  const apply = page.getByRole('button', { name: 'Apply…' });
  await apply.and(page.locator(':enabled')).waitFor();
  // The page is told that another one is on its way, as often as it asks meanwhile.
  let busy = 0;
  await page.route('**/api/models:apply*', async (route) => {
    busy += 1;
    if (busy > 2) return route.continue();
    return route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'busy', title: 'Busy', detail: 'another one is applied' }),
    });
  });
  await tabTo(page, apply);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('v2 in force').waitFor();
  assert.equal(busy, 3);
  assert.deepEqual(
    troubles.filter((each) => !each.includes('409')),
    [],
  );
  await context.close();
});

// A page, how its dialog is opened, the dialog's name.
const DIALOGS = [
  ['/', 'Create table…', 'Create a table'],
  ['/t/photoeditor-dev-jobs/items', 'New item', null],
  ['/t/photoeditor-dev-jobs/items', 'Code', null],
  ['/t/photoeditor-dev-jobs/items', /of \d+ columns/, null],
  ['/t/photoeditor-dev-jobs/recovery', 'Restore into a new table…', 'Restore a moment'],
  ['/t/photoeditor-dev-jobs/recovery', 'Back up now…', 'Back up photoeditor-dev-jobs'],
  ['/t/photoeditor-dev-jobs/recovery', 'Window…', 'How far back'],
  ['/t/photoeditor-dev-jobs/lifecycle', 'replay', null],
];

test('dialogs are whole and readable, light and dark, keep the focus and give it back', async () => {
  for (const [theme, rules] of [
    ['light', null],
    ['dark', ['color-contrast', 'link-in-text-block']],
  ]) {
    const { page, context, troubles } = await opened('/', { theme });
    for (const [path, opener, label] of DIALOGS) {
      await page.goto(`${server.origin}/console${path}`);
      await settle(page);
      const button = page.getByRole('button', { name: opener }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', label ? { name: label } : {});
      await dialog.waitFor();
      await page.waitForFunction(() =>
        document.querySelector('[role=dialog]')?.contains(document.activeElement),
      );
      for (let i = 0; i < 30; i += 1) await page.keyboard.press('Tab');
      assert.ok(
        await dialog.evaluate((el) => el.contains(document.activeElement)),
        `${opener}: the focus has left it`,
      );
      assert.deepEqual(await violations(page, rules), [], `${theme} ${opener}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.matches('button'));
      assert.ok(
        await button.evaluate((el) => el === document.activeElement),
        `${opener}: after it`,
      );
    }
    assert.deepEqual(troubles, []);
    await context.close();
  }
});

// As a window of 1280 by 800 at 200 %.
test('at 200 % no page is wider than its window, and the focus can be seen', async () => {
  const { page, context } = await opened('/', { viewport: { width: 640, height: 400 } });
  const found = [];
  for (const [name, path, text] of VIEWS) {
    await visit(page, path);
    await settle(page);
    await page.getByText(new RegExp(text)).first().waitFor({ state: 'attached' });
    const isWide = () => document.documentElement.scrollWidth > window.innerWidth + 1;
    if (await page.evaluate(isWide)) found.push(`${name} is too wide`);
    await page.evaluate(() => document.querySelector('.skip').focus());
    for (let i = 0; i < 10; i += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        // A radio button of a group is not seen: its label is.
        const focused = document.activeElement;
        if (focused === document.body) return null; // Behind the last one.
        const seen = focused.matches('.seg input') ? focused.closest('label') : focused;
        const { outlineStyle, outlineWidth } = getComputedStyle(seen);
        return outlineStyle === 'none' || parseFloat(outlineWidth) === 0 ? seen.outerHTML : null;
      });
      if (hidden) found.push(`${name} does not show that the focus is at ${hidden.slice(0, 120)}`);
    }
  }
  assert.deepEqual(found, []);
  await context.close();
});

test('a scan begins in the middle of a table, and goes on from there to its end', async () => {
  await createTable(server.origin, 'Middle');
  for (let from = 0; from < 1500; from += 25)
    await dynamo(server.origin, 'BatchWriteItem', {
      RequestItems: {
        Middle: Array.from({ length: 25 }, (_, i) => ({
          PutRequest: { Item: { id: { S: `i${from + i}` } } },
        })),
      },
    });
  const ids = [];
  for (let Segment = 63; Segment < 100; Segment += 1) {
    const { Items } = await dynamo(server.origin, 'Scan', {
      TableName: 'Middle',
      TotalSegments: 100,
      Segment,
    });
    ids.push(...Items.map((each) => each.id.S));
  }
  assert.ok(ids.length > 300 && ids.length < 900, `${ids.length} of 1500 are behind 63 %`);
  const { page, context, troubles } = await opened('/t/Middle/items');
  await page.getByLabel('Where to begin, in per cent of the table').fill('63');
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByText('from 63 % on').waitFor();
  await page.getByRole('gridcell', { name: ids[0], exact: true }).waitFor();
  assert.match(page.url(), /at=63/);
  const read = () => page.locator('.resultbar b').first().innerText();
  const more = page.getByRole('button', { name: /^Read(ing| more)/ });
  while ((await more.count()) > 0) {
    await page.locator('.grid').evaluate((el) => el.scrollTo(0, el.scrollHeight));
    await settle(page);
  }
  assert.equal(await read(), String(ids.length));
  await page.locator('.grid').evaluate((el) => el.scrollTo(0, el.scrollHeight));
  await page.getByRole('gridcell', { name: ids.at(-1), exact: true }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a server that is not available for a while is told as such, and so are faults on purpose', async () => {
  const faulty = await startServer('--memory', '--allow-faults');
  await createTable(faulty.origin, 'Away');
  const { page, context } = await opened('/t/Away/items', { origin: faulty.origin });
  await page.getByText('The table is empty').waitFor();
  await fetch(`${faulty.origin}/api/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/yaml' },
    body: 'rules: [{kind: unavailable, operations: [Scan], count: 1}, {kind: throttle, tables: [Other]}]',
  });
  await page.getByRole('button', { name: /^Run/ }).click();
  await page
    .locator('.refusal')
    .getByText(/Unavailable/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByText('The table is empty').waitFor();
  await page.goto(`${faulty.origin}/console/server`);
  await page
    .getByText(/answered wrongly on purpose/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'End it' }).click();
  await page.getByText('Requests are answered as they should be').waitFor();
  const { rules } = await fetch(`${faulty.origin}/api/faults`).then((answer) => answer.json());
  assert.deepEqual(rules, []);
  await context.close();
  await faulty.stop();
});

test('figures of nothing are no data, and not zero', async () => {
  const bare = await startServer('--memory', '--models', 'models');
  const { page, context, troubles } = await opened('/d/rez_agent%40dev/dashboard', {
    origin: bare.origin,
  });
  const number = page.locator('.card', {
    has: page.getByRole('heading', { name: 'Success rate', exact: true }),
  });
  await number.getByText('no data').waitFor();
  assert.doesNotMatch(await number.innerText(), /\b0\b/);
  assert.deepEqual(troubles, []);
  await context.close();
  await bare.stop();
});

test('all that is stored is checked from the page', async () => {
  const { page, context, troubles } = await opened('/server');
  await page.getByRole('button', { name: 'Check everything' }).click();
  await page.getByText('all agrees').waitFor({ timeout: 60_000 });
  assert.equal((await api('/api/check')).state, 'done');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a table is made by hand, and one that cannot be is refused in the words of the server', async () => {
  const { page, context, troubles } = await opened('/');
  await page.getByRole('button', { name: 'Create table…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a table' });
  await dialog.getByLabel('Name').fill('a b');
  await dialog.getByText('3 to 255 letters').waitFor();
  await dialog.getByLabel('Name').fill('Middle');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog
    .getByRole('alert')
    .getByText(/ResourceInUse/)
    .first()
    .waitFor();
  await dialog.getByLabel('Name').fill('Made-by-hand');
  await dialog.getByLabel(/^Sort key/).fill('at');
  await dialog
    .getByRole('group', { name: 'Type of the sort key' })
    .getByRole('radio', { name: 'Number' })
    .check();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The table is empty').waitFor();
  const { Table } = await dynamo(server.origin, 'DescribeTable', { TableName: 'Made-by-hand' });
  assert.deepEqual(Table.AttributeDefinitions, [
    { AttributeName: 'at', AttributeType: 'N' },
    { AttributeName: 'id', AttributeType: 'S' },
  ]);
  assert.deepEqual(
    troubles.filter((each) => !each.includes('400')),
    [],
  );
  await context.close();
});
