const { start } = require('partita');
const preset = require('@shelf/jest-dynamodb/jest-preset.js');
const { port } = require('./jest-dynamodb-config.js');

module.exports = async (...args) => {
  globalThis.partita = await start({ port });
  await require(preset.globalSetup).default(...args);
};
