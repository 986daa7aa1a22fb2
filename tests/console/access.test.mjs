// Who is let in: signing with access keys, and what other sites can do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newPage, settle, startBrowser, startServer, stopAll, tree } from './harness.mjs';

let server;
let browser;
let folder;
let key;
const program = process.env.PARTITA ?? join(tree, 'build/release/partita');

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'partita-console-'));
  const file = join(folder, 'credentials');
  key = JSON.parse(
    execFileSync(program, ['keys', 'create', '--json', '--file', file], { encoding: 'utf8' }),
  );
  [server, browser] = await Promise.all([
    startServer('--memory', '--models', 'models', '--credentials', file),
    startBrowser(),
  ]);
});
after(async () => {
  await browser.close();
  await stopAll();
  rmSync(folder, { recursive: true });
});

const idOf = () => key.access_key_id ?? key.id ?? key.AccessKeyId;
const secretOf = () => key.secret_access_key ?? key.secret ?? key.SecretAccessKey;

async function signIn(page, secret) {
  await page.getByLabel('Access key id').fill(idOf());
  await page.getByLabel('Secret access key').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('signing in, a wrong secret, both APIs, signing out in two tabs; the secret is nowhere', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/`);
  await page.getByRole('heading', { name: 'Sign in to Partita' }).waitFor();
  await signIn(page, 'wrong-secret-wrong-secret-wrong-secret-1');
  await page.getByRole('alert').waitFor();
  await signIn(page, secretOf());
  await page.getByRole('link', { name: 'music-encyclopedia', exact: true }).first().waitFor();
  // Signed REST with a name that must be encoded.
  await page.goto(
    `${server.origin}/console/m/rez_agent%40dev/patterns?run=list_by_status&p.status=failed`,
  );
  await page.getByText('RRU').waitFor();
  // What Prometheus reads is signed as well.
  await page.goto(`${server.origin}/console/server`);
  await page.getByText('Up for').waitFor();
  await page.goto(`${server.origin}/console/queues`);
  await page.getByRole('link', { name: 'claim_next' }).waitFor();
  const kept = await page.evaluate(async () => {
    const database = await new Promise((resolve) => {
      const asked = indexedDB.open('partita-console');
      asked.onsuccess = () => resolve(asked.result);
    });
    const session = await new Promise((resolve) => {
      const asked = database.transaction('session').objectStore('session').get('current');
      asked.onsuccess = () => resolve(asked.result);
    });
    const keys = Object.values(session.days);
    const exported = await crypto.subtle.exportKey('raw', keys[0]).then(
      () => true,
      () => false,
    );
    return {
      days: keys.length,
      exported,
      texts:
        JSON.stringify(localStorage) +
        JSON.stringify(sessionStorage) +
        JSON.stringify(session) +
        document.documentElement.outerHTML +
        location.href,
    };
  });
  assert.equal(kept.exported, false);
  assert.equal(kept.days, 2);
  assert.equal(kept.texts.includes(secretOf()), false);
  const second = await context.newPage();
  await second.goto(`${server.origin}/console/`);
  await second.getByRole('link', { name: 'music-encyclopedia', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Partita' }).waitFor();
  await second.getByRole('heading', { name: 'Sign in to Partita' }).waitFor();
  await context.close();
});

test('a key of yesterday asks to sign in again', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/`);
  await signIn(page, secretOf());
  await page.getByRole('link', { name: 'music-encyclopedia', exact: true }).first().waitFor();
  await page.evaluate(async () => {
    const database = await new Promise((resolve) => {
      const asked = indexedDB.open('partita-console');
      asked.onsuccess = () => resolve(asked.result);
    });
    const store = database.transaction('session', 'readwrite').objectStore('session');
    const session = await new Promise((resolve) => {
      const asked = store.get('current');
      asked.onsuccess = () => resolve(asked.result);
    });
    await new Promise((resolve) => {
      store.put(
        { ...session, days: { 20000101: Object.values(session.days)[0] } },
        'current',
      ).onsuccess = resolve;
    });
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in to Partita' }).waitFor();
  await context.close();
});

test('other sites cannot frame the console or use an open server', async () => {
  const free = await startServer('--memory');
  // Not fetch, which has its own mind about such headers.
  const asked = (headers, path = '/api/') =>
    new Promise((resolve) => {
      request(free.origin + path, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).end();
    });
  assert.equal(await asked({ Origin: 'https://evil.example' }), 403);
  assert.equal(await asked({ Host: 'evil.example' }), 403);
  assert.equal(await asked({ Host: 'evil.example' }, '/console/'), 403);
  assert.equal(await asked({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }), 403);
  assert.equal(
    await asked({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }, '/console/'),
    200,
  );
  assert.equal(await asked({ 'Sec-Fetch-Site': 'same-origin' }), 200);
  const page = await fetch(`${free.origin}/console/`);
  assert.match(
    page.headers.get('content-security-policy'),
    /frame-ancestors 'none'.*trusted-types 'none'/,
  );
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const again = await fetch(`${free.origin}/console/`, {
    headers: { 'If-None-Match': page.headers.get('etag') },
  });
  assert.equal(again.status, 304);
  const file = /src="([^"]+main\.js)"/.exec(await page.text())[1];
  assert.match((await fetch(free.origin + file)).headers.get('cache-control'), /immutable/);
  const plain = await fetch(free.origin + file, { headers: { 'Accept-Encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.match(await plain.text(), /Starts the console/);
  assert.equal((await fetch(`${free.origin}/console/files-0/none.js`)).status, 404);
  const home = await fetch(free.origin, { headers: { Accept: 'text/html' }, redirect: 'manual' });
  assert.equal(home.headers.get('location'), '/console/');
  assert.equal((await fetch(free.origin)).status, 400);
  await free.stop();
});

test('--no-console serves none', async () => {
  const bare = await startServer('--memory', '--no-console');
  assert.equal((await fetch(`${bare.origin}/console/`)).status, 404);
  assert.equal(
    (await fetch(bare.origin, { headers: { Accept: 'text/html' }, redirect: 'manual' })).status,
    400,
  );
  await bare.stop();
});

test('empty: the first page says how to begin', async () => {
  const bare = await startServer('--memory');
  const { page, context, troubles } = await newPage(browser, { origin: bare.origin });
  for (const path of ['/', '/models', '/dashboards', '/streams', '/backups', '/tour']) {
    await page.goto(`${bare.origin}/console${path}`);
    await settle(page);
    await page.locator('.empty').waitFor();
  }
  assert.deepEqual(troubles, []);
  await context.close();
  await bare.stop();
});
