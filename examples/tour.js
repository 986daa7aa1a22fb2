// What every tour begins with: a client as any application makes it, and two ways to speak.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

// Nothing here knows of Partita but the address. A local server takes any credentials.
const client = new DynamoDBClient({
  endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? 'http://127.0.0.1:8000',
  region: 'us-east-1',
  credentials: { accessKeyId: 'me', secretAccessKey: 'anything' },
});
export const db = DynamoDBDocument.from(client);

// Prints a step of the tour and, below it, what came of it.
export function say(step, result) {
  console.log(step);
  if (result !== undefined) console.log(`  ${typeof result === 'string' ? result : show(result)}`);
}

// Prints with what the server refuses a request that it must refuse.
export async function sayRefusal(step, request) {
  const error = await request.then(() => new Error('this was not refused'), (reason) => reason);
  say(step, `${error.name}: ${error.message}`);
  if (error.name === 'Error') process.exitCode = 1;
}

// Some attributes of an item, in this order.
export const pick = (item, ...names) => Object.fromEntries(
  names.filter((name) => name in item).map((name) => [name, item[name]]));

// Sets attributes of an item, and returns all of it as it is then.
export async function set(TableName, Key, attributes) {
  const names = Object.keys(attributes);
  const { Attributes } = await db.update({
    TableName, Key, ReturnValues: 'ALL_NEW',
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.map((name) => [`:${name}`, attributes[name]])),
  });
  return Attributes;
}

function show(value) {
  return JSON.stringify(value).replaceAll(/([{,])"(\w+)":/g, '$1 $2: ').replaceAll('}', ' }');
}
