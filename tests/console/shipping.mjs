// A server with all that goes on behind requests: a queue with workers, a receiver of webhooks that refuses
// some, an archive, a migration. Its model is small enough to be read here.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './harness.mjs';

const text = (url, rest = '') => `format: 1
model: shipping
version: ${rest ? 2 : 1}
tables:
  main:
    name: parcels
    key: {partition: id}
    enforcement: enforce
    indexes:
      by_state: {partition: [state], sort: [made], project: all}
types:
  Moment: {type: timestamp, encode: rfc3339ms, accept: rfc3339}
entities:
  Parcel:
    table: main
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, immutable: true}
      made: {type: Moment, auto: create, immutable: true}
      street: {type: string}
      address: {type: string}
      state: {type: enum, values: [queued, packing, sent, lost], default: queued}
      token: {type: string}
      until: {type: Moment}
      packer: {type: string}
      tries: {type: int}
    lifecycle:
      attribute: state
      initial: [queued]
      final: [sent, lost]
      transitions:
        - {from: queued, to: packing}
        - {from: packing, to: [sent, lost]}
        - {from: packing, to: queued, by: worker}
      work:
        {states: [packing], for: 10m, token: token, until: until, worker: packer, attempts: tries,
         max: 3, then: queued, dead: {to: lost}}
patterns:
  create_parcel: {put: Parcel, http: POST /parcels}
  get_parcel: {get: Parcel, by: {id: $id}, http: "GET /parcels/{id}"}
  delete_parcel: {delete: Parcel, by: {id: $id}, http: "DELETE /parcels/{id}"}
  pack_next:
    claim: Parcel
    where: {state: queued}
    order: oldest
    to: packing
    complete: sent
    fail: lost
    http: POST /parcels:claim
archive:
  Parcel: {on: delete, to: s3://gone/parcels, flush: 24h}
sync:
  told:
    of: Parcel
    when: state = 'sent'
    to: {kind: webhook, url: "${url}"}
    body: [id, state]
    tries: 1
${rest}`;

const MIGRATION = `migrations:
  - {id: 2026-11-address, entity: Parcel, rename: {from: street, to: address}, quiet: 7d}
`;

// Takes what it is told, and refuses parcels with a name in `refused`.
async function startReceiver() {
  const told = [];
  const refused = new Set();
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { id } = JSON.parse(body).data;
      answer.statusCode = refused.has(id) ? 422 : 200;
      if (answer.statusCode === 200) told.push(id);
      answer.end(refused.has(id) ? 'no such customer' : '');
    });
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
  return { url: `http://127.0.0.1:${server.address().port}/told`, told, refused, close };
}

export async function startShipping(...args) {
  const folder = mkdtempSync(join(tmpdir(), 'partita-shipping-'));
  mkdirSync(join(folder, 'gone'));
  const receiver = await startReceiver();
  const server = await startServer('--memory', '--s3', `dir=${folder}`, ...args);
  const ask = async (method, path, body, type = 'application/json') => {
    const answer = await fetch(server.origin + path, {
      method,
      body: typeof body === 'object' ? JSON.stringify(body) : body,
      headers: body === undefined ? {} : { 'Content-Type': type },
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said}`);
    return said ? JSON.parse(said) : null;
  };
  const apply = (rest) =>
    ask(
      'POST',
      '/api/models:apply?file=shipping.yaml',
      text(receiver.url, rest),
      'application/yaml',
    );
  await apply('');
  const api = '/api/shipping';
  return {
    ...server,
    receiver,
    ask,
    migrate: () => apply(MIGRATION),
    create: (id, more = {}) => ask('POST', `${api}/parcels`, { id, ...more }),
    // The next parcel for this worker.
    pack: (packer) => ask('POST', `${api}/parcels:claim`, { packer }),
    finish: ({ id, token }) => ask('POST', `${api}/parcels/${id}:complete`, { token }),
    remove: (id) => ask('DELETE', `${api}/parcels/${id}`),
    close: async () => {
      await server.stop();
      await receiver.close();
      rmSync(folder, { recursive: true });
    },
  };
}
