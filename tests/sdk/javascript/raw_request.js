// Requests below the SDK's client: signed by the SDK's signer, sent and read as bytes.
import http from 'node:http';
import { Sha256 } from '@aws-crypto/sha256-js';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import { endpoint } from './partita.js';

export const credentials = {
  accessKeyId: process.env.AWS_ACCESS_KEY_ID, secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
};

const { hostname, port, host } = new URL(endpoint);

export function unsigned(operation, input) {
  return new HttpRequest({
    method: 'POST', protocol: 'http:', hostname, port: Number(port), path: '/',
    headers: {
      host, 'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
}

export const signer = (options = {}) => new SignatureV4({
  credentials, region: 'us-east-1', service: 'dynamodb', sha256: Sha256, ...options,
});

// The answer as { status, headers, body }, with `error` for the name in the body's __type.
export function send(request) {
  const query = new URLSearchParams(request.query).toString();
  const options = {
    hostname, port, method: request.method, headers: request.headers,
    path: query ? `${request.path}?${query}` : request.path,
  };
  return new Promise((resolve, reject) => {
    const call = http.request(options, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => resolve(answer(response, Buffer.concat(parts))));
    });
    call.on('error', reject);
    call.end(request.body);
  });
}

function answer(response, body) {
  const { __type: type, message, Message } = JSON.parse(body.toString() || '{}');
  return {
    status: response.statusCode, headers: response.headers, body,
    error: type?.split('#')[1], type, message: message ?? Message,
  };
}
