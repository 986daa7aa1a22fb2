const preset = require('@shelf/jest-dynamodb/jest-preset.js');

module.exports = async (...args) => {
  await require(preset.globalTeardown).default(...args);
  await globalThis.partita.stop();
};
