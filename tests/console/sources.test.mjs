// Parts of the console that need no browser: signatures, typed values, differences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOf, pageOf } from '../../console/items/request.js';
import { layout } from '../../console/models/relations.js';
import { clusterCard } from '../../console/server/cluster_card.js';
import { parseMetrics } from '../../console/server/figures.js';
import { canonicalQuery, deriveKey, sign } from '../../console/api/sigv4.js';
import { equal, fault, lossOf, numberFault, parseTyped } from '../../console/api/typed.js';
import { diffLines, hunks } from '../../console/models/diff.js';
import { marked } from '../../console/models/highlight.js';
import { byteTick } from '../../console/core/words.js';

// The secret, scope and signature of AWS's published example for deriving a signing key.
test("the signing key is AWS's, and cannot be read back", async () => {
  const key = await deriveKey(
    'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    '20150830',
    'us-east-1',
    'iam',
  );
  const mac = await crypto.subtle.sign(
    'HMAC',
    key,
    new TextEncoder().encode(
      [
        'AWS4-HMAC-SHA256',
        '20150830T123600Z',
        '20150830/us-east-1/iam/aws4_request',
        'f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59',
      ].join('\n'),
    ),
  );
  assert.equal(
    Buffer.from(mac).toString('hex'),
    '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  );
  assert.equal(key.extractable, false);
});

test('a query is signed sorted and encoded', async () => {
  assert.equal(canonicalQuery('b=2&a=x y&a=%27'), 'a=%27&a=x%20y&b=2');
  const key = await deriveKey('secret', '20261118');
  const { Authorization } = await sign(
    { method: 'GET', path: '/api/', search: '', headers: {}, host: 'localhost' },
    { id: 'id', key, instant: Date.UTC(2026, 10, 18) },
  );
  assert.match(
    Authorization,
    /^AWS4-HMAC-SHA256 Credential=id\/20261118\/us-east-1\/dynamodb\/aws4_request, SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$/,
  );
});

test('equal values are equal whatever the order of sets and maps', () => {
  assert.ok(equal({ SS: ['a', 'b'] }, { SS: ['b', 'a'] }));
  assert.ok(equal({ M: { a: { N: '1' }, b: { S: '' } } }, { M: { b: { S: '' }, a: { N: '1' } } }));
  assert.ok(!equal({ L: [{ S: 'a' }, { S: 'b' }] }, { L: [{ S: 'b' }, { S: 'a' }] }));
  assert.ok(!equal({ S: '1' }, { N: '1' }));
});

test('what no item can hold is told', () => {
  assert.equal(numberFault('1'.repeat(38)), null);
  assert.match(numberFault('1'.repeat(39)), /39 digits/);
  assert.equal(numberFault('1e5'), null);
  assert.equal(numberFault('x'), 'not a number');
  assert.equal(fault({ NS: ['1', '1'] }), 'a set has each member once');
  assert.equal(fault({ B: 'AA' }), 'not base64');
  assert.throws(() => parseTyped('{"a": {"N": 1}}'), /as a text/);
  assert.throws(() => parseTyped('{"a": "x"}'), /a value is/);
});

test('plain JSON says what it would lose', () => {
  assert.match(lossOf({ N: '12345678901234567890' }, 'n'), /more digits/);
  assert.match(lossOf({ L: [{ SS: ['a'] }] }, 'l'), /l\[0\] is a set/);
  assert.equal(lossOf({ M: { a: { N: '1.5' } } }, 'm'), null);
});

test('a difference has what was removed and added, and little around it', () => {
  const before = Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n');
  const lines = diffLines(before, before.replace('line 20', 'other'));
  assert.deepEqual(
    lines.filter((each) => each.kind !== ' ').map((each) => each.kind + each.text),
    ['-line 20', '+other'],
  );
  assert.ok(hunks(lines).length < 12);
});

test('what a search has marked is text, whatever the item says', () => {
  assert.deepEqual(marked('Ravi <em>Shankar</em>'), [
    { text: 'Ravi ', found: false },
    { text: 'Shankar', found: true },
  ]);
  assert.deepEqual(marked('&lt;em&gt; &amp;amp; <em>&lt;b&gt;</em>'), [
    { text: '<em> &amp; ', found: false },
    { text: '<b>', found: true },
  ]);
  assert.deepEqual(marked('<em>open'), [{ text: '<em>open', found: false }]);
});

test('an axis of bytes has round figures', () => {
  assert.deepEqual([0, 512, 1024, 1536, 2 ** 20 * 192].map(byteTick), [
    '0',
    '512 B',
    '1 KB',
    '1.5 KB',
    '192 MB',
  ]);
});

const entity = (name, to = [], edge = null) => ({
  name,
  attributes: to.map((each) => ({ name: `${each}Id`, references: each })),
  ...(edge ? { edge: { from: { entity: edge[0] }, to: { entity: edge[1] } } } : {}),
});

test('entities are drawn beside each other, each relation once, no word over another', () => {
  const shape = {
    entities: [
      entity('Order', ['Customer', 'Shop', 'Order']),
      entity('Customer', ['Shop']),
      entity('Shop', ['Order']), // In a circle.
      entity('Item', ['Order', 'Product']),
      entity('Product'),
      entity('Alone'),
      entity('Likes', ['Customer'], ['Customer', 'Product']),
    ],
  };
  const { nodes, lines } = layout(shape);
  assert.deepEqual(nodes.map((each) => each.name).sort(), [
    'Customer',
    'Item',
    'Order',
    'Product',
    'Shop',
  ]);
  assert.equal(lines.length, 8);
  for (const a of nodes)
    for (const b of nodes)
      assert.ok(
        a === b || a.x !== b.x || Math.abs(a.y - b.y) >= a.height,
        `${a.name} lies on ${b.name}`,
      );
  for (const { label: a } of lines)
    for (const { label: b } of lines)
      assert.ok(a === b || a.x !== b.x || Math.abs(a.y - b.y) > 17.9, `${a.text} covers ${b.text}`);
});

test('figures for Prometheus are read back, with what is in their labels', () => {
  const figures = parseMetrics(
    '# HELP x y\nx{a="1",b="say \\"so\\", {not}"} 2\nx 3.5\nprocess_cpu_seconds_total 1e-3\n',
  );
  assert.equal(figures.sum('x'), 5.5);
  assert.deepEqual(figures.all('x')[0].labels, { a: '1', b: 'say \\"so\\", {not}' });
  assert.equal(figures.sum('process_cpu_seconds_total'), 0.001);
  assert.equal(figures.sum('nothing'), null);
});

test('a scan by parts goes from each part to the next one, and ends behind the last', () => {
  const page = pageOf({ TableName: 'T', TotalSegments: 100, Segment: 98 }, null);
  assert.deepEqual(nextOf(page, { LastEvaluatedKey: 1 }), { key: 1, segment: 98 });
  assert.deepEqual(pageOf(page, { key: 1, segment: 98 }).ExclusiveStartKey, 1);
  assert.deepEqual(nextOf(page, {}), { segment: 99 });
  assert.equal(nextOf(pageOf(page, { segment: 99 }), {}), null);
  assert.equal(nextOf(pageOf({ TableName: 'T' }, null), {}), null);
});

const textOf = (node) =>
  node.tag === null ? node.text : [...node.kids.map(textOf), node.props.title ?? ''].join(' ');

test('servers of a store are told apart, those that are silent too, and jobs that nobody has', () => {
  const alone = { name: 'a1', this: true, role: 'server', silent_ms: 300, leases: ['date'] };
  assert.equal(clusterCard({ shared: false, servers: [alone], free_leases: [] }), null);
  const said = textOf(
    clusterCard({
      shared: true,
      servers: [
        { ...alone, address: 'http://10.0.0.1:8000', machine: 'db1', version: '0.1.0' },
        { name: 'b2', role: 'server', silent_ms: 3200, leases: [] },
        { name: 'c3', role: 'command', silent_ms: 10, leases: ['check'] },
      ],
      free_leases: ['backups'],
    }),
  ).replace(/\s+/g, ' ');
  assert.match(said, /3 servers/);
  assert.match(said, /1 job of servers that are gone: backups/);
  assert.match(said, /a1 this one alive http:\/\/10\.0\.0\.1:8000 db1 0\.1\.0 – date/);
  assert.match(said, /b2 silent for 3\.2 s .* none/);
  assert.match(said, /c3 a command alive/);
});
