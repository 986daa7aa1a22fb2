// Makes the pictures of the README:   node tests/console/pictures.mjs
// Inter and JetBrains Mono stand in for a system's faces where they are installed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newPage, settle, startBrowser, startModels, stopAll, tree } from './harness.mjs';

const PICTURES = [
  [
    'items',
    'light',
    '/t/rez-agent-messages-dev/items?mode=query&index=status-created_date-index&newest=1&k.status=failed',
    async (page) => {
      await page.locator('tbody tr[aria-rowindex] td.key').nth(3).click();
      await page.getByRole('button', { name: 'Edit retry_count' }).click();
      await page.getByRole('textbox', { name: 'retry_count', exact: true }).fill('7');
      await page.getByText('1 staged change in 1 item').waitFor();
      await page.getByRole('button', { name: 'Edit retry_count' }).click();
      await page.locator('.pane__body').evaluate((element) => element.scrollTo(0, 0));
    },
  ],
  ['lifecycle', 'dark', '/t/photoeditor-dev-jobs/lifecycle'],
  ['dashboard', 'light', '/d/rez_agent%40dev/dashboard'],
  ['model', 'dark', '/m/rez_agent%40dev'],
];

// Small enough for a page that many people load.
const SIZE = { width: 1140, height: 700 };
const folder = join(tree, 'docs/images');
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([startModels(), startBrowser()]);
for (const [name, theme, path, prepare] of PICTURES) {
  const { page, context } = await newPage(browser, {
    theme,
    viewport: SIZE,
    origin: server.origin,
  });
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':root { --font: Inter, system-ui, sans-serif; --mono: "JetBrains Mono", monospace; }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  await page.goto(`${server.origin}/console${path}`);
  await settle(page);
  await prepare?.(page);
  await settle(page);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 70 });
  await context.close();
}
await browser.close();
await stopAll();
