// Writes the JSON schema of a config for editors, dist/config.schema.json, from zod's schema and the comments on its keys.
import { rmSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import * as z from 'zod/mini';

/** `describe(path)` returns the comment on a key. */
export async function writeSchema(describe) {
  const file = `${process.cwd()}/node_modules/.cache/docgen-config-schema.mjs`;
  const entry = '\0schemas';
  const code = "export { configSchema } from '/src/model/config/schema/config.ts'; export { fullItemSchema } from '/src/model/config/schema/sidebars.ts';";
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: /^zod/,
    plugins: [{ name: 'schemas', resolveId: (id) => (id === entry ? id : id.startsWith('/src/') ? process.cwd() + id : undefined), load: (id) => (id === entry ? code : undefined) }],
  });
  await bundle.write({ file });
  const { configSchema, fullItemSchema } = await import(file);
  rmSync(file);

  const whole = z.toJSONSchema(z.object({ config: configSchema, item: fullItemSchema }), {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { type, in: first } = zodSchema._zod.def;
      // A severity that no config can change.
      if (type === 'custom') jsonSchema.not = {};
      if (jsonSchema.format === 'uri') jsonSchema.pattern = '^https?://';
      // An item of a sidebar, whose form the schema tells by its value.
      if (type === 'pipe' && first._zod.def.type === 'unknown')
        jsonSchema.anyOf = [{ type: 'string' }, { $ref: '#/definitions/sidebarItem' }, { type: 'object', not: { required: ['type'] }, additionalProperties: { $ref: '#/definitions/sidebar' } }];
    },
  });
  const { config, item } = whole.properties;
  const sidebar = config.properties.sidebars.additionalProperties;
  const definitions = { ...whole.definitions, sidebarItem: item, sidebar };
  const { $schema } = whole;
  const schema = { $schema, title: 'Config of docgen', ...described(config, [], describe), definitions };
  writeFileSync('dist/config.schema.json', `${JSON.stringify(schema)}\n`);
}

/** Adds the comments on keys, at any depth. */
function described(schema, path, describe) {
  const properties = Object.entries(schema.properties ?? {}).map(([name, child]) => {
    const text = describe([...path, name]);
    return [name, { ...(text && { description: text }), ...described(child, [...path, name], describe) }];
  });
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map((branch) => described(branch, path, describe)) }),
    ...(schema.items && !Array.isArray(schema.items) && { items: described(schema.items, path, describe) }),
  };
}
