// What goes on behind requests, as people look after it: queues, deliveries, migrations, archives, jobs.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { violations } from './axe.mjs';
import { newPage, screenshots, settle, startBrowser, stopAll } from './harness.mjs';
import { startShipping } from './shipping.mjs';

let shipping;
let browser;
before(async () => {
  [shipping, browser] = await Promise.all([startShipping(), startBrowser()]);
});
after(async () => {
  await browser.close();
  await shipping.close();
  await stopAll();
});

async function opened(path) {
  const made = await newPage(browser, { origin: shipping.origin });
  await made.page.goto(`${shipping.origin}/console${path}`);
  await settle(made.page);
  return made;
}
async function picture(page, name) {
  await page.screenshot({ path: join(screenshots, `${name}-light-wide.png`) });
  assert.deepEqual(await violations(page), []);
}
const syncNow = async () => (await shipping.ask('GET', '/api/syncs')).syncs[0];

test('a queue shows what waits, who has what, and how long each lease lasts', async () => {
  for (const id of ['q1', 'q2', 'q3']) await shipping.create(id);
  const first = await shipping.pack('anna');
  await shipping.pack('ben');
  const { page, context, troubles } = await opened('/queues');
  const card = page.getByRole('region', { name: 'Parcel of parcels' });
  const row = page.getByRole('row', { name: new RegExp(first.id) });
  await row.waitFor();
  assert.match(await row.innerText(), /anna[\s\S]*min [\d ]*s? ?left[\s\S]*1 of 3 times/);
  const left = Number(await row.getByRole('progressbar').getAttribute('value'));
  assert.ok(left > 0.5 && left <= 1, `${left} of the lease is left`);
  assert.match(
    await card.getByRole('list', { name: 'Workers' }).innerText(),
    /anna[\s\S]*1 item[\s\S]*ben/,
  );
  await picture(page, 'queues-taken');
  // It is told without a reload that a worker is done.
  await shipping.finish(first);
  await row.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'q2', exact: true }).click();
  await page.getByRole('button', { name: 'Edit packer' }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('an event that was refused is retried or skipped, and others are sent meanwhile', async () => {
  for (const id of ['bad1', 'bad2', 'good']) {
    await shipping.create(id);
    if (id !== 'good') shipping.receiver.refused.add(id);
  }
  for (let done = 0; done < 3;) {
    const parcel = await shipping.pack('carla');
    if (['bad1', 'bad2', 'good'].includes(parcel.id)) done += 1;
    await shipping.finish(parcel);
  }
  const { page, context, troubles } = await opened('/deliveries');
  const row = (id) => page.getByRole('row', { name: new RegExp(id) });
  await row('bad1').getByText('HTTP 422: no such customer').waitFor();
  await row('bad2').waitFor();
  assert.ok(shipping.receiver.told.includes('good'), 'what is good was told');
  await picture(page, 'deliveries-dead');
  shipping.receiver.refused.delete('bad1');
  await page.getByRole('button', { name: 'Retry bad1' }).click();
  await row('bad1').waitFor({ state: 'detached' });
  assert.ok(shipping.receiver.told.includes('bad1'));
  await page.getByRole('button', { name: 'Skip bad2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await syncNow()).dead_letters, 1, 'cancelled: it still waits');
  await page.getByRole('button', { name: 'Skip bad2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip', exact: true }).click();
  await row('bad2').waitFor({ state: 'detached' });
  assert.equal((await syncNow()).skipped, 1);
  assert.ok(!shipping.receiver.told.includes('bad2'));
  await page.getByRole('button', { name: 'Pause shipping/told' }).click();
  await page.getByRole('button', { name: 'Resume shipping/told' }).waitFor();
  assert.equal((await syncNow()).state, 'paused');
  await page.getByRole('button', { name: 'Resume shipping/told' }).click();
  await page.getByRole('button', { name: 'Pause shipping/told' }).waitFor();
  const before = shipping.receiver.told.length;
  await page.getByRole('button', { name: 'Replay shipping/told' }).click();
  await page.getByLabel('From, UTC').fill('yesterday');
  await page.getByText('a moment, as').waitFor();
  await page.getByLabel('From, UTC').fill('2020-01-01 00:00:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('Replaying', { exact: true }).waitFor();
  while (shipping.receiver.told.length < before + 2) await syncNow();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a migration is moved on step by step, and what is not safe yet is not offered', async () => {
  await shipping.create('m1', { street: 'High Street 1' });
  const { page, context, troubles } = await opened('/m/shipping/migrations');
  await page.getByText('No migration is open').waitFor();
  await shipping.migrate();
  const now = () => page.locator('[aria-current="step"]').innerText();
  await page.getByRole('button', { name: 'Go on to backfill of 2026-11-address' }).click();
  const verify = page.getByRole('button', { name: 'Go on to verify of 2026-11-address' });
  await verify.and(page.locator(':enabled')).click();
  const next = page.getByRole('button', { name: 'Go on to switch of 2026-11-address' });
  await next.and(page.locator(':enabled')).click();
  await page.getByRole('button', { name: 'Go on to quiet of 2026-11-address' }).click();
  const contract = page.getByRole('button', { name: 'Go on to contract of 2026-11-address' });
  await contract.waitFor();
  assert.equal(await contract.isDisabled(), true, 'the quiet time is not over');
  await page.getByText(/It cannot go on to contract yet/).waitFor();
  assert.match(await now(), /quiet/);
  await picture(page, 'migrations-quiet');
  assert.equal((await shipping.ask('GET', '/api/shipping/parcels/m1')).address, 'High Street 1');
  await page.getByRole('button', { name: 'Roll back of 2026-11-address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('button', { name: 'Finish of 2026-11-address' }).click();
  await page.getByText(/^only the old form is left/).waitFor();
  await page.goto(`${shipping.origin}/console/migrations`);
  await settle(page);
  await page.getByRole('link', { name: 'shipping', exact: true }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('what has left a table waits for its file, and the file is shown when it is there', async () => {
  await shipping.create('a1');
  await shipping.remove('a1');
  const { page, context, troubles } = await opened('/archives');
  const card = page.getByRole('region', { name: 'Parcel of parcels' });
  await card.getByText('1 waiting').waitFor();
  await page.getByRole('button', { name: 'Write files of Parcel of parcels now' }).click();
  await card.getByText('nothing waits').waitFor();
  await card.getByText(/^1 file with 1 item/).waitFor();
  await page.getByRole('button', { name: 'Files of Parcel of parcels' }).click();
  await card.getByText(/\.parquet$/).waitFor();
  await picture(page, 'archives-files');
  await page.reload();
  await card.getByText(/\.parquet$/).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a job is paused and resumed, and found by its state', async () => {
  const { page, context, troubles } = await opened('/jobs');
  await page.getByRole('button', { name: 'Pause expiry', exact: true }).click();
  await page.getByRole('button', { name: 'Resume expiry', exact: true }).waitFor();
  await page.getByRole('radio', { name: /Paused/ }).check();
  await page.getByRole('row', { name: /^expiry deletes/ }).waitFor();
  assert.equal(await page.getByRole('row').count(), 2, 'the head and the one that is paused');
  assert.match(page.url(), /show=paused/);
  await page.getByRole('button', { name: 'Resume expiry', exact: true }).click();
  await page.getByText('None now').waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});
