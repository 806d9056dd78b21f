// Determines the output of a component's template for some props without running its script: only literals and constants have values.
import { memoize } from 'lodash-es';
import { attempt } from '../../types/attempt.js';
import type { Statement } from './babel.js';
import * as babel from './babel.js';
import {
  Computed,
  isLiteralRecord,
  isUnknown,
  type Literal,
  type LiteralRecord,
  type Lookup,
  Markup,
} from './literal-values.js';
import { Reader } from './literals.js';
import { type ReadFiles, recordOf } from './operators.js';

/** A component without its style. `markup` is JSX. */
export interface TemplateText {
  readonly language: 'astro' | 'vue';
  readonly script: string;
  readonly markup: string;
}

/** Values that a page or another component passes to a component. */
export interface TemplateUse {
  readonly props: LiteralRecord;
  /** Names of the slots that have content. */
  readonly slots: readonly string[];
  /** Texts of the user interface, by key. */
  readonly messages: LiteralRecord;
  /** Language of the project, such as `en-US`. */
  readonly lang: string;
}

/** Interprets templates. The total work is limited, because components can contain each other. */
export class Templates {
  readonly #reader: Reader;
  readonly #parse = memoize((_file: string, { script, markup }: TemplateText) =>
    attempt(() => ({ statements: babel.parseModule(script), markup: babel.parseMarkup(markup) })),
  );

  /** `files` reads the data that components import. By the name of a language, it returns the code that its templates can use without an import. */
  constructor(private readonly files: ReadFiles) {
    this.#reader = new Reader(files, true);
  }

  /** Returns the output of a React component that a module exports, or undefined if only running it can determine the output. */
  showExport(file: string, name: string, { props, slots }: TemplateUse): readonly Literal[] | undefined {
    const children = slots.includes('default') ? { children: new Markup('slot', {}, []) } : {};
    const shown = this.#reader.component(file, name, { ...props, ...children });
    return isUnknown(shown) ? undefined : [shown];
  }

  /** Returns the output of an Astro or Vue component, or undefined if it can't be parsed. */
  show(file: string, text: TemplateText, templateUse: TemplateUse): readonly Literal[] | undefined {
    const { props, slots, messages, lang } = templateUse;
    const parsed = this.#parse(file, text);
    if (!parsed) return undefined;
    const isSetup = text.language === 'vue' && !/export\s{1,10}default/.test(text.script);
    // Props that are not passed are undefined.
    const names: Map<string, Lookup> = isSetup ? new PassedNames() : new Map();
    const set = (name: string, value: Literal) => names.set(name, () => value);
    set('$props', props);
    set('$lang', lang);
    set('$slots', recordOf(slots.map((name) => [name, true])));
    set('$messages', recordOf([...Object.entries(messages), ['...', new Computed({ file, line: 1 })]]));
    const prelude = this.#reader.script(file, babel.parseModule(this.files.read(text.language) ?? ''), names);
    for (const [name, value] of prelude.names) names.set(name, value);
    const script = this.#reader.script(file, parsed.statements, names);
    for (const name of prelude.names.keys()) script.names.delete(name); // the template imports it
    // An element whose tag the script computes only shows its content.
    for (const name of tagsIn(text.markup, parsed.statements)) {
      if (typeof script.names.get(name)?.() === 'string') continue;
      set(name, '');
      script.names.delete(name);
    }
    if (text.language === 'vue') {
      const given = { ...defaultsIn(parsed.statements, script), ...props };
      for (const [name, value] of Object.entries(given)) set(name, value);
    }
    const shown = script.valueOf(parsed.markup);
    return shown instanceof Markup ? shown.children : undefined;
  }
}

/** Returns the names of elements in a template that are constants of its script. */
function tagsIn(markup: string, statements: readonly Statement[]): readonly string[] {
  const tags = new Set(Array.from(markup.matchAll(/<([A-Z][\w$]{0,100})/g), ([, name = '']) => name));
  const constants = statements.flatMap((one) => (one.type === 'VariableDeclaration' ? one.declarations : []));
  return constants.flatMap(({ id }) => (id.type === 'Identifier' && tags.has(id.name) ? [id.name] : []));
}

class PassedNames extends Map<string, Lookup> {
  override get(name: string): Lookup {
    return super.get(name) ?? (() => undefined);
  }
}

/** Returns the defaults of props: in `withDefaults(…)`, in `defineProps({…})`, and in `props` of an exported component. */
function defaultsIn(statements: readonly Statement[], script: ReturnType<Reader['script']>): LiteralRecord {
  const calls = statements.flatMap((statement) => {
    if (statement.type === 'ExpressionStatement') return [statement.expression];
    return statement.type === 'VariableDeclaration' ? statement.declarations.flatMap(({ init }) => init ?? []) : [];
  });
  const component = script.exported.get('default')?.();
  const schemas = [isLiteralRecord(component) ? component['props'] : undefined];
  let defaults: LiteralRecord = {};
  for (const call of calls) {
    if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') continue;
    const [first, second] = call.arguments.map((arg) => script.valueOf(arg));
    if (call.callee.name === 'defineProps') schemas.push(first);
    if (call.callee.name === 'withDefaults' && isLiteralRecord(second)) defaults = second;
  }
  const ofSchemas = schemas.filter(isLiteralRecord).flatMap((schema) => Object.entries(schema));
  const entries = ofSchemas.map(
    ([name, of]) => [name, isLiteralRecord(of) && Object.hasOwn(of, 'default') ? of['default'] : undefined] as const,
  );
  return { ...recordOf(entries), ...defaults };
}

/** Returns a function that reads expressions by the names of a script, and by others. */
export function expressionReader(
  files: ReadFiles,
  { file, script, names }: { readonly file: string; readonly script: string; readonly names: LiteralRecord },
): (expression: string) => Literal {
  const reader = new Reader(files, true);
  const known = new Map(Object.entries(names).map(([name, value]) => [name, () => value] as const));
  const statements = attempt(() => babel.parseModule(script, true)) ?? [];
  const prelude = reader.script(file, babel.parseModule(files.read('page') ?? ''), known);
  const scope = reader.script(file, statements, new Map([...known, ...prelude.names]));
  for (const name of known.keys()) scope.names.delete(name); // an import of it
  return (expression) => {
    const parsed = attempt(() => babel.parseMarkup(`{${expression}}`));
    const shown = parsed && scope.valueOf(parsed);
    return shown instanceof Markup ? shown.children[0] : new Computed({ file, line: 1 });
  };
}
