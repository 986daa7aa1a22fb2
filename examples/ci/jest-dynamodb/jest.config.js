// The preset @shelf/jest-dynamodb with one change: a server of ours runs before it looks for one, so
// it neither downloads nor starts anything (no Java, no installerConfig).
const preset = require('@shelf/jest-dynamodb/jest-preset.js');

module.exports = { ...preset, globalSetup: './setup.js', globalTeardown: './teardown.js' };
