// Who is let in: by a server with access keys, and by one without.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { connect, openEndpoint, refuses } from './partita.js';
import { credentials, send, signer, unsigned } from './raw_request.js';

const list = (options) => connect({ maxAttempts: 1, ...options }).send(new ListTablesCommand({}));
const minute = 60_000;

describe('A server with access keys', () => {
  test('lets in who signs with one', async () => {
    assert.ok(Array.isArray((await list({ credentials })).TableNames));
  });

  test('refuses another secret', async () => {
    await refuses(list({ credentials: { ...credentials, secretAccessKey: 'guessed' } }),
      'InvalidSignatureException', /^The request signature we calculated does not match/);
  });

  test('refuses an unknown access key', async () => {
    await refuses(list({ credentials: { ...credentials, accessKeyId: 'AKIAUNKNOWNUNKNOWN00' } }),
      'UnrecognizedClientException', 'The security token included in the request is invalid.');
  });

  test('refuses a session token that it never gave', async () => {
    await refuses(list({ credentials: { ...credentials, sessionToken: 'borrowed' } }),
      'UnrecognizedClientException', /^The security token included in the request is invalid/);
  });

  test('refuses the signature of another service', async () => {
    const request = await signer({ service: 's3' }).sign(unsigned('ListTables', {}));
    const { error, message } = await send(request);
    assert.equal(error, 'InvalidSignatureException');
    assert.match(message, /Credential should be scoped to correct service: 'dynamodb'\./);
  });

  test('refuses a body that was changed after it was signed', async () => {
    const request = await signer().sign(unsigned('ListTables', { Limit: 1 }));
    request.body = request.body.replace('1', '2');
    assert.equal((await send(request)).error, 'InvalidSignatureException');
  });

  test('refuses a request without a signature', async () => {
    const { status, type, message } = await send(unsigned('ListTables', {}));
    assert.equal(status, 400);
    assert.equal(type, 'com.amazon.coral.service#MissingAuthenticationTokenException');
    assert.equal(message, 'Request is missing Authentication Token');
  });

  test('refuses a signature of an hour ago and of an hour from now', async () => {
    const cases = [[-60, /^Signature expired/], [60, /^Signature not yet current/]];
    for (const [minutes, text] of cases) {
      const signingDate = new Date(Date.now() + minutes * minute);
      const request = await signer().sign(unsigned('ListTables', {}), { signingDate });
      const { error, message } = await send(request);
      assert.equal(error, 'InvalidSignatureException');
      assert.match(message, text);
    }
  });

  test('accepts a presigned request', async () => {
    const { status, body } = await send(await presigned());
    assert.equal(status, 200);
    assert.ok(JSON.parse(body).TableNames);
  });

  test('refuses a presigned request that was changed', async () => {
    const request = await presigned();
    request.query['X-Amz-Expires'] = '604800';
    const { error } = await send(request);
    assert.equal(error, 'InvalidSignatureException');
  });

  const presigned = () => signer().presign(unsigned('ListTables', {}), {
    expiresIn: 60, unhoistableHeaders: new Set(['x-amz-target']),
  });
});

describe('A server without access keys', () => {
  test('lets in any well-formed signature', async () => {
    const anyone = { accessKeyId: 'anyone', secretAccessKey: 'anything' };
    const { TableNames } = await list({ endpoint: openEndpoint, credentials: anyone });
    assert.ok(Array.isArray(TableNames));
  });
});
