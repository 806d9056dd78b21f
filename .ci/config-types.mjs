// Writes the types of a config for users, dist/types/src/index.d.ts: they are inferred from zod's schema, but zod is not installed with
// docgen. tsc would print them by zod's names, or expanded without the comments on the schema's keys.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { API, SignatureKind, SymbolFlags } from 'typescript/unstable/sync';
import { writeSchema } from './config-schema.mjs';

const api = new API({ cwd: process.cwd() });
const [project] = api.updateSnapshot({ openProjects: [`${process.cwd()}/tsconfig.json`] }).getProjects();
const { checker, program } = project;

/** Interfaces that are printed by name, since they contain themselves. */
const named = new Map();

const comment = (symbol, indent) => {
  const text = symbol.getDocumentationComment(checker);
  return text === '' ? '' : `${indent}/** ${text.replaceAll('\n', `\n${indent} * `)} */\n`;
};

function print(type, indent = '') {
  if (type.isUnionType()) {
    const parts = [...new Set(type.getTypes().map((part) => print(part, indent)))];
    const last = parts.filter((part) => part === 'undefined');
    const isBoolean = parts.includes('true') && parts.includes('false');
    const others = parts.filter((part) => part !== 'undefined' && !(isBoolean && /^(?:true|false)$/.test(part)));
    return [...others, ...(isBoolean ? ['boolean'] : []), ...last].join(' | ');
  }
  if (checker.isArrayType(type)) return `Array<${print(checker.getTypeArguments(type)[0], indent)}>`;
  if (checker.isTupleType(type)) return `[${checker.getTypeArguments(type).map((part) => print(part, indent)).join(', ')}]`;
  if (!type.isObjectType()) {
    const text = checker.typeToString(type);
    if (text === 'any') throw new Error('a key of the config has no type');
    return text;
  }
  if (checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) return `(${checker.typeToString(type)})`;
  if (!type.isClassOrInterface()) return printMembers(type, indent);
  const { name } = type.getSymbol();
  if (!named.has(name)) {
    named.set(name, '');
    named.set(name, `export interface ${name} ${printMembers(type)}\n`);
  }
  return name;
}

function printMembers(type, indent = '') {
  const inner = `${indent}  `;
  const keys = checker.getPropertiesOfType(type).map((property) => {
    const mark = property.flags & SymbolFlags.Optional ? '?' : '';
    return `${comment(property, inner)}${inner}${property.name}${mark}: ${print(checker.getTypeOfSymbol(property), inner)};\n`;
  });
  const others = checker
    .getIndexInfosOfType(type)
    .map(({ keyType, valueType }) => `${inner}[key: ${print(keyType)}]: ${print(valueType, inner)};\n`);
  return `{\n${[...keys, ...others].join('')}${indent}}`;
}

const file = program.getSourceFile(`${process.cwd()}/src/model/config/schema/config.ts`);
const [config] = file.statements.filter((statement) => statement.name?.text === 'UserConfig');
const symbol = checker.getSymbolAtLocation(config.name);
/** The comment on a key, which the schema of the config repeats for editors. */
function describe(path) {
  const inner = (type) => {
    if (type.isUnionType()) return type.getTypes().flatMap(inner);
    return checker.isArrayType(type) ? checker.getTypeArguments(type).flatMap(inner) : type.isObjectType() ? [type] : [];
  };
  let types = [checker.getDeclaredTypeOfSymbol(symbol)];
  let keys = [];
  for (const name of path) {
    keys = types.flatMap(inner).flatMap((type) => checker.getPropertiesOfType(type).filter((key) => key.name === name));
    types = keys.map((key) => checker.getTypeOfSymbol(key));
  }
  return keys.map((key) => key.getDocumentationComment(checker)).find((text) => text !== '');
}

await writeSchema(describe);
const members = print(checker.getDeclaredTypeOfSymbol(symbol));
/** `Build` becomes `declare const build: Build`. */
function ofPrograms() {
  const files = ['src/model/types/report.ts', 'src/cli/api/types.ts'];
  const text = files.map((file) => readFileSync(file, 'utf8').replace(/^(?:\/\/|import ).*\n/gm, '')).join('');
  return `${text}export declare const build: Build;\nexport declare const check: Check;\nexport declare const dev: Dev;\n`;
}

mkdirSync('dist/types/src', { recursive: true });
// The files are CommonJS, and so are their types.
writeFileSync('dist/types/package.json', '{ "type": "commonjs" }\n');
writeFileSync(
  'dist/types/src/index.d.ts',
  `${[...named.values()].join('')}${comment(symbol, '')}export interface UserConfig ${members}\n/** Types a config: \`export default defineConfig({ … })\`. */\nexport declare function defineConfig(config: UserConfig): UserConfig;\n${ofPrograms()}`,
);
api.close();

// The users' TypeScript might not import JSON, so the types of the UI text get the keys of en.json themselves.
const labels = 'dist/types/src/model/labels/label-types.d.ts';
const en = JSON.parse(readFileSync('src/model/labels/en.json', 'utf8'));
const type = JSON.stringify(en, (_, value) => (typeof value === 'string' ? 'string' : value)).replaceAll('"string"', 'string');
writeFileSync(labels, readFileSync(labels, 'utf8').replace(/^import type en from .*$/m, () => `declare const en: ${type};`));
