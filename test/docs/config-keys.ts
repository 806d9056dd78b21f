// The keys of a config with types and defaults, from its schema, as docs/reference/config.md shows them.
import { omit } from 'lodash-es';
import * as z from 'zod/mini';
import { configSchema } from '../../src/model/config/schema/config.js';
import { versioningShape } from '../../src/model/config/schema/content.js';
import { fullItemSchema } from '../../src/model/config/schema/sidebars.js';

export interface ConfigKey {
  /** Type in TypeScript. */
  readonly type: string;
  /** Range of a number, such as `1 to 6`. */
  readonly range: string;
  /** Default in code, or `required`. Undefined if docgen computes it. */
  readonly default: string | undefined;
}

type Schema = z.core.JSONSchema.JSONSchema;

const toSchema = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.title = 'function';
    },
  });

/** Returns keys by path, without list indexes and names in maps, such as `sources.paths.from`. */
export function configKeys(): ReadonlyMap<string, ConfigKey> {
  const keys = new Map<string, ConfigKey>();
  addKeys(toSchema(configSchema), '', keys);
  addKeys(toSchema(fullItemSchema), 'sidebars.', keys);
  for (const path of keys.keys()) if (describedElsewhere.test(path)) keys.delete(path);
  return keys;
}

/** Matches keys whose values another key describes, and HTML attributes. */
const describedElsewhere = new RegExp(
  `^(?:content\\.(?:${Object.keys(omit(versioningShape, 'versions')).join('|')}|versions\\.(?:banner|badge|className))$|sources\\.versions\\.paths\\.|(?:header\\.links|footer\\.columns)\\.links\\.|head\\.attributes\\.)`,
);

function addKeys(schema: Schema, prefix: string, keys: Map<string, ConfigKey>): void {
  const branches = branchesOf(schema).flatMap((branch) => [branch, ...insideOf(branch)].flatMap(branchesOf));
  for (const { properties = {}, required } of branches) {
    for (const [name, child] of Object.entries(properties) as [string, Schema][]) {
      // Codes are in the list of diagnostics, and labels in en.json.
      if (/^DG\d/.test(name) || /(?:^|\.)labels\.$/.test(prefix)) continue;
      const path = prefix + name;
      const known = keys.get(path);
      keys.set(path, {
        type: [...new Set([...(known?.type.split(' | ') ?? []), ...typesOf(child)])].join(' | '),
        range: rangeOf(child),
        default: required?.includes(name) && (!known || known.default === 'required') ? 'required' : defaultOf(child),
      });
      addKeys(child, `${path}.`, keys);
    }
  }
}

const branchesOf = (schema: Schema): Schema[] =>
  [schema, ...((schema.anyOf ?? schema.oneOf ?? []) as Schema[]).flatMap(branchesOf)].filter(
    (branch) => !branch.anyOf && !branch.oneOf,
  );

/** Returns the schemas of the values of a list or map. */
const insideOf = ({ items, additionalProperties }: Schema): Schema[] =>
  [items, additionalProperties].flatMap((inner) =>
    typeof inner === 'object' && !Array.isArray(inner)
      ? branchesOf(inner as Schema).flatMap((one) => [one, ...insideOf(one)])
      : [],
  );

function typesOf(schema: Schema): string[] {
  const { type, items, properties, additionalProperties: values } = schema;
  if (schema.anyOf ?? schema.oneOf) return [...new Set(branchesOf(schema).flatMap(typesOf))].filter(isShown);
  if (schema.title) return [schema.title];
  if (schema.$ref || Array.isArray(items)) return [schema.$ref ? 'Items' : '[name, options]'];
  if (schema.const !== undefined || schema.enum) return [schema.const ?? schema.enum].flat().map(inCode);
  if (type === 'array') return [arrayOf(items === undefined ? ['object'] : typesOf(items as Schema))];
  if (type === 'object' && !properties) return [`{ [name]: ${typesOf(values as Schema).join(' | ') || 'unknown'} }`];
  if (type === 'object') {
    const names = Object.keys(properties ?? {});
    return [names.length > 8 ? 'object' : `{ ${names.join(', ')} }`];
  }
  return [type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name));
}

/** Whether a type is shown. The empty text means that there is no value. */
const isShown = (type: string) => type !== "''";
const arrayOf = (types: readonly string[]) => (types.length > 1 ? `(${types.join(' | ')})[]` : `${types.join('')}[]`);

function rangeOf({ type, minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined) return `more than ${exclusiveMinimum}`;
  if (minimum === undefined) return '';
  const to = maximum === undefined || maximum > 1e9 ? ' or more' : ` to ${maximum}`;
  return `${type === 'integer' ? 'integer, ' : ''}${minimum}${to}`;
}

const defaultOf = (schema: Schema) => (schema.default === undefined ? undefined : `\`${inCode(schema.default)}\``);
const inCode = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(inCode).join(', ')}]`
    : typeof value === 'string'
      ? `'${value}'`
      : JSON.stringify(value);
