// AWS Signature Version 4 in the browser. The key that signs is derived once from the secret and kept
// as a CryptoKey that cannot be read back; the secret itself is forgotten.

const text = new TextEncoder();
const ALGORITHM = 'AWS4-HMAC-SHA256';
const REGION = 'us-east-1';
const SERVICE = 'dynamodb';

const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const imported = (bytes) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

async function hmac(key, message) {
  return crypto.subtle.sign('HMAC', key, text.encode(message));
}

async function sha256(message) {
  return hex(await crypto.subtle.digest('SHA-256', text.encode(message)));
}

// "20261118T093000Z" and its day.
export function stamps(instant) {
  const full = new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
  return { full, day: full.slice(0, 8) };
}

// The key that signs requests of that day.
export async function deriveKey(secret, day, region = REGION, service = SERVICE) {
  let bytes = text.encode(`AWS4${secret}`);
  for (const part of [day, region, service, 'aws4_request'])
    bytes = await hmac(await imported(bytes), part);
  return imported(bytes);
}

const strict = (value) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function canonicalQuery(search) {
  const pairs = [...new URLSearchParams(search)].map(([name, value]) => [
    strict(name),
    strict(value),
  ]);
  return pairs
    .sort((a, b) => (a[0] === b[0] ? (a[1] < b[1] ? -1 : 1) : a[0] < b[0] ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

// Each segment is encoded once more than it travels, as all services but S3 ask.
function canonicalPath(path) {
  return path.split('/').map(strict).join('/');
}

// The headers that a request needs. `request`: {method, path, search, headers, body, host}.
export async function sign(request, { id, key, instant }) {
  const { full, day } = stamps(instant);
  const headers = { ...request.headers, host: request.host, 'x-amz-date': full };
  const names = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .sort();
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const canonical = [
    request.method,
    canonicalPath(request.path),
    canonicalQuery(request.search),
    ...names.map((name) => `${name}:${lower[name].trim()}`),
    '',
    names.join(';'),
    await sha256(request.body ?? ''),
  ].join('\n');
  const scope = `${day}/${REGION}/${SERVICE}/aws4_request`;
  const toSign = [ALGORITHM, full, scope, await sha256(canonical)].join('\n');
  const signature = hex(await hmac(key, toSign));
  return {
    'X-Amz-Date': full,
    Authorization: `${ALGORITHM} Credential=${id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

// Where there are no access keys any well-formed signature will do: nothing is secret, nothing is
// computed, and pages over plain HTTP, which have no WebCrypto, work as well.
export function unsigned(instant) {
  const { full, day } = stamps(instant);
  return {
    'X-Amz-Date': full,
    Authorization: `${ALGORITHM} Credential=console/${day}/${REGION}/${SERVICE}/aws4_request, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`,
  };
}
