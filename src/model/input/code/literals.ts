// Interprets JavaScript and TypeScript configs without running them: literals, constants and pure functions of the project's files.
import { isEmpty, once } from 'lodash-es';
import { cleanStrings } from '../text.js';
import type { AssignmentExpression, ImportDeclaration, Node, Statement } from './babel.js';
import * as babel from './babel.js';
import { changedNames, isOfSetup } from './changed-names.js';
import { readElement } from './elements.js';
import { globals } from './intl.js';
import {
  Call,
  Computed,
  isList,
  isLiteralRecord,
  isUnknown,
  type Literal,
  type LiteralRecord,
  type Location,
  type Lookup,
  Markup,
  Native,
  type Scope,
  SourceFunction,
} from './literal-values.js';
import { dataOf, readMethod, spreadList } from './methods.js';
import {
  besideFile,
  dataIn,
  declaredIn,
  isData,
  nameOf,
  type ReadFiles,
  readOperator,
  recordOf,
  sureOf,
} from './operators.js';
import { assigned, bind, type Reading, returned } from './statements.js';

const max = { steps: 300_000, depth: 200, files: 200 };

/** Returns the exported config in the first of these files that exists and is not empty, and its file. Undefined if there is none. */
export function readModule(files: ReadFiles, names: readonly string[]) {
  const file = names.find((name) => (files.read(name) ?? '').trim() !== '');
  if (file === undefined) return undefined;
  return { file, value: new Reader(files).config(file) };
}

export class Reader {
  readonly #modules = new Map<string, ReadonlyMap<string, Lookup>>();
  #steps = 0;
  #depth = 0;
  /** Whether parsing a file took too long. Then no further file is read. */
  #isSlow = false;
  /** Names by file whose values can change in code that is not interpreted. In a config, only empty ones are unknown: it fills them. */
  readonly #changed = new Map<string, ReadonlySet<string>>();
  readonly #reading: Reading;

  /** With `isStrict`, values that code might change are computed. Used for page content. Configs are read as far as possible. */
  constructor(
    private readonly files: ReadFiles,
    private readonly isStrict = false,
  ) {
    this.#reading = {
      files,
      isStrict,
      apply: (...called) => this.#apply(...called),
      show: (...shown) => this.#component(...shown),
      value: (...read) => this.#value(...read),
      element: (...read) => this.#element(...read),
      spend: (steps) => {
        this.#steps += steps;
        return this.#steps <= max.steps;
      },
    };
  }

  /** Returns the default export, without wrapping functions. */
  config(file: string): Literal {
    let value: Literal =
      this.#module(file).get('default')?.() ?? new Computed({ file, line: 1 }, 'it exports no config');
    for (let unwrapped = 0; unwrapped < 10; unwrapped += 1) {
      if (value instanceof Call) value = value.args.find((arg) => typeof arg !== 'string') ?? new Computed(value.at);
      else if (value instanceof SourceFunction)
        value = this.#apply(value, [new Computed({ file, line: 1 })], { file, line: 1 });
      else break;
    }
    return value;
  }

  /** Interprets the statements of a script, with `names` in scope. Returns its exports, and the values of its expressions. */
  script(file: string, statements: readonly Statement[], names: Map<string, Lookup>) {
    const scope: Scope = { file, names: new Map(), outer: { file, names } };
    const exported = new Map<string, Lookup>();
    this.#steps += (statements.at(-1)?.end ?? 0) / 30; // a page can use a component many times
    if (this.#steps < max.steps) for (const statement of statements) this.#declare(statement, scope, exported);
    for (const name of changedNames(statements.filter(isOfSetup)))
      if (scope.names.delete(name)) names.set(name, () => new Computed({ file, line: 1 }));
    return { names: scope.names, exported, valueOf: (node: Node): Literal => this.#value(node, scope) };
  }

  /** Returns the output of a React component for some props: the result of an exported function. */
  component(file: string, name: string, props: LiteralRecord): Literal {
    const at = { file, line: 1 };
    return this.#component(this.#module(file).get(name)?.(), props, at) ?? new Computed(at);
  }

  /** Calls a component, also in `memo(…)` and `forwardRef(…)`. Returns undefined for other values. */
  #component(value: Literal, props: LiteralRecord, at: Location): Literal {
    const component =
      value instanceof Call && /^(?:memo|forwardRef)$/.test(value.callee)
        ? value.args.find((arg) => arg instanceof SourceFunction)
        : value;
    if (!(component instanceof SourceFunction)) return undefined;
    this.#steps += Object.keys(props).length;
    return this.#apply(component, [props], at);
  }

  #module(file: string): ReadonlyMap<string, Lookup> {
    const known = this.#modules.get(file);
    if (known) return known;
    const exported = new Map<string, Lookup>();
    this.#modules.set(file, exported);
    const text = this.#isSlow || this.#modules.size > max.files ? undefined : this.files.read(file);
    if (text === undefined) return exported;
    if (isData(file)) {
      const data = dataIn(file, text);
      exported.set('default', () => data ?? new Computed({ file, line: 1 }, 'it is not JSON'));
      return exported;
    }
    try {
      const scope: Scope = { file, names: new Map() };
      const statements = babel.parseModule(text, !/\.[cm]?ts$/.test(file));
      this.#changed.set(file, changedNames(this.isStrict ? statements : statements.filter(isOfSetup)));
      for (const statement of statements) this.#declare(statement, scope, exported);
      const data = dataOf(file, exported.get('default'), this.#reading);
      if (data) exported.set('data', data);
    } catch (error) {
      const { loc, message } = error as { loc?: { line: number }; message: string };
      this.#isSlow ||= error instanceof babel.SlowText;
      const reason = error instanceof RangeError ? 'it is nested too deep' : message.replace(/ \(\d+:\d+\)$/, '');
      exported.set('default', () => new Computed({ file, line: loc?.line ?? 1 }, reason));
    }
    return exported;
  }

  /** Adds the names that a statement declares to the scope, and those that it exports to `exported`. */
  #declare(node: Statement, scope: Scope, exported: Map<string, Lookup>): void {
    const at = { file: scope.file, line: node.loc?.start.line ?? 1 };
    switch (node.type) {
      case 'ImportDeclaration':
        for (const specifier of node.specifiers) this.#import(specifier, node.source.value, scope, at);
        break;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations)
          if (init) bind(id, this.#lazily(init, scope), scope, this.#reading);
        break;
      case 'FunctionDeclaration':
        if (node.id) scope.names.set(node.id.name, () => new SourceFunction(node, scope));
        break;
      case 'ExportDefaultDeclaration': {
        const { declaration } = node;
        const name = declaration.type === 'FunctionDeclaration' ? declaration.id?.name : undefined;
        if (name !== undefined) this.#declare(declaration as Statement, scope, exported);
        const read = this.#lazily(declaration, scope);
        exported.set('default', name === undefined ? read : () => this.#name(name, scope, at));
        break;
      }
      case 'ExportAllDeclaration':
        for (const [name, value] of this.#imported(node.source.value, at)() ?? [])
          if (name !== 'default') exported.set(name, value);
        break;
      case 'ExportNamedDeclaration': {
        if (node.declaration) this.#declare(node.declaration, scope, exported);
        for (const name of declaredIn(node.declaration)) exported.set(name, () => this.#name(name, scope, at));
        const from = node.source && this.#imported(node.source.value, at);
        for (const specifier of node.specifiers) {
          if (specifier.type !== 'ExportSpecifier') continue;
          const { name } = specifier.local;
          const read = () => (from ? this.#exported(from, name, at) : this.#name(name, scope, at));
          exported.set(nameOf(specifier.exported), read);
        }
        break;
      }
      case 'ExpressionStatement':
        if (node.expression.type === 'AssignmentExpression') this.#assign(node.expression, scope, exported);
    }
  }

  #import(specifier: ImportDeclaration['specifiers'][number], path: string, { names }: Scope, at: Location): void {
    const from = this.#imported(path, at);
    const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
    const all = once(() => {
      this.#steps += from()?.size ?? 0;
      return recordOf([...(from()?.keys() ?? [])].map((key) => [key, this.#exported(from, key, at)]));
    });
    const isAll = specifier.type === 'ImportNamespaceSpecifier';
    names.set(specifier.local.name, isAll ? all : () => this.#exported(from, name, at));
  }

  /** Handles `module.exports = …`, and a new value of a declared name, which can contain its previous value. */
  #assign(node: AssignmentExpression, scope: Scope, exported: Map<string, Lookup>): void {
    const { left } = node;
    if (left.type === 'MemberExpression' && left.object.type === 'Identifier' && left.object.name === 'module')
      exported.set('default', this.#lazily(assigned(node), scope));
    if (left.type !== 'Identifier') return;
    const before = scope.names.get(left.name);
    if (!before) return;
    const inner = { file: scope.file, names: new Map([[left.name, before]]), outer: scope };
    scope.names.set(left.name, this.#lazily(assigned(node), inner));
  }

  /** Evaluates a constant when it is first used. A constant that contains itself is computed. */
  #lazily(node: Node, scope: Scope): Lookup {
    let known: { readonly value: Literal } | undefined;
    return () => {
      known ??= { value: this.#value(node, scope) };
      return known.value;
    };
  }

  #imported(written: string, at: Location): () => ReadonlyMap<string, Lookup> | undefined {
    return () => {
      const file = this.files.resolve?.(written, at.file) ?? besideFile(this.files, written, at.file);
      return file === undefined ? undefined : this.#module(file);
    };
  }

  /** Returns the value of an export. Handles modules that re-export names of each other in a cycle. */
  #exported(from: () => ReadonlyMap<string, Lookup> | undefined, name: string, at: Location): Literal {
    const found = from()?.get(name);
    return (found && this.#deeper(found, at)) ?? new Computed(at);
  }

  #name(name: string, scope: Scope, at: Location): Literal {
    const isChanged = this.#changed.get(scope.file)?.has(name);
    if (isChanged && this.isStrict) return new Computed(at);
    for (let one: Scope | undefined = scope; one; one = one.outer) {
      const found = one.names.get(name);
      if (!found) continue;
      const value = found();
      return isChanged && !one.outer && typeof value === 'object' && isEmpty(value) ? new Computed(at) : value;
    }
    return Object.hasOwn(globals, name) ? globals[name] : new Computed(at);
  }

  #deeper(read: Lookup, at: Location): Literal {
    if (!this.#reading.spend(1) || this.#depth > max.depth) return new Computed(at, 'it is too large');
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #value(node: Node, scope: Scope): Literal {
    const at = { file: scope.file, line: node.loc?.start.line ?? 1 };
    const value = this.#deeper(() => this.#read(node, scope, at), at);
    if (typeof value === 'string') this.#steps += value.length / 50;
    if (value instanceof Markup) this.#steps += Object.keys(value.props).length;
    return value;
  }

  #read(node: Node, scope: Scope, at: Location): Literal {
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return cleanStrings(node.value).value; // an escape such as `\0` brings back characters that were replaced when the file was read
      case 'NullLiteral':
        return null;
      case 'Identifier':
        return this.#name(node.name, scope, at);
      case 'ArrayExpression':
        return spreadList(node.elements, (one) => this.#element(one, scope), this.isStrict, at);
      case 'ObjectExpression': {
        const entries = node.properties.flatMap((property) => this.#property(property, scope));
        return recordOf(this.isStrict && /\.[jt]sx?$/.test(scope.file) ? sureOf(entries) : entries);
      }
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
        return this.#value(node.expression, scope);
      case 'AwaitExpression':
        return this.#value(node.argument, scope);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return new SourceFunction(node, scope);
      case 'NewExpression':
      case 'CallExpression':
      case 'OptionalCallExpression': {
        const result = readMethod(node, scope, this.#reading, at);
        if (result !== undefined) return result;
        const callee = this.#value(node.callee as Node, scope);
        const args = node.arguments.flatMap((arg) => this.#element(arg, scope));
        if (callee instanceof Native && this.#reading.spend(100)) return callee.call(args) ?? new Computed(at);
        if (node.type === 'NewExpression') return new Computed(at);
        if (callee instanceof SourceFunction) return this.#apply(callee, args, at);
        if (isLiteralRecord(callee)) return callee; // a module from `import.meta.glob`, which is loaded by a call
        // Such as `defineConfig`, which only gives its argument a type.
        if (node.callee.type === 'Identifier' && /^define[A-Z]/.test(node.callee.name) && isLiteralRecord(args[0]))
          return args[0];
        return node.callee.type === 'Identifier' ? new Call(node.callee.name, args, at) : new Computed(at);
      }
      case 'JSXElement':
      case 'JSXFragment':
        return readElement(node, scope, this.#reading, at);
      default:
        return readOperator(node, (one) => this.#value(one, scope), at);
    }
  }

  #element(node: Node, scope: Scope): readonly Literal[] {
    if (node.type !== 'SpreadElement') return [this.#value(node, scope)];
    const value = this.#value(node.argument, scope);
    if (!isList(value))
      return [value instanceof Computed ? value : new Computed({ file: scope.file, line: node.loc?.start.line ?? 1 })];
    return this.#reading.spend(value.length) ? value : [new Computed({ file: scope.file, line: 1 }, 'it is too large')];
  }

  #property(node: Node, scope: Scope): readonly (readonly [string, Literal])[] {
    const at = { file: scope.file, line: node.loc?.start.line ?? 1 };
    if (node.type === 'SpreadElement') {
      const value = this.#value(node.argument, scope);
      if (!isLiteralRecord(value)) return isUnknown(value) ? [['...', new Computed(at)]] : [];
      const entries = Object.entries(value);
      return this.#reading.spend(entries.length) ? entries : [['...', new Computed(at, 'it is too large')]];
    }
    if (node.type === 'ObjectMethod' && node.kind === 'get') return [[nameOf(node.key), new Computed(at)]];
    if (node.type === 'ObjectMethod' && node.kind === 'method')
      return [[nameOf(node.key), new SourceFunction(node, scope)]];
    if (node.type !== 'ObjectProperty') return [];
    const { key, computed } = node;
    const name =
      computed || key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? this.#value(key, scope) : nameOf(key);
    return typeof name === 'string' || typeof name === 'number'
      ? [[String(name), this.#value(node.value, scope)]]
      : [['...', new Computed(at)]];
  }

  #apply({ node, scope }: SourceFunction, args: readonly Literal[], at: Location): Literal {
    const inner: Scope = { file: scope.file, names: new Map(), outer: scope };
    for (const [index, param] of node.params.entries())
      if (param.type === 'RestElement') bind(param, () => args.slice(index), inner, this.#reading);
      else bind(param, () => args[index], inner, this.#reading);
    if (node.generator) return new Computed(at);
    if (node.body.type !== 'BlockStatement') return this.#value(node.body, inner);
    return returned(node.body, inner, this.#reading, at);
  }
}
