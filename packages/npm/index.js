'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');

/** The program in this package. */
const program = path.join(__dirname, 'native', 'bin', 'partita');

const STOP_MS_MAX = 10_000;
const OUTPUT_BYTES_MAX = 64 * 1024;

/** What the program is told for these options. */
function argumentsOf({ port = 0, inMemory, data, models, samples = false, args = [] }) {
  if (inMemory === undefined) inMemory = data === undefined;
  if (inMemory && data !== undefined) throw new TypeError('inMemory and data cannot be given together');
  if (!inMemory && data === undefined) throw new TypeError('data is missing: where shall it be, if not in memory?');
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new TypeError(`port must be 0 to 65535, not ${port}`);
  const words = ['serve', '--listen', `127.0.0.1:${port}`, '--stop-with-parent'];
  words.push(...(inMemory ? ['--memory'] : ['--data', data]));
  if (models !== undefined) words.push('--models', models);
  if (samples) words.push('--fake');
  return [...words, ...args];
}

/** Resolves with the address when the server listens; rejects with what it said if it does not. */
function address(child, timeoutMs) {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    const settle = () => {
      clearTimeout(timer);
      child.off('exit', ended).stdout.off('data', read);
    };
    const fail = (why) => {
      settle();
      child.kill('SIGKILL');
      reject(new Error(`partita did not start: ${why}${errors && `\n${errors.trimEnd()}`}`));
    };
    const timer = setTimeout(() => fail(`it did not listen after ${timeoutMs} ms`), timeoutMs);
    const ended = (code, signal) => fail(`it ended with ${signal ?? `exit code ${code}`}`);
    const read = (text) => {
      output = (output + text).slice(-OUTPUT_BYTES_MAX);
      const found = / listens on (https?:\/\/[^,\s]+)/.exec(output);
      if (found === null) return;
      settle();
      // Whatever it says later is read and dropped, so that it never waits for us.
      child.stdout.resume();
      resolve(found[1]);
    };
    child.once('error', (error) => fail(error.message));
    child.on('exit', ended);
    child.stdout.on('data', read);
    child.stderr.on('data', (text) => { errors = (errors + text).slice(-OUTPUT_BYTES_MAX); });
  });
}

function stopped(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    child.once('exit', () => { clearTimeout(timer); resolve(); });
    child.kill('SIGTERM');
  });
}

/** Starts a server: see index.d.ts. */
async function start(options = {}) {
  const child = spawn(program, argumentsOf(options), { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  const endpoint = await address(child, options.timeoutMs ?? 30_000);
  // A test that forgets stop() can end all the same; the server ends with its process.
  for (const handle of [child, child.stdout, child.stderr]) handle.unref();
  const stop = () => stopped(child);
  return {
    endpoint,
    port: Number(new URL(endpoint).port),
    pid: child.pid,
    client: { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'partita', secretAccessKey: 'partita' } },
    stop,
    [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]: stop,
  };
}

module.exports = { start, program };
