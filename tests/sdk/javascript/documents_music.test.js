// The music encyclopedia's document on its modelled table: its rows, calls, query builder and
// transactions as they are written. Attributes that its key blocks leave out are added; where the
// document is wrong, what comes of it is what is expected here.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ENCYCLOPEDIA, db, get, put } from './models.js';
import {
  EntityPrefix, SecondaryPrefix, encyclopediaOf, formatDateSortKey, formatKey, formatVersionKey,
  parseNextToken,
} from './music_encyclopedia.js';
import { keysOf, refuses } from './partita.js';

const {
  basicSearch, createQuery, getAllByPartitionKey, getByDateRange, getByGlobalIndex, getByPrimaryKey,
  transactWriteItems,
} = encyclopediaOf(db, ENCYCLOPEDIA);

const row = (PK, SK, others = {}) => ({ PK, SK, ...others });
const store = (...items) =>
  items.reduce((before, item) => before.then(() => put(ENCYCLOPEDIA, item)), Promise.resolve());
const stored = (PK, SK) => get(ENCYCLOPEDIA, { PK, SK });
const refusedRow = (item, words) => refuses(put(ENCYCLOPEDIA, item), 'ValidationException', words);
const sortKeys = (items) => keysOf(items, 'SK');

// "Artist Entity", "Primary record", with the name that an artist must have.
const ARTIST = row('ARTIST#456', '#METADATA', {
  GSI1PK: 'ARTIST_NAME#ravi_shankar',
  GSI1SK: 'ARTIST#456',
  GSI2PK: 'INSTRUMENT#sitar',
  GSI2SK: 'ARTIST#456',
  GSI3PK: 'TRADITION#hindustani',
  GSI3SK: 'ARTIST#456',
});
const KNOWN = { name: 'Ravi Shankar', instruments: ['sitar'], tradition: 'hindustani' };
// "User Entity (Phase 2)"
const USER = row('USER#123', '#METADATA', {
  GSI1PK: 'EMAIL#user@example.com',
  GSI1SK: 'USER#123',
  GSI2PK: 'USERNAME#johndoe',
  GSI2SK: 'USER#123',
});
const event = (id, date, country) => row(`EVENT#${id}`, '#METADATA', {
  name: `Concert ${id}`, date, location: { country },
});

before(async () => {
  await store(
    row('RAGA#yaman', '#METADATA', { name: 'Yaman' }),
    { ...ARTIST, ...KNOWN },
    row('ARTIST#789', '#METADATA', { name: 'Alla Rakha', instruments: ['tabla', 'violin'] }),
    row('COMPOSITION#789', 'VERSION#LATEST', {
      title: 'Evening in Yaman', ragaId: 'yaman', composer: 'Ravi Shankar',
    }),
    row('COMPOSITION#101', 'VERSION#LATEST', { title: 'Morning', ragaId: 'yaman' }),
    { ...USER, email: 'user@example.com', username: 'johndoe' },
    event('123', '2023-01-01', 'India'), event('124', '2023-06-15', 'France'),
    event('125', '2023-12-31', 'India'),
    row('PERFORMANCE#456', '#METADATA', { date: '2023-01-01' }),
  );
});

describe('Its rows', () => {
  test('of an artist need the name that its index key is made of', async () => {
    await refusedRow({ ...ARTIST, PK: 'ARTIST#keys', GSI1SK: 'ARTIST#keys' }, /Artist/);
    const found = await stored('ARTIST#456', '#METADATA');
    assert.deepEqual({ ...found, ...ARTIST }, found);
  });

  test('of managers, members, followers and attributions are stored as they are', async () => {
    await store(
      row('ARTIST#456', 'MANAGER#123'), row('ARTIST#456', 'MEMBER#789'),
      row('COMPOSITION#789', 'ATTRIBUTION#456'), row('USER#123', 'FOLLOWS#ARTIST#456'),
      row('USER#123', 'MANAGES#ARTIST#789'),
    );
    // The other side of managing is written with it.
    assert.ok(await stored('USER#123', 'MANAGES#ARTIST#456'));
    assert.ok(await stored('ARTIST#789', 'MANAGER#123'));
    assert.equal((await stored('COMPOSITION#789', 'ATTRIBUTION#456')).artistId, '456');
  });

  test('of versions are the server\'s: the pointer is a copy of the newest one', async () => {
    await refusedRow(row('COMPOSITION#bare', 'VERSION#LATEST'), /title/);
    await refusedRow(row('COMPOSITION#789', 'VERSION#v1#2023-01-01T10:00:00.000Z', {
      GSI1PK: 'RAGA#yaman', GSI1SK: 'COMPOSITION#789',
      GSI2PK: 'COMPOSER#ravi_shankar', GSI2SK: 'COMPOSITION#789',
    }), /VERSION#v1#2023-01-01T10:00:00\.000Z/);
    const latest = await stored('COMPOSITION#789', 'VERSION#LATEST');
    assert.equal(latest.GSI1PK, 'RAGA#yaman');
    assert.ok(await stored('COMPOSITION#789', latest.latestVersion));
  });

  test('of events have performances; performers and set lists have their date and order first',
    async () => {
      await store(row('EVENT#123', 'PERFORMANCE#456'));
      await refusedRow(row('PERFORMANCE#456', 'ARTIST#789', {
        GSI1PK: 'ARTIST#789', GSI1SK: 'PERFORMS#456#2023-01-01',
      }), /Performs/);
      // The composition's id is read as its position, and "order" as the composition.
      await refuses(store(row('PERFORMANCE#456', 'COMPOSITION#101#order')),
        'ConditionalCheckFailedException', /there is no Composition "order" \[M205\]$/);
      await store(row('PERFORMANCE#456', 'ARTIST#789', { date: '2023-01-01' }),
        row('PERFORMANCE#456', 'COMPOSITION#001#101', { position: 1 }));
      const performances = await getByGlobalIndex('GSI1', 'ARTIST#789', 'PERFORMS#');
      assert.deepEqual(keysOf(performances, 'GSI1SK'), ['PERFORMS#2023-01-01#456']);
      // Reverse lookups via GSI
      const played = await getByGlobalIndex('GSI2', 'COMPOSITION#101', 'PERFORMANCE#456');
      assert.deepEqual(sortKeys(played), ['COMPOSITION#001#101']);
    });

  test('of karma, permissions and rules are stored, and karma is found without permissions',
    async () => {
      await store(row('USER#123', 'KARMA#2023-01-01T10:00:00.000Z', { change: 10 }),
        row('USER#123', 'KARMA_PERMISSION#artist#edit'),
        row('KARMA_RULE#artist', 'PERMISSION#create', { karma: 100 }));
      const karma = await getAllByPartitionKey(EntityPrefix.USER, '123',
        { sortKeyPrefix: 'KARMA#' });
      assert.deepEqual(keysOf(karma, 'change'), [10]);
      assert.equal((await stored('KARMA_RULE#artist', 'PERMISSION#create')).karma, 100);
    });

  test('of synchronisation are the server\'s, and entities of phase 3 are not live', async () => {
    await refusedRow(row('SYNC#artist', 'ID#456', {
      lastSyncedAt: '2023-01-01T10:00:00.000Z', status: 'synced',
    }), /only the server writes this row \[M110\]$/);
    await refusedRow(row('THREAD#1', '#METADATA', { title: 'Ragas of the morning' }), /THREAD#1/);
  });
});

describe('Its prefixes', () => {
  test('of entities lead to a row each, as far as their phase is live', async () => {
    const live = {
      ARTIST: { name: 'An artist' }, RAGA: { name: 'A raga' }, TALA: { name: 'A tala' },
      COMPOSITION: { title: 'A composition' }, VENUE: { name: 'A venue' },
      USER: { email: 'prefix@example.com', username: 'prefix' },
      EVENT: { name: 'An event', date: '2024-01-01' }, PERFORMANCE: { date: '2024-01-01' },
    };
    const later = {
      THREAD: { title: 'A thread', startedBy: '123' }, RECORDING: { title: 'A recording' },
      COLLECTION: { title: 'A collection', ownedBy: '123' },
    };
    assert.deepEqual(Object.keys({ ...live, ...later }).sort(), Object.keys(EntityPrefix).sort());
    for (const [prefix, attributes] of Object.entries(live)) {
      const PK = formatKey(EntityPrefix[prefix], 'prefix');
      const SK = prefix === 'COMPOSITION' ? 'VERSION#LATEST' : SecondaryPrefix.METADATA;
      await store(row(PK, SK, attributes));
      const found = await stored(PK, SK);
      assert.deepEqual({ ...found, ...attributes }, found);
    }
    for (const [prefix, attributes] of Object.entries(later)) {
      const PK = formatKey(EntityPrefix[prefix], 'prefix');
      await refusedRow(row(PK, SecondaryPrefix.METADATA, attributes), new RegExp(PK));
    }
  });

  test('of relations find the rows of one kind', async () => {
    await store(row('USER#123', 'FOLLOWS#ARTIST#456'), row('USER#123', 'MANAGES#ARTIST#789'),
      row('COMPOSITION#789', 'ATTRIBUTION#456'),
      row('PERFORMANCE#456', 'ARTIST#789', { date: '2023-01-01' }));
    const inTable = {
      METADATA: ['ARTIST', '456'], VERSION: ['COMPOSITION', '789'], FOLLOWS: ['USER', '123'],
      MANAGES: ['USER', '123'], ATTRIBUTION: ['COMPOSITION', '789'],
    };
    for (const [name, [prefix, id]] of Object.entries(inTable)) {
      const sortKeyPrefix = SecondaryPrefix[name];
      const found = await getAllByPartitionKey(EntityPrefix[prefix], id, { sortKeyPrefix });
      assert.ok(found.length > 0, name);
      assert.ok(sortKeys(found).every((SK) => SK.startsWith(sortKeyPrefix)), name);
    }
    const inIndex = { DATE: 'STATUS#scheduled', PERFORMS: 'ARTIST#789' };
    for (const [name, partition] of Object.entries(inIndex)) {
      const found = await getByGlobalIndex('GSI1', partition, `${SecondaryPrefix[name]}#`);
      assert.ok(found.length > 0, name);
    }
    assert.deepEqual(Object.keys({ ...inTable, ...inIndex }).sort(),
      Object.keys(SecondaryPrefix).sort());
  });
});

describe('Its access patterns', () => {
  test('get an artist by ID, but no composition: it has no #METADATA', async () => {
    const artist = await getByPrimaryKey(EntityPrefix.ARTIST, "456");
    assert.equal(artist.name, 'Ravi Shankar');
    const composition = await getByPrimaryKey(EntityPrefix.COMPOSITION, "789");
    assert.equal(composition, undefined);
  });

  test('get an artist and a raga by name', async () => {
    const artists = await getByGlobalIndex(
      'GSI1',
      'ARTIST_NAME#ravi_shankar',
      'ARTIST#'
    );
    assert.ok(keysOf(artists, 'PK').includes('ARTIST#456'));
    const ragas = await getByGlobalIndex(
      'GSI1',
      'RAGA_NAME#yaman',
      'RAGA#'
    );
    assert.deepEqual(keysOf(ragas, 'PK'), ['RAGA#yaman']);
  });

  test('get artists by each of their instruments, and a composition once by its raga', async () => {
    const violinists = await getByGlobalIndex(
      'GSI2',
      'INSTRUMENT#violin',
      'ARTIST#'
    );
    assert.ok(keysOf(violinists, 'PK').includes('ARTIST#789'));
    const yamanComps = await getByGlobalIndex(
      'GSI1',
      'RAGA#yaman',
      'COMPOSITION#'
    );
    const known = keysOf(yamanComps, 'PK').filter((PK) => /#(101|789)$/.test(PK));
    assert.deepEqual(known, ['COMPOSITION#101', 'COMPOSITION#789']);
  });

  test('get followed artists and managers', async () => {
    await store(row('USER#123', 'FOLLOWS#ARTIST#456'), row('ARTIST#456', 'MANAGER#123'));
    const follows = await getAllByPartitionKey(
      EntityPrefix.USER,
      "123",
      { sortKeyPrefix: SecondaryPrefix.FOLLOWS }
    );
    assert.deepEqual(sortKeys(follows), ['FOLLOWS#ARTIST#456']);
    const managers = await getAllByPartitionKey(
      EntityPrefix.ARTIST,
      "456",
      { sortKeyPrefix: "MANAGER#" }
    );
    assert.deepEqual(sortKeys(managers), ['MANAGER#123']);
  });

  test('get a user by the address and by the name', async () => {
    const byAddress = await getByGlobalIndex('GSI1', 'EMAIL#user@example.com', 'USER#');
    const byName = await getByGlobalIndex('GSI2', 'USERNAME#johndoe', 'USER#');
    assert.deepEqual([keysOf(byAddress, 'PK'), keysOf(byName, 'PK')], [['USER#123'], ['USER#123']]);
  });

  test('get no events of "upcoming": there is no such event', async () => {
    const events = await getByDateRange(
      EntityPrefix.EVENT,
      "upcoming",
      'DATE#',
      { start: '2023-01-01', end: '2023-12-31' }
    );
    assert.deepEqual(events, []);
  });

  test('search by a scan finds artists, as on any table', async () => {
    const results = await basicSearch("Ravi Shankar", {
      fields: [
        { name: 'name', weight: 3 },
        { name: 'bio', weight: 1 },
        { name: 'instruments', weight: 2 }
      ],
      limit: 20
    });
    assert.ok(keysOf(results, 'PK').includes('ARTIST#456'));
  });
});

describe('Its query builder', () => {
  const userId = '123';

  test('is refused with pk, because the table has PK', async () => {
    await refuses(createQuery()
      .withPartitionKey('pk', formatKey(EntityPrefix.USER, userId))
      .withSortKeyBeginsWith('sk', SecondaryPrefix.FOLLOWS)
      .withLimit(20)
      .execute(), 'ValidationException', 'Query condition missed key schema element: PK');
  });

  test('reads an index', async () => {
    const artists = await createQuery()
      .withIndex('GSI2')
      .withPartitionKey('GSI2PK', 'INSTRUMENT#violin')
      .withSortKeyBeginsWith('GSI2SK', 'ARTIST#')
      .withLimit(50)
      .execute();
    assert.ok(keysOf(artists.items, 'PK').includes('ARTIST#789'));
  });

  test('loses the last day of a year, and filters on a nested attribute', async () => {
    const events = await createQuery()
      .withIndex('GSI1')
      .withPartitionKey('GSI1PK', 'STATUS#scheduled')
      .withSortKeyBetween('GSI1SK', 'DATE#2023-01-01', 'DATE#2023-12-31')
      .withFilter('location.country', '=', 'India')
      .withLimit(25)
      .execute();
    assert.deepEqual(keysOf(events.items, 'PK'), ['EVENT#123']);
  });

  test('lists no artists by the bare prefix', async () => {
    const result = await createQuery()
      .withPartitionKey('PK', 'ARTIST#')
      .withLimit(20)
      .withStartKey(parseNextToken(undefined))
      .execute();

    // Result includes nextToken for continuation
    const { items, nextToken: newNextToken, hasMore } = result;
    assert.deepEqual([items, newNextToken, hasMore], [[], undefined, false]);
  });
});

test('its keys are formatted as its comments say', () => {
  const userKey = formatKey(EntityPrefix.USER, "123");
  assert.equal(userKey, 'USER#123');
  const dateKey = formatDateSortKey(SecondaryPrefix.DATE, "2023-01-01", "EVENT#123");
  assert.equal(dateKey, 'DATE#2023-01-01#EVENT#123');
  const versionKey = formatVersionKey("v1", "2023-01-01T10:00:00.000Z");
  assert.equal(versionKey, 'VERSION#v1#2023-01-01T10:00:00.000Z');
});

describe('Its transactions', () => {
  const userId = '123';
  const puts = (items) =>
    transactWriteItems(items.map((Item) => ({ Put: { TableName: ENCYCLOPEDIA, Item } })));

  test('create an artist with its manager, if they say PK and SK', async () => {
    const artistId = 'artist_01FQMQZX3K9Y8J7H6G5F4D3C2B';
    const manager = {
      pk: formatKey(EntityPrefix.ARTIST, artistId),
      sk: `MANAGER#${userId}`,
      permissions: { editProfile: true, /* ... */ },
      grantedBy: userId,
      grantedAt: new Date().toISOString()
    };
    const artist = row(formatKey(EntityPrefix.ARTIST, artistId), '#METADATA', { name: 'Anoushka' });
    await refuses(puts([artist, manager]), 'TransactionCanceledException');
    const { pk: PK, sk: SK, ...others } = manager;
    await puts([artist, { PK, SK, ...others }]);
    assert.deepEqual((await stored(PK, SK)).permissions, { editProfile: true });
    assert.ok(await stored(`USER#${userId}`, `MANAGES#ARTIST#${artistId}`));
  });

  test('make a new version by a put of the latest row alone: version rows are the server\'s',
    async () => {
      const compositionId = '789';
      const newVersionKey = formatVersionKey('v2', '2023-02-01T10:00:00.000Z');
      const compositionData = { title: 'Evening in Yaman', ragaId: 'yaman' };
      const latest = row(formatKey(EntityPrefix.COMPOSITION, compositionId), 'VERSION#LATEST');
      await refuses(puts([
        // Update latest pointer
        { ...latest, latestVersion: newVersionKey },
        // Create new version
        { ...latest, SK: newVersionKey, ...compositionData, version: 2, editedBy: [userId] },
      ]), 'TransactionCanceledException');
      const { version: before } = await stored(latest.PK, latest.SK);
      await puts([{
        ...latest, ...compositionData, lyrics: `Verse ${before}`, editedBy: new Set([userId]),
      }]);
      const { version, latestVersion } = await stored(latest.PK, latest.SK);
      assert.equal(version, before + 1);
      assert.deepEqual((await stored(latest.PK, latestVersion)).editedBy, new Set([userId]));
    });
});
