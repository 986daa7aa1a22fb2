// Starts the real program and a real browser, and watches what no page of the console may do.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = dirname(fileURLToPath(import.meta.url));
export const tree = join(here, '../..');
const program = process.env.PARTITA ?? join(tree, 'build/release/partita');
export const screenshots = process.env.SCREENSHOTS ?? join(tree, 'build/console/screenshots');

const running = new Set();

// Whatever a test that failed has left.
export const stopAll = () => Promise.all([...running].map((each) => each()));

// Started with these arguments on a free port; `stop` ends it.
export async function startServer(...args) {
  const listen = args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
  const child = spawn(program, ['serve', ...listen, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: tree,
  });
  const lines = createInterface({ input: child.stdout });
  const ended = new Promise((resolve) => {
    child.on('exit', resolve);
  });
  const origin = await new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    lines.on('line', (line) => {
      const found =
        /^console at (https?:\/\/\S+?)\/console\/$/.exec(line) ??
        (args.includes('--no-console') ? / on (https?:\/\/\S+?),/.exec(line) : null);
      if (found) resolve(found[1]);
    });
  });
  const stop = async () => {
    running.delete(stop);
    child.kill();
    await ended;
  };
  running.add(stop);
  return { origin, child, stop };
}

export const startModels = () => startServer('--memory', '--models', 'models', '--fake');

export async function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

// A page in a fresh profile. `troubles` has every request to elsewhere, every error of the page and every
// breach of the content policy.
export async function newPage(
  browser,
  { viewport = WIDE, theme = 'light', origin, anyCertificate = false } = {},
) {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: [],
    ignoreHTTPSErrors: anyCertificate,
  });
  const page = await context.newPage();
  const troubles = [];
  const open = new Set();
  page.on('request', (request) => {
    if (!request.url().endsWith('/health')) open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'])
    page.on(end, (request) => open.delete(request));
  page.isQuiet = () => open.size === 0;
  page.on('request', (request) => {
    if (origin && !request.url().startsWith(origin) && !request.url().startsWith('data:'))
      troubles.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`said ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`failed ${error.stack}`));
  page.on('dialog', (dialog) => {
    troubles.push(`opened ${dialog.message()}`);
    dialog.dismiss();
  });
  page.setDefaultTimeout(20_000);
  return { page, context, troubles };
}

// Until nothing is fetched and nothing is drawn any more.
export async function settle(page) {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await page.waitForFunction(
      () => document.querySelector('main') && !document.querySelector('.skeleton'),
    );
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    if (!page.isQuiet()) quiet = -1;
  }
}

// A call of DynamoDB's API beside the console, as any other client makes it.
export async function dynamo(origin, operation, request, headers = {}) {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const streams = /Stream|ShardIterator|GetRecords/.test(operation)
    ? 'DynamoDBStreams'
    : 'DynamoDB';
  const answer = await fetch(origin, {
    method: 'POST',
    body: JSON.stringify(request),
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `${streams}_20120810.${operation}`,
      'X-Amz-Date': `${day}T000000Z`,
      Authorization: `AWS4-HMAC-SHA256 Credential=test/${day}/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`,
      ...headers,
    },
  });
  const body = await answer.json();
  if (!answer.ok)
    throw Object.assign(new Error(body.message), { status: answer.status, type: body.__type });
  return body;
}

export const keyOf = (name) => [{ AttributeName: name, KeyType: 'HASH' }];

export async function createTable(origin, name, rest = {}) {
  await dynamo(origin, 'CreateTable', {
    TableName: name,
    KeySchema: keyOf('id'),
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    ...rest,
  });
}
