// The music encyclopedia on a bare table: four overloaded indexes, versions, edges. Its TypeScript
// calls run as written; the functions they call are in music_encyclopedia.js. With its model:
// documents_music.test.js.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { createTable, docClient, keysOf, refuses, uniqueName } from './partita.js';
import {
  EntityPrefix, SecondaryPrefix, encyclopediaOf, formatDateSortKey, formatKey, formatVersionKey,
  parseNextToken,
} from './music_encyclopedia.js';

const TableName = uniqueName('encyclopedia');
const {
  basicSearch, createQuery, getAllByPartitionKey, getByDateRange, getByGlobalIndex, getByPrimaryKey,
  transactWriteItems,
} = encyclopediaOf(docClient, TableName);
const put = (Item) => docClient.send(new PutCommand({ TableName, Item }));
const get = async (PK, SK) =>
  (await docClient.send(new GetCommand({ TableName, Key: { PK, SK } }))).Item;
const index = (number, PK, SK) => ({ [`GSI${number}PK`]: PK, [`GSI${number}SK`]: SK });

const ravi = {
  PK: 'ARTIST#456', SK: '#METADATA', name: 'ravi shankar', instruments: ['sitar'],
  ...index(1, 'ARTIST_NAME#ravi_shankar', 'ARTIST#456'),
  ...index(2, 'INSTRUMENT#sitar', 'ARTIST#456'), ...index(3, 'TRADITION#hindustani', 'ARTIST#456'),
};
const violinist = {
  PK: 'ARTIST#777', SK: '#METADATA', name: 'lakshminarayana', bio: 'played with ravi shankar',
  instruments: ['violin'], ...index(2, 'INSTRUMENT#violin', 'ARTIST#777'),
};
const version = (number) => ({
  PK: 'COMPOSITION#789', SK: formatVersionKey(`v${number}`, '2023-01-01T10:00:00.000Z'),
  ...index(1, 'RAGA#yaman', 'COMPOSITION#789'),
  ...index(2, 'COMPOSER#ravi_shankar', 'COMPOSITION#789'),
});
const event = (id, date, country) => ({
  PK: 'EVENT#upcoming', SK: formatDateSortKey(SecondaryPrefix.DATE, date, `EVENT#${id}`),
  location: { country }, ...index(1, 'STATUS#scheduled', `DATE#${date}#EVENT#${id}`),
});
const sortKeys = (items) => keysOf(items, 'SK');

before(async () => {
  await createTable({
    name: TableName, key: 'PK:S SK:S',
    localIndexes: { LSI1: 'PK:S | LSI1SK:S' },
    indexes: Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`GSI${n}`, `GSI${n}PK:S | GSI${n}SK:S`])),
  });
  const items = [
    ravi, violinist,
    { PK: 'ARTIST#456', SK: 'MANAGER#123' }, { PK: 'ARTIST#456', SK: 'MEMBER#789' },
    { PK: 'COMPOSITION#789', SK: 'VERSION#LATEST' }, ...[1, 2, 10].map(version),
    { PK: 'USER#123', SK: '#METADATA', ...index(1, 'EMAIL#user@example.com', 'USER#123') },
    { PK: 'USER#123', SK: 'FOLLOWS#ARTIST#456' }, { PK: 'USER#123', SK: 'MANAGES#ARTIST#789' },
    { PK: 'USER#123', SK: 'KARMA#2023-01-01T10:00:00.000Z' },
    { PK: 'USER#123', SK: 'KARMA_PERMISSION#artist#edit' },
    event('1', '2023-01-01', 'India'), event('2', '2023-06-15', 'France'),
    event('3', '2023-12-31', 'India'),
  ];
  for (const item of items) await put(item);
});

describe('Access patterns', () => {
  test('get an artist by ID', async () => {
    const artist = await getByPrimaryKey(EntityPrefix.ARTIST, '456');
    assert.deepEqual(artist, ravi);
  });

  test('get no composition by ID: it has no metadata row', async () => {
    const composition = await getByPrimaryKey(EntityPrefix.COMPOSITION, '789');
    assert.equal(composition, undefined);
  });

  test('get an artist by name', async () => {
    const artists = await getByGlobalIndex(
      'GSI1',
      'ARTIST_NAME#ravi_shankar',
      'ARTIST#'
    );
    assert.deepEqual(artists, [ravi]);
  });

  test('get no raga by name: no row has such a key', async () => {
    const ragas = await getByGlobalIndex(
      'GSI1',
      'RAGA_NAME#yaman',
      'RAGA#'
    );
    assert.deepEqual(ragas, []);
  });

  test('get artists by instrument', async () => {
    const violinists = await getByGlobalIndex(
      'GSI2',
      'INSTRUMENT#violin',
      'ARTIST#'
    );
    assert.deepEqual(violinists, [violinist]);
  });

  test('get a composition by raga once for each of its versions', async () => {
    const yamanComps = await getByGlobalIndex(
      'GSI1',
      'RAGA#yaman',
      'COMPOSITION#'
    );
    assert.deepEqual(keysOf(yamanComps, 'PK'), Array(3).fill('COMPOSITION#789'));
  });

  test('get followed artists and managers', async () => {
    const follows = await getAllByPartitionKey(
      EntityPrefix.USER,
      '123',
      { sortKeyPrefix: SecondaryPrefix.FOLLOWS }
    );
    assert.deepEqual(sortKeys(follows), ['FOLLOWS#ARTIST#456']);
    const managers = await getAllByPartitionKey(
      EntityPrefix.ARTIST,
      '456',
      { sortKeyPrefix: 'MANAGER#' }
    );
    assert.deepEqual(sortKeys(managers), ['MANAGER#123']);
  });

  test('get events of a year without its last day, whose keys go on after the date', async () => {
    const events = await getByDateRange(
      EntityPrefix.EVENT,
      'upcoming',
      'DATE#',
      { start: '2023-01-01', end: '2023-12-31' }
    );
    assert.deepEqual(sortKeys(events), ['DATE#2023-01-01#EVENT#1', 'DATE#2023-06-15#EVENT#2']);
  });

  test('get versions with the tenth before the second, and the pointer before all', async () => {
    const versions = await getAllByPartitionKey(
      EntityPrefix.COMPOSITION, '789', { sortKeyPrefix: SecondaryPrefix.VERSION });
    assert.deepEqual(sortKeys(versions).map((key) => key.split('#')[1]),
      ['LATEST', 'v1', 'v10', 'v2']);
  });

  test('get karma and permissions together by an open prefix', async () => {
    const karma = await getAllByPartitionKey(EntityPrefix.USER, '123', { sortKeyPrefix: 'KARMA' });
    assert.equal(karma.length, 2);
  });
});

describe('The query builder', () => {
  test('is refused with pk, because the table has PK', async () => {
    const userId = '123';
    await refuses(createQuery()
      .withPartitionKey('pk', formatKey(EntityPrefix.USER, userId))
      .withSortKeyBeginsWith('sk', SecondaryPrefix.FOLLOWS)
      .withLimit(20)
      .execute(), 'ValidationException', 'Query condition missed key schema element: PK');
  });

  test('finds with PK what was meant', async () => {
    const { items } = await createQuery()
      .withPartitionKey('PK', formatKey(EntityPrefix.USER, '123'))
      .withSortKeyBeginsWith('SK', SecondaryPrefix.FOLLOWS)
      .withLimit(20)
      .execute();
    assert.deepEqual(sortKeys(items), ['FOLLOWS#ARTIST#456']);
  });

  test('reads an index', async () => {
    const artists = await createQuery()
      .withIndex('GSI2')
      .withPartitionKey('GSI2PK', 'INSTRUMENT#violin')
      .withSortKeyBeginsWith('GSI2SK', 'ARTIST#')
      .withLimit(50)
      .execute();
    assert.deepEqual(artists.items, [violinist]);
    assert.equal(artists.hasMore, false);
  });

  test('filters on a nested attribute', async () => {
    const events = await createQuery()
      .withIndex('GSI1')
      .withPartitionKey('GSI1PK', 'STATUS#scheduled')
      .withSortKeyBetween('GSI1SK', 'DATE#2023-01-01', 'DATE#2023-12-31')
      .withFilter('location.country', '=', 'India')
      .withLimit(25)
      .execute();
    assert.deepEqual(sortKeys(events.items), ['DATE#2023-01-01#EVENT#1']);
  });

  test('counts its limit before the filter, so that a page can be short', async () => {
    const page = await createQuery()
      .withIndex('GSI1')
      .withPartitionKey('GSI1PK', 'STATUS#scheduled')
      .withFilter('location.country', '=', 'France')
      .withLimit(1)
      .execute();
    assert.deepEqual(page.items, []);
    assert.equal(page.hasMore, true);
  });

  test('lists no artists by the bare prefix', async () => {
    const { items } = await createQuery().withPartitionKey('PK', 'ARTIST#').withLimit(20).execute();
    assert.deepEqual(items, []);
  });

  test('goes on from a token', async () => {
    const seen = [];
    let nextToken;
    do {
      const result = await createQuery()
        .withPartitionKey('PK', 'USER#123')
        .withLimit(2)
        .withStartKey(parseNextToken(nextToken))
        .execute();
      seen.push(...result.items);
      nextToken = result.nextToken;
    } while (nextToken);
    assert.deepEqual(sortKeys(seen), ['#METADATA', 'FOLLOWS#ARTIST#456',
      'KARMA#2023-01-01T10:00:00.000Z', 'KARMA_PERMISSION#artist#edit', 'MANAGES#ARTIST#789']);
  });

  test('needs placeholders: location is a reserved word', async () => {
    await refuses(docClient.send(new QueryCommand({
      TableName, KeyConditionExpression: 'PK = :pk', FilterExpression: 'location.country = :c',
      ExpressionAttributeValues: { ':pk': 'EVENT#upcoming', ':c': 'India' },
    })), 'ValidationException', 'Invalid FilterExpression: Attribute name is a reserved keyword; '
      + 'reserved keyword: location');
  });
});

describe('Transactions', () => {
  const userId = '123';

  test('create an artist with its manager', async () => {
    const artistId = 'artist_01FQMQZX3K9Y8J7H6G5F4D3C2B';
    const artist = { PK: formatKey(EntityPrefix.ARTIST, artistId), SK: SecondaryPrefix.METADATA };
    const manager = {
      PK: formatKey(EntityPrefix.ARTIST, artistId),
      SK: `MANAGER#${userId}`,
      permissions: { editProfile: true, /* ... */ },
      grantedBy: userId,
      grantedAt: new Date().toISOString()
    };
    await transactWriteItems([artist, manager].map((Item) => ({ Put: { TableName, Item } })));
    assert.deepEqual(await get(artist.PK, artist.SK), artist);
    assert.deepEqual(await get(manager.PK, manager.SK), manager);
  });

  test('are refused as bare items, without Put', async () => {
    await refuses(transactWriteItems([{ PK: 'COMPOSITION#1', SK: 'VERSION#LATEST' }]),
      'ValidationException');
    assert.equal(await get('COMPOSITION#1', 'VERSION#LATEST'), undefined);
  });

  test('move the pointer once if it is under a condition: the second editor is told', async () => {
    const PK = formatKey(EntityPrefix.COMPOSITION, '1001');
    const edit = (from, to) => transactWriteItems([
      {
        Update: {
          TableName, Key: { PK, SK: 'VERSION#LATEST' }, UpdateExpression: 'SET latestVersion = :to',
          ConditionExpression: 'attribute_not_exists(PK) OR latestVersion = :from',
          ExpressionAttributeValues: { ':from': from, ':to': to },
        },
      },
      { Put: { TableName, Item: { PK, SK: to, version: to, editedBy: [userId] } } },
    ]);
    await edit('', 'VERSION#v1');
    await edit('VERSION#v1', 'VERSION#v2');
    const error = await refuses(edit('VERSION#v1', 'VERSION#v2b'), 'TransactionCanceledException');
    assert.deepEqual(error.CancellationReasons.map(({ Code }) => Code),
      ['ConditionalCheckFailed', 'None']);
    assert.equal((await get(PK, 'VERSION#LATEST')).latestVersion, 'VERSION#v2');
    assert.equal(await get(PK, 'VERSION#v2b'), undefined);
  });
});

test('a search by scan finds and ranks', async () => {
  const results = await basicSearch('ravi shankar', {
    fields: [
      { name: 'name', weight: 3 },
      { name: 'bio', weight: 1 },
      { name: 'instruments', weight: 2 }
    ],
    limit: 20
  });
  assert.deepEqual(keysOf(results, 'PK'), ['ARTIST#456', 'ARTIST#777']);
});

test('an index does not make a field unique', async () => {
  const email = index(1, 'EMAIL#twice@example.com', 'USER#9');
  await put({ PK: 'USER#901', SK: '#METADATA', ...email });
  await put({ PK: 'USER#902', SK: '#METADATA', ...email });
  const users = await getByGlobalIndex('GSI1', 'EMAIL#twice@example.com', 'USER#');
  assert.deepEqual(keysOf(users, 'PK').sort(), ['USER#901', 'USER#902']);
});

test('performances of an artist are ordered by id, then by date', async () => {
  for (const [id, date] of [['9', '2023-01-01'], ['10', '2024-01-01'], ['456', '2022-01-01']]) {
    await put({
      PK: `PERFORMANCE#${id}`, SK: 'ARTIST#789',
      ...index(1, 'ARTIST#789', `PERFORMS#${id}#${date}`),
    });
  }
  const performances = await getByGlobalIndex('GSI1', 'ARTIST#789', 'PERFORMS#');
  assert.deepEqual(keysOf(performances, 'PK'),
    ['PERFORMANCE#10', 'PERFORMANCE#456', 'PERFORMANCE#9']);
});

test('the local index is read consistently', async () => {
  await put({ PK: 'SYNC#artist', SK: 'ID#1', LSI1SK: 'pending#2' });
  await put({ PK: 'SYNC#artist', SK: 'ID#2', LSI1SK: 'pending#1' });
  await put({ PK: 'SYNC#artist', SK: 'ID#3' });
  const { Items } = await docClient.send(new QueryCommand({
    TableName, IndexName: 'LSI1', ConsistentRead: true,
    KeyConditionExpression: 'PK = :pk AND begins_with(LSI1SK, :pending)',
    ExpressionAttributeValues: { ':pk': 'SYNC#artist', ':pending': 'pending#' },
  }));
  assert.deepEqual(sortKeys(Items), ['ID#2', 'ID#1']);
});

test('text that was encoded twice is kept as it is', async () => {
  const phase = 'Phase 1 - Implemented âœ… ðŸš§';
  await put({ PK: 'TEXT#1', SK: '#METADATA', phase });
  assert.equal((await get('TEXT#1', '#METADATA')).phase, phase);
});
