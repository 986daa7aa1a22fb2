// The music encyclopedia through the AWS SDK for JavaScript.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { ENCYCLOPEDIA, db, found, get, put, refusedByModel, set } from './models.js';

const key = (PK, SK = '#METADATA') => ({ PK, SK });

async function save(PK, attributes, SK) {
  await put(ENCYCLOPEDIA, { ...key(PK, SK), ...attributes });
  return get(ENCYCLOPEDIA, key(PK, SK));
}

async function artist(name = 'Ravi Shankar') {
  const id = randomUUID();
  await save(`ARTIST#${id}`, { name });
  return id;
}

async function user(email) {
  const id = randomUUID();
  await save(`USER#${id}`, { email: email ?? `${id}@example.com`, username: id });
  return id;
}

const rowsOf = async (PK, prefix) => (await db.query({
  TableName: ENCYCLOPEDIA, KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
  ExpressionAttributeValues: { ':pk': PK, ':sk': prefix },
})).Items;

describe('An artist', () => {
  test('is found by the name that it has, also after a new one', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    const artistId = await artist(`Pandit ${before}`);
    const stored = await set(ENCYCLOPEDIA, key(`ARTIST#${artistId}`), { name: `Ustad ${after}` });
    assert.equal(stored.GSI1PK, `ARTIST_NAME#ustad_${after.replaceAll('-', '_')}`);
    assert.equal(stored.artistId, artistId);
    const by = async (name) => (await found(ENCYCLOPEDIA, 'GSI1',
      { GSI1PK: `ARTIST_NAME#${name.replaceAll('-', '_')}` })).map((item) => item.artistId);
    assert.deepEqual(await by(`pandit_${before}`), []);
    assert.deepEqual(await by(`ustad_${after}`), [artistId]);
  });

  test('is found by each of its instruments', async () => {
    const instruments = ['sitar', 'veena', 'tabla'].map((name) => `${name}_${randomUUID()}`);
    const artistId = randomUUID();
    await save(`ARTIST#${artistId}`, { name: 'X', instruments: instruments.slice(0, 2) });
    const players = () => Promise.all(instruments.map(async (name) => (
      await found(ENCYCLOPEDIA, 'GSI2', { GSI2PK: `INSTRUMENT#${name.replaceAll('-', '_')}` })
    ).map((item) => item.artistId)));
    assert.deepEqual(await players(), [[artistId], [artistId], []]);
    await set(ENCYCLOPEDIA, key(`ARTIST#${artistId}`), { instruments: instruments.slice(1) });
    assert.deepEqual(await players(), [[], [artistId], [artistId]]);
  });

  test('is refused with what is wrong', async () => {
    await refusedByModel(save('ARTIST#1', { name: '' }), 'M101',
      'music, Artist.name: "" has 0 characters, below min 1');
    await refusedByModel(save('ARTIST#1', { name: 'X', GSI1SK: 'ARTIST#2' }), 'M104',
      'music, Artist.GSI1SK: "ARTIST#2" differs from "ARTIST#{artistId}" = "ARTIST#1"; omit it to '
      + 'have it set');
    await refusedByModel(save('ARTIST#1', { name: 'X', artistId: '2' }), 'M105',
      'music, Artist key PK="ARTIST#1" does not equal template "ARTIST#{artistId}" = "ARTIST#2"');
  });
});

describe('A user', () => {
  test('has an address that nobody else has, in any case, until it goes', async () => {
    const email = `${randomUUID()}@example.com`;
    const first = await user(email);
    await refusedByModel(user(email.toUpperCase()), 'M204',
      'music, User.email is already in use (case-insensitive)',
      { attribute: 'email', rule: 'unique' });
    await db.delete({ TableName: ENCYCLOPEDIA, Key: key(`USER#${first}`) });
    await user(email.toUpperCase());
  });

  test('manages an artist by two rows that are one', async () => {
    const [userId, artistId] = [await user(), await artist()];
    const rows = [[`USER#${userId}`, `MANAGES#ARTIST#${artistId}`],
      [`ARTIST#${artistId}`, `MANAGER#${userId}`]];
    const both = async () => Promise.all(rows.map((row) => get(ENCYCLOPEDIA, key(...row))));
    const [PK, SK] = rows[1];
    await save(PK, { permissions: { editProfile: true } }, SK);
    const [first, second] = await both();
    assert.deepEqual({ ...first, ...key(...rows[1]) }, second);
    assert.equal(first.userId, userId);
    await db.delete({ TableName: ENCYCLOPEDIA, Key: key(...rows[0]) });
    assert.deepEqual(await both(), [undefined, undefined]);
  });

  test('cannot manage an artist that is not there', async () => {
    const userId = await user();
    await refusedByModel(save(`USER#${userId}`, {}, 'MANAGES#ARTIST#nobody'), 'M205',
      'music, Manages.artistId: there is no Artist "nobody"', { rule: 'references' });
  });
});

describe('A composition', () => {
  test('has a row for each version, and the latest a copy', async () => {
    const PK = `COMPOSITION#${randomUUID()}`;
    await save(PK, { title: 'First' }, 'VERSION#LATEST');
    const latest = await save(PK, { title: 'Second' }, 'VERSION#LATEST');
    const rows = await rowsOf(PK, 'VERSION#v');
    assert.deepEqual(rows.map(({ version, title }) => [version, title]),
      [[1, 'First'], [2, 'Second']]);
    assert.equal(latest.latestVersion, rows[1].SK);
    assert.equal(latest.version, 2);
  });

  test('does not lose an edit to one who has not seen it', async () => {
    const id = randomUUID();
    for (const title of ['First', 'Second', 'Third']) {
      await save(`COMPOSITION#${id}`, { title }, 'VERSION#LATEST');
    }
    await refusedByModel(
      save(`COMPOSITION#${id}`, { title: 'Lost', version: 1 }, 'VERSION#LATEST'),
      'M203', `music, Composition ${id}: expected version 1, latest is 3`, { current: '3' });
  });

  test('has version rows that only the server writes', async () => {
    const PK = `COMPOSITION#${randomUUID()}`;
    await save(PK, { title: 'First' }, 'VERSION#LATEST');
    const [{ SK }] = await rowsOf(PK, 'VERSION#v');
    await refusedByModel(set(ENCYCLOPEDIA, { PK, SK }, { title: 'Forged' }), 'M110',
      `music, Composition PK="${PK}", SK="${SK}": only the server writes this row`);
  });

  test('refers to a raga that is there', async () => {
    const PK = `COMPOSITION#${randomUUID()}`;
    await refusedByModel(save(PK, { title: 'X', ragaId: 'nowhere' }, 'VERSION#LATEST'), 'M205',
      'music, Composition.ragaId: there is no Raga "nowhere"');
    await save('RAGA#bhairav', { name: 'Bhairav' });
    const saved = await save(PK, { title: 'X', ragaId: 'bhairav' }, 'VERSION#LATEST');
    assert.equal(saved.GSI1PK, 'RAGA#bhairav');
  });
});
