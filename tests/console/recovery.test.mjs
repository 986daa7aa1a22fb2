// What can be brought back: moments of a table, versions of an item, backups; and what expires when.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { violations } from './axe.mjs';
import {
  createTable,
  dynamo,
  newPage,
  screenshots,
  settle,
  startBrowser,
  startServer,
  stopAll,
} from './harness.mjs';

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([startServer('--memory'), startBrowser()]);
  await createTable(server.origin, 'Used');
  for (let i = 0; i < 50; i += 1) await put({ id: { S: `u${i}` } }, 'Used');
});
after(async () => {
  await browser.close();
  await stopAll();
});

const put = (item, table) => dynamo(server.origin, 'PutItem', { TableName: table, Item: item });
// The same, in a later millisecond than all that was written before: versions of one moment are one to
// whoever goes back.
const putLater = async (item, table) => {
  const answered = Date.now();
  while (Date.now() < answered + 2) await new Promise(setImmediate);
  return put(item, table);
};
const get = async (id, table) =>
  (
    await dynamo(server.origin, 'GetItem', {
      TableName: table,
      Key: { id: { S: id } },
      ConsistentRead: true,
    })
  ).Item;
const switchOn = (table) =>
  dynamo(server.origin, 'UpdateContinuousBackups', {
    TableName: table,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
async function opened(path) {
  const made = await newPage(browser, { origin: server.origin });
  await made.page.goto(`${server.origin}/console${path}`);
  await settle(made.page);
  return made;
}
// The page chooses whole seconds: until one has gone by.
async function nextSecond() {
  const end = Math.floor(Date.now() / 1000) * 1000 + 1000;
  while (Date.now() < end + 5) await get('none', 'Used');
  return end;
}

test('recovery is switched on, a moment is chosen, and the table of then is there under a new name', async () => {
  await createTable(server.origin, 'Past');
  const { page, context, troubles } = await opened('/t/Past/recovery');
  await page.getByRole('button', { name: 'Switch on…' }).click();
  await page.getByRole('spinbutton', { name: 'Days' }).fill('36');
  await page.getByText('a whole number from 1 to 35').waitFor();
  await page.getByRole('spinbutton', { name: 'Days' }).fill('9');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('reaches back 9 days').waitFor();
  await put({ id: { S: 'a' }, v: { N: '12345678901234567890' } }, 'Past');
  const then = await nextSecond();
  await put({ id: { S: 'a' }, v: { N: '2' } }, 'Past');
  await page.reload();
  await settle(page);
  const slider = page.getByRole('slider', { name: 'The moment to go back to' });
  await slider.focus();
  await page.keyboard.press('Home');
  assert.equal(await slider.inputValue(), await slider.getAttribute('min'));
  await page
    .getByLabel('The exact moment, UTC')
    .fill(new Date(then).toISOString().slice(0, 19).replace('T', ' '));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => new URL(location.href).searchParams.has('at'));
  const at = new URL(page.url()).searchParams.get('at');
  assert.equal(Date.parse(at), then, 'the address has the moment');
  await page.getByRole('button', { name: 'Restore into a new table…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore a moment' });
  await dialog.getByLabel('Name of the new table').fill('x');
  await dialog.getByText('3 to 255 letters').waitFor();
  await dialog.getByLabel('Name of the new table').fill('Past');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Name of the new table').fill('Past-then');
  await page.screenshot({ path: join(screenshots, 'restore-light-wide.png') });
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('link', { name: 'Open it' }).waitFor();
  assert.equal((await get('a', 'Past-then')).v.N, '12345678901234567890');
  assert.equal((await get('a', 'Past')).v.N, '2', 'the table of now is as it was');
  // The name that was taken.
  assert.deepEqual(
    troubles.filter((each) => !each.includes('409')),
    [],
  );
  await context.close();
});

test('a backup is made, listed, restored and deleted', async () => {
  await createTable(server.origin, 'Kept');
  await put({ id: { S: 'a' }, v: { S: 'then' } }, 'Kept');
  const { page, context, troubles } = await opened('/backups');
  await page.getByRole('button', { name: 'Back up Kept', exact: true }).click();
  await page.getByLabel('Name of the backup').fill('before-it');
  await page.getByRole('dialog').getByRole('button', { name: 'Back up', exact: true }).click();
  const row = page.getByRole('row', { name: /before-it/ });
  await row.getByText('available').waitFor();
  await put({ id: { S: 'a' }, v: { S: 'now' } }, 'Kept');
  await row.getByRole('button', { name: /^Restore before-it/ }).click();
  await page.getByLabel('Name of the new table').fill('Kept-again');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('link', { name: 'Open it' }).waitFor();
  assert.equal((await get('a', 'Kept-again')).v.S, 'then');
  await page.goto(`${server.origin}/console/t/Kept/recovery`);
  await settle(page);
  await page.getByRole('button', { name: /^Delete before-it/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('There is none.').waitFor();
  const { BackupSummaries } = await dynamo(server.origin, 'ListBackups', { TableName: 'Kept' });
  assert.deepEqual(BackupSummaries, []);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a table is exported and imported again, and both are listed with what has become of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partita-buckets-'));
  mkdirSync(join(folder, 'nightly'));
  const bucket = await startServer('--memory', '--s3', `dir=${folder}`);
  await createTable(bucket.origin, 'Out');
  await dynamo(bucket.origin, 'UpdateContinuousBackups', {
    TableName: 'Out',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
  await dynamo(bucket.origin, 'PutItem', {
    TableName: 'Out',
    Item: { id: { S: 'a' }, n: { N: '12345678901234567890' } },
  });
  const { page, context, troubles } = await newPage(browser, { origin: bucket.origin });
  await page.goto(`${bucket.origin}/console/backups`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Export a table…' }).click();
  await dialog.getByLabel('Bucket').fill('nightly');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const rows = page.getByRole('region', { name: 'Exports and imports' }).getByRole('row');
  const row = rows.filter({ hasText: 'export, all items' });
  await row.getByText('completed').waitFor();
  const { ExportSummaries } = await dynamo(bucket.origin, 'ListExports', {});
  const id = ExportSummaries[0].ExportArn.split('/').pop();
  await page.getByRole('button', { name: 'Import a table…' }).click();
  await dialog.getByLabel('Bucket').fill('nightly');
  await dialog.getByLabel(/^Files that begin with/).fill(`AWSDynamoDB/${id}/data/`);
  await dialog.getByRole('group', { name: 'Compression' }).getByLabel('gzip').check();
  await dialog.getByLabel('Name of the new table').fill('Out');
  await page.screenshot({ path: join(screenshots, 'import-light-wide.png') });
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Name of the new table').fill('Back-again');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await rows.filter({ hasText: 'import, ' }).getByText('completed').waitFor();
  const { Items } = await dynamo(bucket.origin, 'Scan', { TableName: 'Back-again' });
  assert.deepEqual(Items, [{ id: { S: 'a' }, n: { N: '12345678901234567890' } }]);
  assert.deepEqual(
    troubles.filter((each) => !each.includes('400')),
    [],
  );
  await context.close();
  await bucket.stop();
  rmSync(folder, { recursive: true });
});

test('the past of an item: each change, the difference to now, and back to any version', async () => {
  await createTable(server.origin, 'Versions');
  await switchOn('Versions');
  const first = { id: { S: 'v' }, n: { N: '12345678901234567890123' }, tags: { SS: ['a', 'b'] } };
  await put(first, 'Versions');
  await putLater({ ...first, n: { N: '2' } }, 'Versions');
  await putLater({ ...first, n: { S: 'two' }, more: { BOOL: true } }, 'Versions');
  const sel = encodeURIComponent('{"id":{"S":"v"}}');
  const { page, context, troubles } = await opened(`/t/Versions/items?sel=${sel}&tab=history`);
  const entries = page.locator('.past__entry');
  await entries.nth(2).waitFor();
  assert.equal(await entries.count(), 3);
  assert.match(await entries.nth(1).innerText(), /n\s*12345678901234567890123[^]*n\s*2/);
  await page.getByRole('radio', { name: 'With now' }).check({ force: true });
  await entries.nth(2).getByText('two').waitFor();
  await page.screenshot({ path: join(screenshots, 'history-light-wide.png') });

  // Somebody else is there between the preview and the write: theirs stays.
  await entries
    .nth(2)
    .getByRole('button', { name: /^Go back/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Go back to this version' });
  await dialog.getByText('12345678901234567890123').waitFor();
  await put({ id: { S: 'v' }, n: { S: 'theirs' } }, 'Versions');
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.getByRole('alert').waitFor();
  assert.equal((await get('v', 'Versions')).n.S, 'theirs');
  await page.keyboard.press('Escape');

  await page.reload();
  await settle(page);
  await entries
    .nth(3)
    .getByRole('button', { name: /^Go back/ })
    .click();
  await dialog.getByText('theirs').waitFor();
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await page.getByText('The item is what it was').waitFor();
  assert.deepEqual(await get('v', 'Versions'), first);
  await page.getByText('by an undo').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('an item that is deleted is brought back from its past', async () => {
  await createTable(server.origin, 'Gone');
  await switchOn('Gone');
  const item = { id: { S: 'g' }, v: { S: 'dear' } };
  await put(item, 'Gone');
  await dynamo(server.origin, 'DeleteItem', { TableName: 'Gone', Key: { id: { S: 'g' } } });
  const { page, context } = await opened('/t/Gone/recovery');
  await page.getByRole('textbox', { name: 'id', exact: true }).fill('g');
  await page.getByRole('button', { name: 'Show its past' }).click();
  await page.locator('.past__entry').getByText('deleted').waitFor();
  await page.getByRole('button', { name: /^Go back/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await page.getByText('The item is what it was').waitFor();
  assert.deepEqual(await get('g', 'Gone'), item);
  await context.close();
});

test('a table without recovery says so, in its items too', async () => {
  const sel = encodeURIComponent('{"id":{"S":"u1"}}');
  const { page, context } = await opened(`/t/Used/items?sel=${sel}&tab=history`);
  await page.getByText('Its past is not kept').waitFor();
  await page.goto(`${server.origin}/console/t/Used/recovery`);
  await page.getByText('The past is not kept').waitFor();
  await context.close();
});

test('what expires when: counted by week, day, hour and minute', async () => {
  await createTable(server.origin, 'Ends');
  const { page, context, troubles } = await opened('/t/Ends/expiry');
  await page.getByText('Nothing expires here').waitFor();
  await page.getByRole('button', { name: 'Switch on…' }).click();
  await page.getByLabel('Attribute').fill('ends');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('nothing waits to be deleted').waitFor();
  const day = Math.floor(Date.now() / 86_400_000) * 86_400 + 10 * 86_400;
  for (const [id, ends] of [
    ['a', day + 60],
    ['b', day + 3_600],
    ['c', day + 3_660],
    ['later', day + 100 * 86_400],
  ])
    await put({ id: { S: id }, ends: { N: String(ends) } }, 'Ends');
  await page.reload();
  await settle(page);
  const counted = (n) =>
    page
      .locator('.tile', { hasText: 'Expire in this span' })
      .getByText(n, { exact: true })
      .waitFor();
  await counted('3');
  await page.getByRole('radio', { name: 'Year' }).check({ force: true });
  await counted('4');
  await page.getByRole('radio', { name: '30 days' }).check({ force: true });
  await counted('3');
  const plot = page.getByRole('img', { name: /^Items that expire/ });
  const box = await plot.boundingBox();
  await plot.click({ position: { x: (box.width * 10.5) / 30, y: box.height / 2 } });
  await page.getByText('by hour').waitFor();
  await counted('3');
  await page.getByRole('button', { name: /01:00 · 2/ }).click();
  await page.getByText('by minute').waitFor();
  await counted('2');
  assert.equal(await page.locator('section[aria-label="The first of them"] tbody tr').count(), 2);
  await page.reload();
  await settle(page);
  await counted('2');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('capacity is drawn as the API tells it', async () => {
  const consumed = async () => {
    const answer = await fetch(`${server.origin}/api/capacity?table=Used&last=1h`);
    return Math.max(...(await answer.json()).writes.consumed);
  };
  // What was used is stored every ten seconds.
  while ((await consumed()) === 0) await get('u1', 'Used');
  const { page, context, troubles } = await opened('/t/Used/capacity');
  const drawn = String((await consumed()).toFixed(1)).replace(/\.0$/, '');
  await page
    .getByRole('region', { name: 'Writes' })
    .getByText(drawn, { exact: true })
    .first()
    .waitFor();
  await page.getByText('there is nothing to scale').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

// Application Auto Scaling, as another client calls it.
async function scale(operation, request) {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const answer = await fetch(server.origin, {
    method: 'POST',
    body: JSON.stringify({
      ServiceNamespace: 'dynamodb',
      ResourceId: 'table/Scaled',
      ScalableDimension: 'dynamodb:table:WriteCapacityUnits',
      ...request,
    }),
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AnyScaleFrontendService.${operation}`,
      'X-Amz-Date': `${day}T000000Z`,
      Authorization: `AWS4-HMAC-SHA256 Credential=test/${day}/us-east-1/application-autoscaling/aws4_request, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`,
    },
  });
  assert.equal(answer.status, 200, await answer.text());
}

test('what scales a table is told beside its capacity', async () => {
  await createTable(server.origin, 'Scaled', {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 10 },
  });
  await scale('RegisterScalableTarget', { MinCapacity: 10, MaxCapacity: 50 });
  await scale('PutScalingPolicy', {
    PolicyName: 'writes',
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 70,
      PredefinedMetricSpecification: { PredefinedMetricType: 'DynamoDBWriteCapacityUtilization' },
    },
  });
  const { page, context, troubles } = await opened('/t/Scaled/capacity');
  await page.getByRole('row', { name: 'writes of the table 10 50 70 %' }).waitFor();
  await page.getByRole('button', { name: 'Change the scaling of the writes of the table' }).click();
  await page.getByLabel('At most, units a second').fill('80.5');
  await page.getByText('a whole number from 1 to 40000').waitFor();
  await page.getByLabel('At most, units a second').fill('80');
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('row', { name: 'writes of the table 10 80 70 %' }).waitFor();
  await page.getByRole('button', { name: 'Scale…', exact: true }).click();
  await page.getByRole('dialog').getByLabel('reads of the table').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Scale', exact: true }).click();
  await page.getByRole('row', { name: 'reads of the table 5 100 70 %' }).waitFor();
  await page.getByRole('button', { name: 'Stop the scaling of the reads of the table' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('row', { name: /reads of the table/ }).waitFor({ state: 'detached' });
  assert.deepEqual(troubles, []);
  await context.close();
});
