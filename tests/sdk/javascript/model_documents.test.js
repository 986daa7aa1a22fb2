// What Partita writes about models and about itself, as tools that others wrote read it: Redocly's
// recommended rules for OpenAPI, and Ajv in strict mode for JSON Schema.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openEndpoint } from './partita.js';

const program = process.env.PARTITA_PROGRAM;
const models = readdirSync(new URL('../../../models/', import.meta.url))
  .filter((name) => name.endsWith('.yaml'));
// A model does not say under which licence its API may be used.
const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } });

async function problemsOf(source) {
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) =>
    `${ruleId}: ${message} ${location[0]?.pointer}`);
}

function exportOf(kind, model) {
  const file = new URL(`../../../models/${model}`, import.meta.url).pathname;
  return execFileSync(program, ['model', 'export', kind, file], { encoding: 'utf8' });
}

for (const model of models) {
  test(`The OpenAPI document of ${model} is clean`, async () => {
    assert.deepEqual(await problemsOf(exportOf('openapi', model)), []);
  });

  test(`Ajv compiles the JSON Schema of ${model} in strict mode`, () => {
    const schema = JSON.parse(exportOf('jsonschema', model));
    const ajv = new Ajv({ strict: true });
    addFormats(ajv);
    // Ajv asks for a declaration of all keywords that JSON Schema does not have.
    ajv.addVocabulary(extensionsIn(schema));
    assert.equal(typeof ajv.compile(schema), 'function');
  });
}

test("The OpenAPI document of the server's own routes is clean", async () => {
  const answer = await fetch(`${openEndpoint}/api/models/openapi.json`);
  assert.deepEqual(await problemsOf(await answer.text()), []);
});

test('A document with an operation that nobody describes is not clean', async () => {
  const document = JSON.parse(exportOf('openapi', models[0]));
  delete document.security;
  delete Object.values(Object.values(document.paths)[0])[0].summary;
  const problems = await problemsOf(JSON.stringify(document));
  assert.ok(problems.some((problem) => problem.startsWith('operation-summary')));
  assert.ok(problems.some((problem) => problem.startsWith('security-defined')));
});

function extensionsIn(schema) {
  const names = new Set();
  JSON.stringify(schema, (name, value) => {
    if (name.startsWith('x-')) names.add(name);
    return value;
  });
  return [...names];
}
