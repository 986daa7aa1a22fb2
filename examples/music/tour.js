// An encyclopedia of Indian classical music: artists, compositions with versions, their listeners.
import { randomUUID } from 'node:crypto';
import { db, pick, say, sayRefusal } from '../tour.js';

const TableName = 'music-encyclopedia';
const id = randomUUID().slice(0, 8);
const key = (PK, SK = '#METADATA') => ({ PK, SK });

async function save(Key, attributes) {
  await db.put({ TableName, Item: { ...Key, ...attributes } });
  return (await db.get({ TableName, Key })).Item;
}
const find = async (request) => (await db.query({ TableName, ...request })).Items;

const artist = await save(key(`ARTIST#${id}`), {
  name: `Anoushka ${id}`, tradition: 'hindustani', instruments: ['sitar'],
});
say('An artist; its id is read from the key, and the keys of its indexes are made of its names:',
  pick(artist, 'artistId', 'GSI1PK', 'GSI3PK'));
const [found] = await find({
  IndexName: 'GSI1', KeyConditionExpression: 'GSI1PK = :name',
  ExpressionAttributeValues: { ':name': `ARTIST_NAME#anoushka_${id}` },
});
say('It is found by its name:', found.name);

const email = `${id}@example.com`;
await save(key(`USER#${id}`), { email, username: id });
await sayRefusal('An address belongs to one user, however it is spelled:',
  save(key(`USER#other-${id}`), { email: email.toUpperCase(), username: `other-${id}` }));

await save(key(`USER#${id}`, `MANAGES#ARTIST#${id}`), { permissions: { editProfile: true } });
const [manager] = await find({
  KeyConditionExpression: 'PK = :artist AND begins_with(SK, :manager)',
  ExpressionAttributeValues: { ':artist': `ARTIST#${id}`, ':manager': 'MANAGER#' },
});
say('The user manages the artist. The row of the other side was written with it:',
  pick(manager, 'PK', 'SK', 'permissions'));

await save(key('RAGA#yaman'), { name: 'Yaman' });
const latest = key(`COMPOSITION#${id}`, 'VERSION#LATEST');
await save(latest, { title: 'Evening', ragaId: 'yaman' });
await save(latest, { title: 'Evening in Yaman', ragaId: 'yaman' });
const versions = await find({
  KeyConditionExpression: 'PK = :pk AND begins_with(SK, :v)',
  ExpressionAttributeValues: { ':pk': latest.PK, ':v': 'VERSION#v' },
});
say('A composition was saved twice; the server keeps every version:',
  versions.map(({ version, title }) => `${version} "${title}"`).join(', '));
await sayRefusal('Who has only seen an older one does not overwrite the newest:',
  save(latest, { title: 'Morning', ragaId: 'yaman', version: 1 }));
await sayRefusal('A raga that nobody knows:', save(latest, { title: 'X', ragaId: 'nowhere' }));
await sayRefusal('Versions are the server\'s:', db.delete({
  TableName, Key: key(versions[0].PK, versions[0].SK),
}));
