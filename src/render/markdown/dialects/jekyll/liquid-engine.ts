// liquidjs as Jekyll has Liquid: its tags and filters, with limits, and nothing that depends on the day or on chance.
import {
  type Context,
  defaultOperators,
  type Emitter,
  Liquid,
  filters as liquidFilters,
  tags as liquidTags,
  Parser,
  Tag,
  type TagToken,
  type Template,
  TokenKind,
  type TopLevelToken,
} from 'liquidjs';
import { mapValues, omitBy, once, pick } from 'lodash-es';

/** Maximum size of all values that filters and comparisons of one text get, in characters and items. */
const memoryLimit = 2_000_000;

type Run = (this: { readonly context: Context }, ...given: unknown[]) => unknown;

/** Counts what a function looks at: the first values that it gets, and all of a list. */
const counted = (run: Run, count?: number): Run =>
  function (...given) {
    const { memoryLimit } = this?.context ?? (given.at(-1) as Context);
    for (const value of given.slice(0, count))
      if (typeof value === 'string') memoryLimit.use(value.length);
      else if (Array.isArray(value)) memoryLimit.use(count === 1 ? value.length * 10 : JSON.stringify(value).length);
    return run.apply(this, given);
  };

const rooted = (url: unknown) => {
  const text = shown(url);
  return /^[a-z][\w+.-]*:|^\/\//i.test(text) ? text : `/${text.replace(/^\/+/, '')}`;
};

const unknownFilters = /^date|^raw$|base64|sha256/;
const filters: Readonly<Record<string, Run>> = {
  ...(omitBy(liquidFilters, (_, name) => unknownFilters.test(name)) as Record<string, Run>),
  ...{ relative_url: rooted, absolute_url: rooted, markdownify: (value) => value, smartify: (value) => value },
  // Jekyll takes any item. Each build has to be the same.
  sample: (list) => (Array.isArray(list) ? list[0] : list),
  // Jekyll's groups have their size.
  *group_by(...given): Generator {
    const groups = yield (liquidFilters['group_by'] as Run).apply(this, given);
    return (groups as { readonly items: readonly unknown[] }[]).map((group) => ({
      ...group,
      size: group.items.length,
    }));
  },
  divided_by: (a, b) =>
    Number.isInteger(a) && Number.isInteger(b) ? Math.floor(Number(a) / Number(b)) : Number(a) / Number(b),
};

/** Liquid's text of a value. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('');
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Output with the text of its last line. */
export interface LineEmitter extends Emitter {
  readonly line: string;
}

/** A tag with a function that reads it when a text is rendered. */
export const tagOf = (render: (args: string, context: Context, emitter: LineEmitter) => unknown) =>
  class extends Tag {
    override render(context: Context, emitter: Emitter) {
      return render(this.token.args, context, emitter as LineEmitter);
    }
  };

/** A fence with the indentation of the tag. */
class Highlight extends Tag {
  readonly #templates: Template[] = [];

  constructor(token: TagToken, rest: TopLevelToken[], own: Liquid, parser: Parser) {
    super(token, rest, own);
    for (let next = rest.shift(); next && !('name' in next && next.name === 'endhighlight'); next = rest.shift())
      this.#templates.push(parser.parseToken(next, rest));
  }

  override *render(context: Context, emitter: Emitter): Generator {
    const { line } = emitter as LineEmitter;
    const written = yield this.liquid.renderer.renderTemplates(this.#templates, context);
    const code = String(written).replace(/^\s*\n|\s+$/g, '');
    const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    const [lang = ''] = this.token.args.split(/\s/);
    const isAlone = line.trim() === '';
    const lines = [fence + lang, ...code.split('\n'), fence];
    emitter.write(`${isAlone ? '' : '\n'}${lines.join(`\n${isAlone ? line : ''}`)}\n`);
  }
}

const silent = tagOf(() => '');
const tags = {
  ...pick(liquidTags, ['assign', 'for', 'capture', 'case', 'if', 'unless', 'tablerow', 'cycle', 'break', 'continue']),
  ...{ highlight: Highlight, seo: silent, feed_meta: silent, else: silent, elsif: silent, when: silent },
  include_relative: tagOf((args) => `<<${/^\s*(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(args)?.slice(1).join('') ?? ''}>>`),
  link: tagOf((args, _, { line }) => {
    const path = `/${args.replace(/^\/+/, '')}`;
    const isAddress = /[("'=<][^\s("'=<]*$|^ {0,3}\[[^\]]+\]:\s*$/.test(line);
    return isAddress ? path : `[${path.replace(/\/_/g, '/').replace(/(?:\/index)?\.\w+$/, '')}](${path})`;
  }),
  post_url: tagOf((args) => `/_posts/${args.replace(/\.\w+$/, '')}.md`),
};

/** What texts share. It takes about as long to make as a text to render. */
const base = once(() => {
  const operators = mapValues(defaultOperators as unknown as Record<string, Run>, (run) => counted(run, -1));
  const strict = { ownPropertyOnly: true, strictFilters: true, jekyllWhere: true, templates: {} };
  const liquid = new Liquid({ ...strict, operators: operators as never, memoryLimit });
  return Object.assign(liquid, {
    filters: { __proto__: null, ...mapValues(filters, (run) => counted(run, 1)) },
    tags: { __proto__: null, ...tags },
  }) as Liquid;
});

/** `own` is what is different for each text. */
export function liquidWith({
  include,
  renderer,
}: {
  readonly include: typeof Tag;
  readonly renderer: Pick<Liquid['renderer'], 'renderTemplates'>;
}): Liquid {
  const own = { tags: { __proto__: base().tags, include, include_cached: include }, renderer };
  return Object.assign(Object.create(base()) as Liquid, own) as Liquid;
}

class Unread extends Tag {
  override render(): never {
    return notRead();
  }
}

export function notRead(): never {
  throw new Error('only Jekyll knows it');
}

/** Maximum number of tags with faults: to describe a fault, liquidjs looks through the text. */
const maxFaults = 100;

/** Leaves out a tag that can't be read, with its block. */
export class TolerantParser extends Parser {
  #faults = 0;

  constructor(
    private readonly own: Liquid,
    /** The ends of blocks. */
    private readonly ends: ReadonlyMap<unknown, TopLevelToken>,
  ) {
    super(own);
  }

  /** `rest` is in reverse order. */
  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    try {
      if (token.kind === TokenKind.HTML || this.#faults < maxFaults) return super.parseToken(token, rest);
    } catch {
      this.#faults += 1;
    }
    const end = this.ends.get(token);
    if (end) rest.length = rest.lastIndexOf(end);
    return new Unread(token as TagToken, rest, this.own);
  }
}
