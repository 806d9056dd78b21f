// liquidjs with limits, and without values that depend on the date or on chance.
import {
  type Context,
  defaultOperators,
  type Emitter,
  filters,
  Liquid,
  type LiquidOptions,
  Parser,
  Tag,
  type TagToken,
  TokenKind,
  type TopLevelToken,
  tags,
} from 'liquidjs';
import { mapValues, omitBy, once, pick } from 'lodash-es';

/** Maximum total size of all values that filters and comparisons of one text process, in characters and items. */
const memoryLimit = 2_000_000;

export type Run = (this: { readonly context: Context }, ...given: unknown[]) => unknown;

/** Wraps a function so that its input counts toward the limit: the first `count` arguments, and all items of lists. */
const counted = (run: Run, count?: number): Run =>
  function (...given) {
    const { memoryLimit } = this?.context ?? (given.at(-1) as Context);
    for (const value of given.slice(0, count))
      if (typeof value === 'string') memoryLimit.use(value.length);
      else if (Array.isArray(value)) memoryLimit.use(count === 1 ? value.length * 10 : JSON.stringify(value).length);
    return run.apply(this, given);
  };

/** Returns a value as text, like Liquid. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('');
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Output that provides the text of its last line. */
export interface LineEmitter extends Emitter {
  readonly line: string;
}

/** Creates a tag class from a function that renders it. */
export const tagOf = (render: (args: string, context: Context, emitter: LineEmitter) => unknown) =>
  class extends Tag {
    override render(context: Context, emitter: Emitter) {
      return render(this.token.args, context, emitter as LineEmitter);
    }
  };

const unknownFilters = /^date|^raw$|base64|sha256/;

/** Filters of liquidjs, except those for dates, raw text, base64 and hashes. */
export const liquidFilters = omitBy(filters, (_, name) => unknownFilters.test(name)) as Readonly<Record<string, Run>>;

/** A tag without output. */
export const silent = tagOf(() => '');

/** Creates the parts that all texts of a language share. That takes about as long as rendering a text. */
export const engineOf = (
  own: { readonly filters: Readonly<Record<string, Run>>; readonly tags: Partial<Liquid['tags']> },
  options: LiquidOptions & { readonly operators?: Readonly<Record<string, Run>> } = {},
) =>
  once(() => {
    const known = { ...(defaultOperators as unknown as Record<string, Run>), ...options.operators };
    const operators = mapValues(known, (run) => counted(run, -1));
    const strict = { strictFilters: true, ...options, ownPropertyOnly: true, templates: {} };
    const liquid = new Liquid({ ...strict, operators: operators as never, memoryLimit });
    return Object.assign(liquid, {
      filters: { __proto__: null, ...mapValues({ ...liquidFilters, ...own.filters }, (run) => counted(run, 1)) },
      tags: {
        __proto__: null,
        else: silent,
        elsif: silent,
        when: silent,
        ...pick(tags, ['assign', 'for', 'capture', 'case', 'if', 'unless', 'tablerow', 'cycle', 'break', 'continue']),
        ...own.tags,
      },
    }) as Liquid;
  });

/** Creates an engine. `own` are the options that differ between texts. */
export function liquidWith(
  base: Liquid,
  own: {
    readonly tags: Partial<Liquid['tags']>;
    readonly renderer: Pick<Liquid['renderer'], 'renderTemplates'>;
  },
): Liquid {
  const { tags, renderer } = own;
  return Object.assign(Object.create(base) as Liquid, { tags: { __proto__: base.tags, ...tags }, renderer }) as Liquid;
}

class Unread extends Tag {
  override render(): never {
    return notRead();
  }
}

export function notRead(): never {
  throw new Error('only a program knows it');
}

const reason = 'the data is over the limits';

/** Must be called for data over the limits, which is reported once for the project. */
export function overLimits(): never {
  throw new Error(reason);
}

export const isOverLimits = (error: unknown) => error instanceof Error && error.message.includes(reason);

/** Maximum number of tags with errors, because liquidjs scans the text to describe an error. */
const maxFaults = 100;

/** Skips a tag that can't be parsed, together with its block. */
export class TolerantParser extends Parser {
  #faults = 0;

  constructor(
    private readonly own: Liquid,
    /** Closing tags of blocks. */
    private readonly ends: ReadonlyMap<unknown, TopLevelToken>,
  ) {
    super(own);
  }

  /** Parses a token. `rest` are the following tokens in reverse order. */
  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    const isKnown = token.kind !== TokenKind.Tag || (token as TagToken).name in this.own.tags;
    try {
      if (token.kind === TokenKind.HTML || (isKnown && this.#faults < maxFaults)) return super.parseToken(token, rest);
    } catch {
      this.#faults += 1;
    }
    const end = this.ends.get(token);
    if (end) rest.length = rest.lastIndexOf(end);
    return new Unread(token as TagToken, rest, this.own);
  }
}
