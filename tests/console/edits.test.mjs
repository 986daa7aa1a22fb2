// Items: what is asked, what is changed, and that nothing else changes with it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  createTable,
  dynamo,
  newPage,
  screenshots,
  settle,
  startBrowser,
  startServer,
  stopAll,
  tree,
} from './harness.mjs';

// Any credentials will do.
const CLIENT = {
  ...process.env,
  AWS_ACCESS_KEY_ID: 'me',
  AWS_SECRET_ACCESS_KEY: 'anything',
  AWS_EC2_METADATA_DISABLED: 'true',
};

// Debian's Go packages are sources in one tree; what the tests of the SDK have compiled is taken over.
const GO = {
  ...CLIENT,
  GO111MODULE: 'off',
  GOPATH: '/usr/share/gocode',
  GOFLAGS: '',
  GOCACHE: process.env.PARTITA_GO_CACHE ?? join(tree, 'build/release/go-cache'),
};

let server;
let browser;

const ALL_TYPES = {
  id: { S: 'all' },
  text: { S: 'a' },
  empty: { S: '' },
  number: { N: '12345678901234567890123456789012345678' },
  small: { N: '-0.00000000000000000001' },
  yes: { BOOL: true },
  nothing: { NULL: true },
  bytes: { B: 'AAEC/w==' },
  texts: { SS: ['a', 'b'] },
  numbers: { NS: ['1', '2.5'] },
  blobs: { BS: ['AA==', 'AQ=='] },
  list: { L: [{ S: 'x' }, { N: '1' }, { M: { deep: { SS: ['p', 'q'] } } }] },
  map: { M: { n: { N: '7' }, l: { L: [{ NULL: true }] } } },
};

before(async () => {
  [server, browser] = await Promise.all([startServer('--memory'), startBrowser()]);
  await createTable(server.origin, 'Types');
});
after(async () => {
  await browser.close();
  await stopAll();
});

const put = (item, table = 'Types') =>
  dynamo(server.origin, 'PutItem', { TableName: table, Item: item });
const get = async (id, table = 'Types') =>
  (
    await dynamo(server.origin, 'GetItem', {
      TableName: table,
      Key: { id: { S: id } },
      ConsistentRead: true,
    })
  ).Item;

// The item opened by its address.
async function opened(id, table = 'Types') {
  const made = await newPage(browser, { origin: server.origin });
  await made.page.goto(
    `${server.origin}/console/t/${table}/items?sel=${encodeURIComponent(JSON.stringify({ id: { S: id } }))}`,
  );
  await settle(made.page);
  await made.page.getByRole('complementary', { name: 'The item' }).waitFor();
  return made;
}

async function setText(page, name, value) {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  // Key by key, as a person types: the field must keep the focus.
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill('');
  await field.pressSequentially(value);
}

async function save(page) {
  await page.keyboard.press('Control+s');
}

test('a change of one attribute leaves all ten types of the others as they were', async () => {
  await put(ALL_TYPES);
  const { page, context, troubles } = await opened('all');
  await setText(page, 'text', 'b');
  await page.getByText('1 staged change in 1 item').waitFor();
  await page.screenshot({ path: join(screenshots, 'staged-light-wide.png') });
  assert.equal((await get('all')).text.S, 'a', 'staged is not written');
  await save(page);
  await page.getByText('Saved one item').waitFor();
  assert.deepEqual(await get('all'), { ...ALL_TYPES, text: { S: 'b' } });
  assert.deepEqual(troubles, []);
  await context.close();
});

test('the same in typed JSON, where a number that is no text is refused', async () => {
  await put({ ...ALL_TYPES, id: { S: 'typed' } });
  const { page, context } = await opened('typed');
  await page.getByRole('tab', { name: 'Typed' }).click();
  const field = page.getByRole('textbox', { name: 'The item in typed JSON' });
  const text = await field.inputValue();
  await field.fill(text.replace('"text": {\n    "S": "a"', '"text": {\n    "N": 5'));
  await page.getByRole('button', { name: 'Stage', exact: true }).click();
  await page.getByText('write the number as a text').waitFor();
  await field.fill(text.replace('"text": {\n    "S": "a"', '"text": {\n    "S": "c"'));
  await page.getByRole('button', { name: 'Stage', exact: true }).click();
  await save(page);
  await page.getByText('Saved one item').waitFor();
  assert.deepEqual(await get('typed'), { ...ALL_TYPES, id: { S: 'typed' }, text: { S: 'c' } });
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByText('plain JSON cannot say everything').waitFor();
  await context.close();
});

test('a number with 39 digits is told at once and not saved', async () => {
  await put({ id: { S: 'faults' }, n: { N: '1' } });
  const { page, context } = await opened('faults');
  await setText(page, 'n', '1'.repeat(39));
  await page.getByText('39 digits; at most 38 are kept exactly').waitFor();
  await save(page);
  await page.getByText('Not saved.').waitFor();
  assert.equal((await get('faults')).n.N, '1');
  await context.close();
});

test('a change by somebody else to the same attribute is shown, and nothing is lost', async () => {
  await put({ id: { S: 'race' }, a: { S: '1' }, b: { S: '1' } });
  const { page, context } = await opened('race');
  await setText(page, 'a', 'mine');
  await put({ id: { S: 'race' }, a: { S: 'theirs' }, b: { S: '1' } });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Conflict' });
  await dialog.getByText('theirs').waitFor();
  assert.equal((await get('race')).a.S, 'theirs');
  await page.screenshot({ path: join(screenshots, 'conflict-light-wide.png') });
  await dialog.getByRole('button', { name: 'Save this' }).click();
  await page.getByText('Saved one item').waitFor();
  assert.equal((await get('race')).a.S, 'mine');
  await context.close();
});

test('a change by somebody else to another attribute survives', async () => {
  await put({ id: { S: 'both' }, a: { S: '1' }, b: { S: '1' } });
  const { page, context } = await opened('both');
  await setText(page, 'a', 'mine');
  await put({ id: { S: 'both' }, a: { S: '1' }, b: { S: 'theirs' } });
  await save(page);
  await page.getByText('Saved one item').waitFor();
  assert.deepEqual(await get('both'), { id: { S: 'both' }, a: { S: 'mine' }, b: { S: 'theirs' } });
  await context.close();
});

test('an update, a deletion and a new item are undone; an undo that meets a change is refused', async () => {
  const first = { id: { S: 'undo' }, a: { S: '1' } };
  await put(first);
  const { page, context } = await opened('undo');
  await setText(page, 'a', '2');
  await save(page);
  await page.getByText('Saved one item').waitFor();
  await page.getByRole('tab', { name: 'Fields' }).focus();
  await page.keyboard.press('Control+z');
  await page.getByText('Undone', { exact: true }).waitFor();
  assert.deepEqual(await get('undo'), first);

  await page.getByRole('gridcell', { name: 'undo', exact: true }).click();
  await page.getByRole('button', { name: 'Stage its deletion' }).click();
  await save(page);
  await page.getByText('Saved one item').last().waitFor();
  await page.waitForFunction(() => document.querySelector('.stagedbar') === null);
  assert.equal(await get('undo'), undefined);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByText('Undone', { exact: true }).last().waitFor();
  await settle(page);
  assert.deepEqual(await get('undo'), first);

  // Another type, and back.
  await page.getByRole('gridcell', { name: 'undo', exact: true }).click();
  await page.getByRole('button', { name: 'Edit a', exact: true }).click();
  await page.getByRole('combobox', { name: /type of a/i }).selectOption('N');
  await save(page);
  await page.waitForFunction(() => document.querySelector('.stagedbar') === null);
  assert.deepEqual((await get('undo')).a, { N: '1' });
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByText('Undone', { exact: true }).last().waitFor();
  await settle(page);
  assert.deepEqual((await get('undo')).a, { S: '1' });

  await page.getByRole('gridcell', { name: 'undo', exact: true }).click();
  await setText(page, 'a', '3');
  await save(page);
  await page.waitForFunction(() => document.querySelector('.stagedbar') === null);
  await put({ id: { S: 'undo' }, a: { S: 'theirs' } });
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByRole('dialog', { name: 'Refused' }).waitFor();
  assert.equal((await get('undo')).a.S, 'theirs');
  await context.close();
});

test('each operator on table, index and a sort key of three attributes gives what the API gives', async () => {
  const types = (names) =>
    names.map((name) => ({ AttributeName: name, AttributeType: name === 'n' ? 'N' : 'S' }));
  await dynamo(server.origin, 'CreateTable', {
    TableName: 'Keys',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: types(['p', 's', 'g', 'x', 'y', 'n']),
    KeySchema: [
      { AttributeName: 'p', KeyType: 'HASH' },
      { AttributeName: 's', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'local',
        KeySchema: [
          { AttributeName: 'p', KeyType: 'HASH' },
          { AttributeName: 'n', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'three',
        KeySchema: [
          { AttributeName: 'g', KeyType: 'HASH' },
          { AttributeName: 'x', KeyType: 'RANGE' },
          { AttributeName: 'y', KeyType: 'RANGE' },
          { AttributeName: 'n', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  for (let i = 0; i < 12; i += 1)
    await put(
      {
        p: { S: 'p' },
        s: { S: `s${String(i).padStart(2, '0')}` },
        g: { S: 'g' },
        x: { S: `x${i % 2}` },
        y: { S: `y${i % 3}` },
        n: { N: String(i) },
      },
      'Keys',
    );
  const { page, context } = await newPage(browser, { origin: server.origin });
  const cases = [
    ['k.p=p', 12],
    ['k.p=p&k.s=s03', 1],
    ['k.p=p&k.s=s0&o.s=begins_with', 10],
    ['k.p=p&k.s=s02&o.s=between&b.s=s05', 4],
    ['k.p=p&k.s=s04&o.s=%3C', 4],
    ['k.p=p&k.s=s04&o.s=%3C%3D', 5],
    ['k.p=p&k.s=s04&o.s=%3E', 7],
    ['k.p=p&k.s=s04&o.s=%3E%3D', 8],
    ['index=three&k.g=g', 12],
    ['index=three&k.g=g&k.x=x1', 6],
    ['index=three&k.g=g&k.x=x1&k.y=y1', 2],
    ['index=three&k.g=g&k.x=x1&k.y=y1&k.n=5&o.n=%3E', 1],
    ['index=local&k.p=p&k.n=9', 1],
    ['index=local&k.p=p&k.n=9&o.n=%3C', 9],
    ['index=local&k.p=p&k.n=3&o.n=between&b.n=10', 8],
    ['k.p=p&filter=%5B%5B%22n%22%2C%22%3E%22%2C%22N%22%2C%228%22%5D%5D', 3],
  ];
  for (const [query, expected] of cases) {
    await page.goto(`${server.origin}/console/t/Keys/items?mode=query&${query}`);
    await settle(page);
    assert.equal(await page.locator('.resultbar b').first().innerText(), String(expected), query);
    assert.equal(await page.getByRole('gridcell', { name: /^s\d\d$/ }).count(), expected, query);
  }
  // A gap in the key cannot be built: the next attribute opens only behind an equality.
  await page.goto(`${server.origin}/console/t/Keys/items?mode=query&index=three&k.g=g`);
  await settle(page);
  assert.equal(await page.getByRole('textbox', { name: 'Value of y' }).count(), 0);
  await page.getByRole('textbox', { name: 'Value of x' }).fill('x0');
  await page.getByRole('textbox', { name: 'Value of y' }).waitFor();
  await context.close();
});

test('the code behind a view gives the same items: AWS CLI, JavaScript, Python, Go, curl', async () => {
  await put({ id: { S: 'code' }, n: { N: '1' } });
  const { page, context } = await newPage(browser, { origin: server.origin });
  const views = [
    ['Types', '', /"id"/],
    ['Keys', 'mode=query&k.p=p&k.s=s02&o.s=between&b.s=s05', /s02.*s05/s],
    ['Keys', 'mode=query&index=three&newest=1&k.g=g&k.x=x1&k.y=y1', /s07.*s01/s],
    ['Keys', 'filter=%5B%5B%22n%22%2C%22%3E%22%2C%22N%22%2C%228%22%5D%5D', /s09/],
  ];
  // What only the code in this language has: it is drawn a moment after the language is chosen.
  const marks = {
    'AWS CLI': 'aws dynamodb',
    JavaScript: '@aws-sdk',
    Python: 'boto3',
    Go: 'package main',
    curl: 'curl -s',
  };
  const folder = mkdtempSync(join(tmpdir(), 'partita-code-'));
  const runs = {
    'AWS CLI': (code) => execFileSync('bash', ['-c', code], { encoding: 'utf8', env: CLIENT }),
    JavaScript: (code) =>
      execFileSync('node', ['--input-type=module', '-e', code], {
        encoding: 'utf8',
        env: CLIENT,
        cwd: join(tree, 'tests/sdk/javascript'),
      }),
    Python: (code) =>
      execFileSync('/usr/bin/python3', ['-c', code], { encoding: 'utf8', env: CLIENT }),
    Go: (code) => {
      writeFileSync(join(folder, 'main.go'), code);
      return execFileSync('go', ['run', 'main.go'], { encoding: 'utf8', env: GO, cwd: folder });
    },
    curl: (code) => execFileSync('bash', ['-c', code], { encoding: 'utf8', env: CLIENT }),
  };
  for (const [table, query, expected] of views) {
    await page.goto(`${server.origin}/console/t/${table}/items?${query}`);
    await settle(page);
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    for (const [language, run] of Object.entries(runs)) {
      // Each is a program of its own to be linked: two are enough.
      if (language === 'Go' && !query.includes('k.')) continue;
      await page.getByRole('radio', { name: language }).check({ force: true });
      const code = page.locator('.code--tall', { hasText: marks[language] });
      const answer = run(await code.innerText());
      assert.match(answer, expected, `${language}, ${query}`);
    }
    await page.keyboard.press('Escape');
  }
  rmSync(folder, { recursive: true });
  await context.close();
});

test('the code in C++ compiles with the headers of the library', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  await page.goto(
    `${server.origin}/console/t/Keys/items?mode=query&index=three&k.g=g&k.x=x1&k.y=y1&k.n=5&o.n=%3E`,
  );
  await settle(page);
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByRole('radio', { name: 'C++' }).check({ force: true });
  const code = await page.locator('.code--tall', { hasText: '#include' }).innerText();
  const compile = (input) =>
    execFileSync(
      'g++',
      ['-std=c++20', '-fsyntax-only', `-I${join(tree, 'include')}`, '-xc++', '-'],
      {
        input,
        stdio: 'pipe',
      },
    );
  compile(code);
  assert.throws(() => compile(code.replace('index_name', 'no_such_member')));
  await context.close();
});

test('the units shown are those that the server counts', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/t/Types/items`);
  await settle(page);
  const { ConsumedCapacity } = await dynamo(server.origin, 'Scan', {
    TableName: 'Types',
    ReturnConsumedCapacity: 'TOTAL',
  });
  assert.equal(
    await page.locator('.resultbar b').nth(1).innerText(),
    String(ConsumedCapacity.CapacityUnits),
  );
  await context.close();
});

test('hostile texts are texts: nothing runs, nothing breaks the page', async () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    'javascript:alert(1)',
    '\u202egnp.exe',
    'é'.repeat(50),
    '\u0000nul',
    '{{7*7}}',
    "' OR 1=1 --",
    '𝕏'.repeat(2000),
    'x'.repeat(300_000),
  ];
  await createTable(server.origin, 'Hostile');
  for (const [i, text] of hostile.entries())
    await put(
      {
        id: { S: `${i} ${text.slice(0, 200)}` },
        [`a${text.slice(0, 60)}`]: { S: text },
        m: { M: { [text.slice(0, 50)]: { S: text.slice(0, 1000) } } },
      },
      'Hostile',
    );
  const { page, context, troubles } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/t/Hostile/items`);
  await settle(page);
  for (let i = 0; i < hostile.length; i += 1) {
    await page.locator('tbody tr[aria-rowindex] td.key').nth(i).click();
    await page.getByRole('complementary', { name: 'The item' }).waitFor();
  }
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1),
    false,
  );
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a server that does not answer is told, and the page goes on when it does', async () => {
  const { page, context } = await newPage(browser, { origin: server.origin });
  await page.goto(`${server.origin}/console/t/Types/items`);
  await settle(page);
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByText('The server does not answer').first().waitFor();
  await page.unroute('**/*');
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByRole('grid').waitFor();
  await context.close();
});
