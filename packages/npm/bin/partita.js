#!/usr/bin/env node
'use strict';
// `npx partita ...`: the program itself, with its signals and its exit code.
const { spawn } = require('node:child_process');
const { program } = require('../index.js');

const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`partita: ${program} cannot be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
