// Evaluates shortcodes by their templates, in the language of Go's templates. Supports values, conditions, loops and functions without side effects.
// A template with anything else is not evaluated.
import { get, lowerFirst, sortBy, sumBy } from 'lodash-es';
import { isRecord, valueInAnyCase, wordOf } from '../../../../model/input/plain-data.js';
import namesJson from '../../syntax/names.json' with { type: 'json' };
import { matchAt } from '../../syntax/search.js';
import { functions, Highlighted, isTrue, Method, Part, unknown } from './template-functions.js';

/** Limits of all templates of one text. A step is one action or call. */
export const templateBudget = () => ({ steps: 100_000, characters: 1_000_000 });

interface Program {
  /** Texts of templates by their paths without extensions, such as `shortcodes/x` and `partials/y`. */
  readonly texts: Readonly<Record<string, unknown>>;
  readonly budget: ReturnType<typeof templateBudget>;
}

class NotRead extends Error {}

type Scope = Map<string, unknown>;

/** Returns the output of a template with `.` set to `values`, or how it highlights the content. Undefined if it can't be evaluated. */
export function showTemplate(name: string, values: unknown, program: Program): string | Highlighted | undefined {
  try {
    return new Run(program).template(name, values, 0);
  } catch (error) {
    if (error instanceof Highlighted) return error;
    if (error instanceof NotRead || error instanceof RangeError) return undefined; // a text can exceed V8's maximum length
    throw error;
  }
}

/** A text or an action. An action is parsed when it first runs. */
interface Block {
  readonly text?: string;
  readonly kind?: string | undefined;
  readonly action?: string;
  readonly children: Block[];
  otherwise?: Block[];
}

const action =
  /\{\{(-(?=\s))?(?:\s*\/\*[\s\S]*?\*\/\s*|((?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|[^"`'{}])*?))((?<=\s)-)?\}\}/y;
const limits = { characters: 20_000, value: 50_000, depth: 10 };

/** Parses a template into nested blocks of actions. */
function parse(text: string): Block[] {
  const top: Block[] = [];
  const open: { readonly block: Block; list: Block[]; readonly isElse: boolean }[] = [];
  const list = () => open.at(-1)?.list ?? top;
  let [at, isTrimmed] = [0, false];
  while (at < text.length) {
    const next = text.indexOf('{{', at);
    const found = next === -1 ? undefined : matchAt(action, text, next);
    if (next !== -1 && !found) throw new NotRead();
    const [whole = '', before, words = '', after] = found ?? [];
    const written = text.slice(at, next === -1 ? undefined : next);
    const start = isTrimmed ? written.trimStart() : written;
    list().push({ text: before ? start.trimEnd() : start, children: [] });
    [at, isTrimmed] = [next === -1 ? text.length : next + whole.length, after !== undefined];
    const [, other, kind, rest = ''] = /^(end$|else\b\s*)?(?:(if|with|range)\b)?([\s\S]*)$/.exec(words.trim()) ?? [];
    if (other === 'end') {
      do if (open.length === 0) throw new NotRead();
      while (open.pop()?.isElse);
      continue;
    }
    const last = open.at(-1);
    if (other) {
      if (!last || last.block.otherwise) throw new NotRead();
      last.list = last.block.otherwise = [];
    }
    if (rest === '') continue;
    const block = { kind, action: rest, children: [] };
    list().push(block);
    if (kind) open.push({ block, list: block.children, isElse: other !== undefined });
  }
  if (open.length > 0) throw new NotRead();
  return top;
}

const word =
  /\s*(?:"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|(-?\d+(?:\.\d+)?)(?![\w.])|(:=|=|,|\||\(|\))|([$\w][\w$]*(?:\.\w+)*|\.(?:\w+(?:\.\w+)*)?))/y;

interface Word {
  readonly text?: string;
  readonly number?: number;
  readonly sign?: string;
  readonly name?: string;
}

function wordsOf(written: string): Word[] {
  const source = written.trimEnd();
  const words: Word[] = [];
  for (let at = 0; at < source.length; ) {
    const found = matchAt(word, source, at);
    if (!found) throw new NotRead();
    const [whole, quoted, raw, number, sign, name] = found;
    const text = quoted?.replace(/\\([nt\\"])/g, (_, one: string) => ({ n: '\n', t: '\t' })[one] ?? one) ?? raw;
    at += whole.length;
    if (text !== undefined) words.push({ text });
    else
      words.push(number === undefined ? { ...(sign ? { sign } : { name: name ?? '' }) } : { number: Number(number) });
  }
  return words;
}

class Run {
  /** Values of the shortcode (`$`). Partials get other ones. */
  #top: unknown;
  #root: unknown;
  #out = '';
  #isInTag = false;

  constructor(private readonly program: Program) {}

  template(name: string, values: unknown, depth: number): string {
    const text = Object.hasOwn(this.program.texts, name) ? String(this.program.texts[name]) : undefined;
    if (text === undefined || text.length > limits.characters || depth > limits.depth) throw new NotRead();
    this.#step(text.length);
    this.#top ??= values;
    const [root, out, isInTag] = [this.#root, this.#out, this.#isInTag];
    [this.#root, this.#out, this.#isInTag] = [values, '', false];
    this.#show(parse(text), values, new Map(), depth);
    const shown = this.#out;
    [this.#root, this.#out, this.#isInTag] = [root, out, isInTag];
    return shown;
  }

  #write(text: string): void {
    const at = Math.max(text.lastIndexOf('<'), text.lastIndexOf('>'));
    if (at !== -1) this.#isInTag = text[at] === '<';
    this.#out += text;
  }

  #step(characters = 0): void {
    this.program.budget.steps -= 1;
    this.program.budget.characters -= characters;
    if (this.program.budget.steps < 0 || this.program.budget.characters < 0) throw new NotRead();
  }

  /** Appends the output of blocks. Returns `break` or `continue` if an action is one of them. */
  #show(blocks: readonly Block[], dot: unknown, scope: Scope, depth: number): string | undefined {
    for (const block of blocks) {
      const { text, kind, action = '', children, otherwise = [] } = block;
      this.#step(text?.length ?? action.length);
      if (text !== undefined) this.#write(text);
      else if (/^(?:break|continue)$/.test(action)) return action;
      else {
        const { value, names } = this.#assigned(wordsOf(action), dot, scope, depth);
        if (kind === undefined && names.length === 0) this.#print(value);
        if (kind === undefined) continue;
        if (value === unknown) throw new NotRead();
        if (kind === 'range') this.#range(block, value, names, { dot, scope, depth });
        else {
          const isShown = isTrue(value);
          const own = isShown && kind === 'with' ? value : dot;
          const end = this.#show(isShown ? children : otherwise, own, scope, depth);
          if (end) return end;
        }
      }
    }
    return undefined;
  }

  #range(
    { children, otherwise = [] }: Block,
    list: unknown,
    names: readonly string[],
    { dot, scope, depth }: { readonly dot: unknown; readonly scope: Scope; readonly depth: number },
  ): void {
    if (list instanceof Part || typeof list === 'string') throw new NotRead();
    const entries = Array.isArray(list) ? Object.entries(list) : sortBy(Object.entries(isRecord(list) ? list : {}), 0);
    if (entries.length === 0) this.#show(otherwise, dot, scope, depth);
    for (const [key, one] of entries) {
      this.#step();
      if (names[0] !== undefined)
        scope.set(names[0], names.length === 1 ? one : Array.isArray(list) ? Number(key) : key);
      if (names[1] !== undefined) scope.set(names[1], one);
      if (this.#show(children, one, scope, depth) === 'break') break;
    }
  }

  /** Returns the value of an action, which can also set variables. */
  #assigned(words: readonly Word[], dot: unknown, scope: Scope, depth: number) {
    const at = words.findIndex(({ sign }) => sign === ':=' || sign === '=');
    const names = words.slice(0, Math.max(0, at)).flatMap(({ name }) => name ?? []);
    const reader = new Expression(words.slice(at + 1), (word, args) => this.#value(word, args, dot, scope, depth));
    const value = reader.pipeline();
    if (!reader.isAtEnd) throw new NotRead();
    if (names.length === 1) scope.set(names[0] ?? '', value);
    return { value, names };
  }

  #print(value: unknown): void {
    if (!this.#isInTag && (value === unknown || (typeof value === 'object' && value !== null))) throw new NotRead();
    const text = wordOf(value);
    this.#step(text.length);
    this.#write(this.#isInTag ? text.replaceAll('"', '&quot;') : text);
  }

  #value(name: string, args: readonly unknown[], dot: unknown, scope: Scope, depth: number): unknown {
    this.#step(sumBy(args, (arg) => (Array.isArray(arg) ? arg.length : wordOf(arg).length)));
    const [first = '', ...path] = name.split('.');
    if (first === '' || first.startsWith('$')) {
      const from = first === '' ? dot : first === '$' ? this.#root : scope.has(first) ? scope.get(first) : unknown;
      return this.#member(from, path.filter(Boolean), args);
    }
    if (first === 'site' || name.startsWith('hugo.Data'))
      return this.#member(get(this.#top, 'Site', unknown), path, args);
    if (/^(?:i18n|T|lang\.Translate)$/.test(name)) return this.#member(get(this.#top, 'Texts'), [wordOf(args[0])], []);
    const last = lowerFirst(path.at(-1) ?? first);
    if (/^partial(?:Cached|s)?$/.test(first)) {
      const partial = wordOf(args[0]).replace(/\.html$/, '');
      const isHidden = namesJson.hiddenPartials.includes(partial.split('/').at(-1) ?? '');
      return isHidden ? '' : this.template(`partials/${partial}`, args[1], depth + 1);
    }
    if (/^(?:true|false|nil)$/.test(name)) return name === 'nil' ? undefined : name === 'true';
    const value = Object.hasOwn(functions, last) ? functions[last]?.(args) : unknown;
    if (typeof value === 'string' && value.length > limits.value) throw new NotRead();
    return value;
  }

  /** Returns the value of a path. A method gets the arguments. If it doesn't support them, the value is unknown. */
  #member(from: unknown, path: readonly string[], args: readonly unknown[]): unknown {
    const value = path.reduce<unknown>((value, key) => {
      if (value === undefined || value === null || value === unknown) return value;
      this.program.budget.characters -= Object.keys(value).length; // all keys are compared
      const found = valueInAnyCase(value, key);
      return found === undefined && (value instanceof Part || !isRecord(value)) ? unknown : found;
    }, from);
    if (value instanceof Method) return value.run(...args);
    return typeof value === 'function' || args.length > 0 ? unknown : value;
  }
}

/** Parses and evaluates a pipeline of calls: `a "b" | c`. */
class Expression {
  #at = 0;

  constructor(
    private readonly words: readonly Word[],
    private readonly call: (name: string, args: readonly unknown[]) => unknown,
  ) {}

  get isAtEnd(): boolean {
    return this.#at === this.words.length;
  }

  pipeline(depth = 0): unknown {
    if (depth > limits.depth) throw new NotRead();
    let value = this.#call([], depth);
    while (this.words[this.#at]?.sign === '|') {
      this.#at += 1;
      value = this.#call([value], depth);
    }
    return value;
  }

  #call(last: readonly unknown[], depth: number): unknown {
    const first = this.words[this.#at];
    const name = first?.name;
    if (name === undefined) return this.#operand(depth);
    this.#at += 1;
    const args: unknown[] = [];
    for (let next = this.words[this.#at]; next && (!next.sign || next.sign === '('); next = this.words[this.#at])
      args.push(this.#operand(depth));
    return this.call(name, [...args, ...last]);
  }

  #operand(depth: number): unknown {
    const word = this.words[this.#at];
    this.#at += 1;
    if (word?.text !== undefined || word?.number !== undefined) return word.text ?? word.number;
    if (word?.name !== undefined) return this.call(word.name, []);
    if (word?.sign !== '(') throw new NotRead();
    const value = this.pipeline(depth + 1);
    if (this.words[this.#at]?.sign !== ')') throw new NotRead();
    this.#at += 1;
    return value;
  }
}
