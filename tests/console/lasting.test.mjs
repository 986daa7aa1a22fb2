// What a console lives through: a server that is killed, TLS, no mouse, a table that is larger than memory
// should be.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  createTable,
  dynamo,
  newPage,
  settle,
  startBrowser,
  startServer,
  stopAll,
  tree,
} from './harness.mjs';

let browser;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'partita-lasting-'));
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await stopAll();
  rmSync(folder, { recursive: true });
});

const put = (origin, table, item) => dynamo(origin, 'PutItem', { TableName: table, Item: item });
const get = async (origin, table, id) =>
  (await dynamo(origin, 'GetItem', { TableName: table, Key: { id: { S: id } } })).Item;

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

test('a server is killed and comes back: a banner, what is staged is still there, and is saved then', async () => {
  const port = await freePort();
  const args = ['--data', join(folder, 'killed'), '--listen', `127.0.0.1:${port}`];
  const first = await startServer(...args);
  await createTable(first.origin, 'Lives');
  await put(first.origin, 'Lives', { id: { S: 'a' }, v: { S: '1' } });
  const { page, context } = await newPage(browser, { origin: first.origin });
  const sel = encodeURIComponent('{"id":{"S":"a"}}');
  await page.goto(`${first.origin}/console/t/Lives/items?sel=${sel}`);
  await settle(page);
  await page.getByRole('button', { name: 'Edit v', exact: true }).click();
  await page.getByRole('textbox', { name: 'v', exact: true }).fill('mine');
  first.child.kill('SIGKILL');
  await page.keyboard.press('Control+s');
  await page.getByText('The server does not answer').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('1 staged change in 1 item').waitFor();
  const second = await startServer(...args);
  assert.equal(second.origin, first.origin);
  await page.locator('.banner').waitFor({ state: 'detached' });
  assert.equal((await get(second.origin, 'Lives', 'a')).v.S, '1');
  await page.getByRole('button', { name: 'Save Ctrl S' }).click();
  await page.getByText('Saved one item').waitFor();
  assert.equal((await get(second.origin, 'Lives', 'a')).v.S, 'mine');
  await context.close();
  await second.stop();
});

test('over TLS the console works, without access keys and with them', async () => {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      .concat(['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'])
      .concat(['-keyout', key, '-out', certificate]),
    { stdio: 'ignore' },
  );
  const tls = ['--tls-certificate', certificate, '--tls-key', key];
  const program = process.env.PARTITA ?? join(tree, 'build/release/partita');
  const credentials = join(folder, 'credentials');
  const made = JSON.parse(
    execFileSync(program, ['keys', 'create', '--json', '--file', credentials], {
      encoding: 'utf8',
    }),
  );
  const [open, closed] = await Promise.all([
    startServer('--memory', ...tls),
    startServer('--memory', ...tls, '--credentials', credentials),
  ]);
  const { page, context, troubles } = await newPage(browser, { anyCertificate: true });
  await page.goto(`${open.origin}/console/`);
  await page.getByText('No tables yet').waitFor();
  await page.goto(`${closed.origin}/console/`);
  await page.getByLabel('Access key id').fill(made.access_key_id ?? made.id);
  await page.getByLabel('Secret access key').fill(made.secret_access_key ?? made.secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No tables yet').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
  await Promise.all([open.stop(), closed.stop()]);
});

test('with the keyboard alone: find a table, open an item, change, save and undo it', async () => {
  const server = await startServer('--memory');
  await createTable(server.origin, 'Keyed');
  for (const id of ['a', 'b', 'c'])
    await put(server.origin, 'Keyed', { id: { S: id }, v: { S: '1' } });
  const { page, context, troubles } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/`);
  await settle(page);
  const { keyboard } = page;
  await keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await keyboard.type('Keyed');
  await page.getByRole('option', { name: /Keyed/ }).first().waitFor();
  await keyboard.press('Enter');
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await settle(page);
  for (
    let i = 0;
    i < 60 && !(await grid.evaluate((el) => el.contains(document.activeElement)));
    i += 1
  )
    await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'v', exact: true });
  await field.waitFor();
  for (let i = 0; i < 60 && !(await field.evaluate((el) => el === document.activeElement)); i += 1)
    await keyboard.press('Tab');
  await keyboard.press('Control+a');
  await keyboard.type('typed');
  await keyboard.press('Control+s');
  await page.getByText('Saved one item').waitFor();
  const values = async () =>
    (await dynamo(server.origin, 'Scan', { TableName: 'Keyed' })).Items.map((each) => each.v.S);
  assert.deepEqual((await values()).sort(), ['1', '1', 'typed']);
  for (
    let i = 0;
    i < 9 &&
    (await field.count()) > 0 &&
    (await field.evaluate((el) => el === document.activeElement));
    i += 1
  )
    await keyboard.press('Tab');
  await keyboard.press('Control+z');
  await page.getByText('Undone', { exact: true }).waitFor();
  assert.deepEqual(await values(), ['1', '1', '1']);
  assert.deepEqual(troubles, []);
  await context.close();
  await server.stop();
});

// A million with PARTITA_CONSOLE_ITEMS=1000000; the page holds what it has read, not what there is.
test('a large table is scrolled without growing slower, and the page stays small', async () => {
  const items = Number(process.env.PARTITA_CONSOLE_ITEMS ?? 3000);
  const server = await startServer('--memory');
  await createTable(server.origin, 'Large');
  const batch = (from) =>
    dynamo(server.origin, 'BatchWriteItem', {
      RequestItems: {
        Large: Array.from({ length: 25 }, (_, i) => ({
          PutRequest: { Item: { id: { S: `item-${from + i}` }, n: { N: String(from + i) } } },
        })),
      },
    });
  for (let from = 0; from < items; from += 200)
    await Promise.all(Array.from({ length: 8 }, (_, i) => batch(from + i * 25)));
  const { page, context, troubles } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/t/Large/items`);
  await settle(page);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await rows.first().waitFor();
  const scroll = () =>
    page.evaluate(async () => {
      const grid = document.querySelector('.grid');
      const begun = performance.now();
      for (let i = 0; i < 60; i += 1) {
        grid.scrollTop += 400;
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      }
      return performance.now() - begun;
    });
  for (let i = 0; i < 4; i += 1) await scroll();
  await settle(page);
  const read = Number((await page.locator('.resultbar b').first().innerText()).replaceAll(',', ''));
  assert.ok(read > 1500, `${read} rows were read on the way`);
  assert.ok((await rows.count()) < 120, 'only the rows in sight are drawn');
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
  assert.ok(heap < 120 * 2 ** 20, `${heap} bytes`);
  assert.deepEqual(troubles, []);
  await context.close();
  await server.stop();
});
