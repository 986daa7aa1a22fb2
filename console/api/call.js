// Calls of both APIs. All of them are signed, marked as the console's, and measured.
import { app, redraw } from '../core/app.js';
import { authorize, learnClock } from './session.js';

// What the server refused, in its own words.
export class Refusal extends Error {
  constructor(status, type, message, body) {
    super(message || `The server answered ${status}`);
    Object.assign(this, { status, type, body });
  }
}

async function send(method, path, search, headers, body) {
  const marked = { ...headers, 'X-Partita-Client': `console/${app.config.version}` };
  const proof = await authorize({
    method,
    path,
    search,
    headers: marked,
    body,
    host: location.host,
  });
  let answer;
  const begun = performance.now();
  try {
    answer = await fetch(path + (search ? `?${search}` : ''), {
      method,
      headers: { ...marked, ...proof },
      body,
      cache: 'no-store',
    });
  } catch {
    app.trouble = 'The server does not answer.';
    redraw();
    throw new Refusal(
      0,
      'unreachable',
      'The server does not answer; what you have entered is still here.',
    );
  }
  if (app.trouble) {
    app.trouble = null;
    redraw();
  }
  learnClock(answer.headers.get('Date'));
  const text = await answer.text();
  return { answer, text, ms: performance.now() - begun };
}

const SIGNING = [
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
];

function refuse(status, type, message, body) {
  if (SIGNING.includes(type) && app.config.auth !== 'none') {
    app.mustSignIn = true;
    redraw();
  }
  return new Refusal(status, type, message, body);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

// An operation of DynamoDB: dynamo('Query', {...}). Items come and go in its own typed JSON, in which
// numbers are texts, so nothing loses a digit on the way.
export async function dynamo(operation, request) {
  const service =
    operation.endsWith('Stream') ||
    operation.endsWith('Streams') ||
    operation === 'GetShardIterator' ||
    operation === 'GetRecords'
      ? 'DynamoDBStreams_20120810'
      : 'DynamoDB_20120810';
  const { answer, text, ms } = await send(
    'POST',
    '/',
    '',
    {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `${service}.${operation}`,
    },
    JSON.stringify(request),
  );
  const body = parsed(text);
  if (!answer.ok)
    throw refuse(
      answer.status,
      (body.__type ?? '').split('#').pop(),
      body.message ?? body.Message,
      body,
    );
  body.$ms = ms;
  return body;
}

// Auto scaling is another service of AWS, which signatures name. Keys that the console has kept sign for
// DynamoDB only, so this is for servers without access keys.
export async function scaling(operation, request) {
  const { answer, text } = await send(
    'POST',
    '/',
    '',
    {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AnyScaleFrontendService.${operation}`,
    },
    JSON.stringify({ ServiceNamespace: 'dynamodb', ...request }),
  );
  const body = parsed(text);
  if (!answer.ok)
    throw new Refusal(
      answer.status,
      (body.__type ?? '').split('#').pop(),
      body.message ?? body.Message,
      body,
    );
  return body;
}

// A route of the models' API: rest('GET', '/api/models'). `query` is an object.
export async function rest(
  method,
  path,
  { query = {}, body, type = 'application/json', headers = {} } = {},
) {
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
  ).toString();
  const sent = body === undefined ? {} : { 'Content-Type': type };
  const { answer, text, ms } = await send(method, path, search, { ...sent, ...headers }, body);
  const json = parsed(text);
  if (!answer.ok)
    throw refuse(
      answer.status,
      json.code ?? json.__type?.split('#').pop(),
      json.detail ?? json.message,
      json,
    );
  if (json && typeof json === 'object') Object.defineProperty(json, '$ms', { value: ms });
  return json;
}

// What is no JSON: text('/metrics').
export async function text(path) {
  const { answer, text: body } = await send('GET', path, '', {}, undefined);
  if (!answer.ok) {
    const said = parsed(body);
    throw refuse(
      answer.status,
      said.code ?? said.__type,
      said.detail ?? said.message ?? body,
      said,
    );
  }
  return body;
}
