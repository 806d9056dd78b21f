// A config as its file: TypeScript as a person would write it.
import type { UserConfig } from '../../model/config/schema/config.js';

export interface ConfigText {
  readonly config: UserConfig;
  /** Keys whose value is the default export of a module next to the config. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Comments for keys. */
  readonly notes?: Readonly<Record<string, string>>;
}

const maxLineWidth = 100;

/** The text of `docgen.config.ts`. */
export function configText({ config, imports = {}, notes = {} }: ConfigText): string {
  const importLines = Object.entries(imports).map(([key, path]) => `import ${key} from ${quoted(path)};\n`);
  const entries = Object.entries(config).filter(([key, value]) => value !== undefined && !(key in imports));
  const lines = [
    ...entries.map(([key, value]) => [key, `${keyText(key)}: ${valueText(value, 1)},`] as const),
    ...Object.keys(imports).map((key) => [key, `${key},`] as const),
  ].map(([key, line]) => `  ${line}${notes[key] === undefined ? '' : ` // ${notes[key]}`}\n`);
  return `import { defineConfig } from 'docgen-hub';\n${importLines.join('')}\nexport default defineConfig({\n${lines.join('')}});\n`;
}

function valueText(value: unknown, depth: number): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: unknown) => valueText(item, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${keyText(key)}: ${valueText(item, depth + 1)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const space = isList ? '' : ' ';
  const line = parts.length === 0 ? open + close : `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && line.length + 2 * depth <= maxLineWidth) return line;
  const indent = '  '.repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function keyText(key: string): string {
  if (key === '__proto__') return `['__proto__']`; // bare it would set the prototype
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A string literal: JSON's escapes are JavaScript's. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
