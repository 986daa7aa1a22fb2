// A console that may only read sends no write, and the server would not take one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTable,
  dynamo,
  newPage,
  settle,
  startBrowser,
  startServer,
  stopAll,
} from './harness.mjs';
import { startShipping } from './shipping.mjs';

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([
    startServer('--memory', '--console-read-only', '--console-name', 'prod'),
    startBrowser(),
  ]);
  await createTable(server.origin, 'Still');
  await dynamo(server.origin, 'PutItem', {
    TableName: 'Still',
    Item: { id: { S: 'a' }, v: { S: '1' } },
  });
});
after(async () => {
  await browser.close();
  await stopAll();
});

test('nothing on the page changes anything', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  const writes = [];
  page.on('request', (request) => {
    if (/Put|Update|Delete|Create|Write/.test(request.headers()['x-amz-target'] ?? ''))
      writes.push(request.url());
  });
  await page.goto(
    `${server.origin}/console/t/Still/items?sel=${encodeURIComponent('{"id":{"S":"a"}}')}`,
  );
  await settle(page);
  await page.getByText('Read-only', { exact: true }).waitFor();
  assert.equal(await page.locator('.env--prod').innerText(), 'prod');
  for (const name of ['New item', 'Edit v', 'Stage its deletion', 'Make a copy'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+z');
  for (const path of ['/backups', '/t/Still/recovery', '/t/Still/expiry']) {
    await page.goto(`${server.origin}/console${path}`);
    await settle(page);
    for (const name of [/Back up/, /Switch on/, /Restore/])
      assert.equal(await page.getByRole('button', { name }).count(), 0, path);
  }
  assert.deepEqual(writes, []);
  await context.close();
});

test('what goes on behind requests is shown, and nobody can move it', async () => {
  const shipping = await startShipping('--console-read-only');
  for (const id of ['r1', 'r2']) await shipping.create(id);
  shipping.receiver.refused.add('r1');
  await shipping.finish(await shipping.pack('anna'));
  await shipping.remove('r2');
  await shipping.migrate();
  const { page, context } = await newPage(browser, { origin: shipping.origin });
  for (const [path, text] of [
    ['/deliveries', 'no such customer'],
    ['/migrations', '2026-11-address'],
    ['/archives', '1 waiting'],
    ['/jobs', 'expiry'],
    ['/queues', 'No worker has an item now'],
  ]) {
    await page.goto(`${shipping.origin}/console${path}`);
    await page.getByText(text).first().waitFor();
    for (const name of [/Retry/, /Skip/, /Pause/, /Replay/, /Go on/, /Roll back/, /Write files/])
      assert.equal(await page.getByRole('button', { name }).count(), 0, `${path} ${name}`);
  }
  await context.close();
  await shipping.close();
});

test('the server refuses what such a page would send, and nobody else', async () => {
  const item = { TableName: 'Still', Item: { id: { S: 'b' } } };
  await assert.rejects(
    dynamo(server.origin, 'PutItem', item, { 'X-Partita-Client': 'console/0' }),
    { status: 403 },
  );
  await dynamo(server.origin, 'Scan', { TableName: 'Still' }, { 'X-Partita-Client': 'console/0' });
  await dynamo(server.origin, 'PutItem', item);
});
