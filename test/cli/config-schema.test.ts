// The published JSON schema accepts and rejects the same configs as docgen, in a validator that editors use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { checkConfig, root } from '../support/hub.js';

const cases = dataOf<[config: object, place: string][]>('cli/config-schema');
const schema = JSON.parse(readFileSync(join(root, 'dist/config.schema.json'), 'utf8'));
const ajv = addFormats.default(new Ajv({ allErrors: true, allowUnionTypes: true }));
const validate = ajv.compile(schema);

const placeOf = ({ instancePath, params }: ErrorObject) =>
  [...instancePath.split('/').slice(1), ...Object.values(params).filter((value) => typeof value === 'string')].join(
    '.',
  );

test.each(cases)('%j: %s', (config, place) => {
  const { value, diagnostics } = checkConfig(config);
  expect(validate(config)).toBe(place === '');
  expect(value !== undefined).toBe(place === '');
  if (place === '') return;
  expect((validate.errors ?? []).map(placeOf).some((found) => found === place || found.startsWith(`${place}.`))).toBe(
    true,
  );
  expect(diagnostics[0]?.message).toContain(`\`${place}\``);
});

test('the schema describes the same keys as the types of a config', () => {
  const { title, trailingSlash, content } = schema.properties;
  expect(title).toMatchObject({ type: 'string', default: 'Documentation' });
  expect(trailingSlash.description).toMatch(/pages are folders/);
  expect(content.anyOf[1].items.anyOf[1].properties.overlay.description).toMatch(/override all others/);
});
