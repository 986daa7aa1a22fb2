// Every view, light and dark, wide and on a phone: nothing from elsewhere, no error, nothing that a
// person cannot read; and pictures of all of them.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { violations } from './axe.mjs';
import {
  newPage,
  PHONE,
  screenshots,
  settle,
  startBrowser,
  startModels,
  stopAll,
  WIDE,
} from './harness.mjs';
import { VIEWS } from './views.mjs';

let server;
let browser;

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  [server, browser] = await Promise.all([startModels(), startBrowser()]);
});
after(async () => {
  await browser.close();
  await stopAll();
});

const tooWide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1);

test('axe finds a mistake where there is one', async () => {
  const { page, context } = await newPage(browser);
  await page.setContent(
    '<main><img src="data:,"><p style="color: #ccc; background: #fff">pale</p></main>',
  );
  assert.notEqual((await violations(page)).length, 0);
  await context.close();
});

// All rules once; then those that depend on the colours, and those that depend on the width.
const LOOKS = [
  ['light', WIDE, 'wide', null],
  ['dark', WIDE, 'wide', ['color-contrast', 'link-in-text-block']],
  ['light', PHONE, 'phone', ['scrollable-region-focusable', 'target-size']],
  ['dark', PHONE, 'phone', ['link-in-text-block']],
];

for (const [theme, viewport, place, rules] of LOOKS) {
  test(`every view is whole and readable: ${theme}, ${place}`, async () => {
    const { page, context, troubles } = await newPage(browser, {
      theme,
      viewport,
      origin: server.origin,
    });
    const found = [];
    for (const [name, path, text] of VIEWS) {
      await page.goto(`${server.origin}/console${path}`);
      await settle(page);
      await page.getByText(new RegExp(text)).first().waitFor({ state: 'attached' });
      await page.screenshot({ path: join(screenshots, `${name}-${theme}-${place}.png`) });
      if (await tooWide(page)) found.push(`${name} is wider than its window`);
      found.push(
        ...(await violations(page, rules)).map((each) => `${name}: ${each}`),
        ...troubles.splice(0).map((each) => `${name} ${each}`),
      );
    }
    assert.deepEqual(found, []);
    await context.close();
  });
}

test('a page that asks elsewhere is noticed', async () => {
  const { page, context, troubles } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/`);
  await page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => {}));
  assert.notEqual(troubles.length, 0);
  await context.close();
});

test('back and forward show what was there before', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/`);
  await page.getByRole('link', { name: 'photoeditor-dev-jobs', exact: true }).first().click();
  await page.getByRole('link', { name: /^Lifecycle/ }).click();
  await page.getByText('Board', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /^Run/ }).waitFor();
  await page.goForward();
  await page.getByText('Board', { exact: true }).waitFor();
  await context.close();
});

test('the first load is small and quick', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  const sizes = [];
  page.on('response', async (response) => {
    if (response.url().includes('/console/'))
      sizes.push(Number(response.headers()['content-length'] ?? 0));
  });
  await page.goto(`${server.origin}/console/`);
  await settle(page);
  const total = sizes.reduce((sum, each) => sum + each, 0);
  assert.ok(total < 60 * 1024, `${total} bytes`);
  await context.close();
});

test('the palette finds tables, patterns and states, and gives the focus back', async () => {
  const { page, context, troubles } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/`);
  await settle(page);
  const opener = page.getByRole('button', { name: 'Search or run' });
  await opener.focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('list_jobs_by_status');
  await page.getByRole('option', { name: /list_jobs_by_status/ }).waitFor();
  await page.screenshot({ path: join(screenshots, 'palette-light-wide.png') });
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.classList.contains('searchbtn'));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('failed');
  await page.getByRole('option', { name: /Message · failed/ }).click();
  await page.getByText('Board', { exact: true }).waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});
