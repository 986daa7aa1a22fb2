// The helper functions that the music encyclopedia's document calls but does not show, each in the
// simplest form that its calls and comments allow. TypeScript's types are left out. They close over
// a client and a table: encyclopediaOf(docClient, TableName).
import { GetCommand, QueryCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

export const EntityPrefix = {
  ARTIST: 'ARTIST', COMPOSITION: 'COMPOSITION', RAGA: 'RAGA', TALA: 'TALA', USER: 'USER',
  EVENT: 'EVENT', VENUE: 'VENUE', PERFORMANCE: 'PERFORMANCE', THREAD: 'THREAD',
  COLLECTION: 'COLLECTION', RECORDING: 'RECORDING',
};

export const SecondaryPrefix = {
  METADATA: '#METADATA', VERSION: 'VERSION', DATE: 'DATE', FOLLOWS: 'FOLLOWS',
  MANAGES: 'MANAGES', PERFORMS: 'PERFORMS', ATTRIBUTION: 'ATTRIBUTION',
};

export const formatKey = (prefix, id) => `${prefix}#${id}`;
export const formatDateSortKey = (prefix, date, rest) => `${prefix}#${date}#${rest}`;
export const formatVersionKey = (version, time) => `VERSION#${version}#${time}`;

export function encyclopediaOf(docClient, TableName) {
  const createQuery = () => new Query(docClient, TableName);

  async function getByPrimaryKey(prefix, id) {
    const Key = { PK: formatKey(prefix, id), SK: SecondaryPrefix.METADATA };
    return (await docClient.send(new GetCommand({ TableName, Key }))).Item;
  }

  const getByGlobalIndex = (index, partition, sortPrefix) => createQuery()
    .withIndex(index)
    .withPartitionKey(`${index}PK`, partition)
    .withSortKeyBeginsWith(`${index}SK`, sortPrefix)
    .execute().then(({ items }) => items);

  const getAllByPartitionKey = (prefix, id, { sortKeyPrefix }) => createQuery()
    .withPartitionKey('PK', formatKey(prefix, id))
    .withSortKeyBeginsWith('SK', sortKeyPrefix)
    .execute().then(({ items }) => items);

  const getByDateRange = (prefix, id, datePrefix, { start, end }) => createQuery()
    .withPartitionKey('PK', formatKey(prefix, id))
    .withSortKeyBetween('SK', `${datePrefix}${start}`, `${datePrefix}${end}`)
    .execute().then(({ items }) => items);

  const transactWriteItems = (TransactItems) =>
    docClient.send(new TransactWriteCommand({ TransactItems }));

  // Every item whose fields have the text, best first: a scan of the whole table.
  async function basicSearch(text, { fields, limit }) {
    const { Items } = await docClient.send(new ScanCommand({
      TableName,
      FilterExpression: fields.map((_, index) => `contains(#f${index}, :text)`).join(' OR '),
      ExpressionAttributeNames: Object.fromEntries(fields.map(({ name }, i) => [`#f${i}`, name])),
      ExpressionAttributeValues: { ':text': text },
    }));
    const weigh = (item) => fields.reduce((sum, { name, weight }) =>
      sum + (item[name]?.includes(text) ? weight : 0), 0);
    return Items.sort((a, b) => weigh(b) - weigh(a)).slice(0, limit);
  }

  return {
    basicSearch, createQuery, getAllByPartitionKey, getByDateRange, getByGlobalIndex,
    getByPrimaryKey, transactWriteItems,
  };
}

// The fluent query. Names in a path get placeholders; names of keys stand as they are.
class Query {
  #docClient;

  #input = { ExpressionAttributeValues: {} };

  constructor(docClient, TableName) {
    this.#docClient = docClient;
    this.#input.TableName = TableName;
  }

  withIndex(name) { return this.#with({ IndexName: name }); }

  withLimit(limit) { return this.#with({ Limit: limit }); }

  withStartKey(key) { return this.#with({ ExclusiveStartKey: key }); }

  withPartitionKey(name, value) {
    return this.#with({ KeyConditionExpression: `${name} = ${this.#value(value)}` });
  }

  withSortKeyBeginsWith(name, prefix) {
    return this.#andKey(`begins_with(${name}, ${this.#value(prefix)})`);
  }

  withSortKeyBetween(name, low, high) {
    return this.#andKey(`${name} BETWEEN ${this.#value(low)} AND ${this.#value(high)}`);
  }

  withFilter(path, operator, value) {
    const names = path.split('.').map((name, index) => [`#p${index}`, name]);
    const aliases = names.map(([alias]) => alias).join('.');
    return this.#with({
      FilterExpression: `${aliases} ${operator} ${this.#value(value)}`,
      ExpressionAttributeNames: Object.fromEntries(names),
    });
  }

  async execute() {
    const { Items, LastEvaluatedKey } =
      await this.#docClient.send(new QueryCommand(this.#input));
    return { items: Items, nextToken: formatToken(LastEvaluatedKey), hasMore: !!LastEvaluatedKey };
  }

  #with(members) {
    Object.assign(this.#input, members);
    return this;
  }

  #andKey(condition) {
    const before = this.#input.KeyConditionExpression;
    return this.#with({ KeyConditionExpression: `${before} AND ${condition}` });
  }

  #value(value) {
    const values = this.#input.ExpressionAttributeValues;
    const alias = `:v${Object.keys(values).length}`;
    values[alias] = value;
    return alias;
  }
}

const formatToken = (key) => key && Buffer.from(JSON.stringify(key)).toString('base64url');
export const parseNextToken = (token) => token && JSON.parse(Buffer.from(token, 'base64url'));
