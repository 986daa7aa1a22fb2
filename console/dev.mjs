// Serves the console from this folder and passes everything else to a server that runs already, so that
// a change is seen by reloading the page:   node console/dev.mjs 8400 http://127.0.0.1:8000
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const [port = '8400', target = 'http://127.0.0.1:8000'] = process.argv.slice(2);
const folder = dirname(fileURLToPath(import.meta.url));
const types = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html',
};

function pass(from, to) {
  const { host } = new URL(target);
  const headers = { ...from.headers, host, ...(from.headers.origin ? { origin: target } : {}) };
  const asked = request(target + from.url, { method: from.method, headers }, (answer) => {
    to.writeHead(answer.statusCode, answer.headers);
    answer.pipe(to);
  });
  asked.on('error', () => to.destroy());
  from.pipe(asked);
}

createServer((from, to) => {
  const path = decodeURIComponent(from.url.split('?')[0]);
  if (!path.startsWith('/console/') || path === '/console/config.json') return pass(from, to);
  const file = join(folder, normalize(path.slice('/console/'.length).replace(/^files-dev\//, '')));
  const isFile = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
  to.setHeader('Cache-Control', 'no-store');
  to.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  if (isFile && extname(file) !== '.html') {
    to.setHeader('Content-Type', types[extname(file)] ?? 'text/plain');
    return createReadStream(file).pipe(to);
  }
  to.setHeader('Content-Type', 'text/html; charset=utf-8');
  return to.end(
    readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('@FILES@', '/console/files-dev'),
  );
}).listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/console/`));
