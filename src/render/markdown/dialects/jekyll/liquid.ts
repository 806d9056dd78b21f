// Liquid in Jekyll: its tags, filters and values.
import { posix } from 'node:path';
import {
  filters as allFilters,
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { escape as escapeHtml, get, groupBy, mapValues, once, pickBy, sortBy } from 'lodash-es';
import { isRecord, mapOf } from '../../../../model/input/plain-data.js';
import { type GeneratorContext, inMarks, isHtmlPage } from '../../syntax/generator-syntax.js';
import namesJson from '../../syntax/names.json' with { type: 'json' };
import {
  engineOf,
  type LineEmitter,
  liquidFilters,
  notRead,
  overLimits,
  type Run,
  shown,
  silent,
  tagOf,
} from '../liquid/engine.js';
import { renderLiquid } from '../liquid/render.js';
import { pageLists } from './page-lists.js';

const rooted = (url: unknown) => {
  const text = shown(url);
  return /^[a-z][\w+.-]*:|^\/\//i.test(text) ? text : `/${text.replace(/^\/+/, '')}`;
};

/** Date formats that liquidjs takes from the system, with their values in Ruby. */
const formats: Readonly<Record<string, string>> = { c: '%a %b %e %H:%M:%S %Y', x: '%m/%d/%y', X: '%H:%M:%S' };

/** Makes date filters deterministic: independent of the current day, the language and the time zone. `today` is not a date, and a time without a zone is in UTC. */
const ofKnownDate = (run: Run): Run =>
  function (date, ...options) {
    if (/^\s*(?:now|today)\s*$/i.test(String(date))) return notRead();
    const isLocal = typeof date === 'string' && !/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\s*$/i.test(date);
    const utc = isLocal ? new Date(`${date.replace(/(?<=\d)T(?=\d)/, ' ')} UTC`) : undefined;
    const known = utc && Number.isFinite(utc.getTime()) ? utc.toISOString() : date;
    const own = options.map((text) => String(text).replace(/%([cxX])/g, (_, letter) => formats[letter] ?? ''));
    return run.call(this, known, ...own);
  };

const filters: Readonly<Record<string, Run>> = {
  ...mapValues(pickBy(allFilters, (_, name) => name.startsWith('date')) as Record<string, Run>, ofKnownDate),
  relative_url: rooted,
  absolute_url: rooted,
  markdownify(value) {
    const isHtml = isHtmlPage({ source: shown(this.context.getSync(['page', 'path'])) });
    return isHtml && typeof value === 'string' ? inMarks(value) : value;
  },
  smartify: (value) => value,
  // Jekyll returns a random item. This returns the first, because builds must be deterministic.
  sample: (list) => (Array.isArray(list) ? list[0] : list),
  // Jekyll sorts a hash like Ruby: as pairs, by their keys.
  sort(value, ...given) {
    const isHash = isRecord(value) && given.length === 0;
    return isHash ? sortBy(Object.entries(value), 0) : (liquidFilters['sort'] as Run).apply(this, [value, ...given]);
  },
  // Jekyll's groups also have a `size`.
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

/** Prints a fence with the indentation of the tag, or HTML in an HTML page. */
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
    const code = String(written)
      .replace(/^\s*\n/, '')
      .trimEnd();
    if (isHtmlPage({ source: shown(context.getSync(['page', 'path'])) }))
      return void emitter.write(`<pre><code>${escapeHtml(code)}</code></pre>`);
    const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    const [lang = ''] = this.token.args.split(/\s/);
    const isAlone = line.trim() === '';
    const lines = [fence + lang, ...code.split('\n'), fence];
    emitter.write(`${isAlone ? '' : '\n'}${lines.join(`\n${isAlone ? line : ''}`)}\n`);
  }
}

/** Tabs of plugins: the label is a quoted text, or the last word. */
const tab = tagOf((args) => {
  const [, double, single] = /"([^"]*)"|'([^']*)'/.exec(args) ?? [];
  const label = double ?? single ?? args.trim().split(/\s+/).at(-1) ?? '';
  return `<TabItem label="${label.replace(/["<>]/g, '')}">`;
});
const written = (text: string) => tagOf(() => text);

const tags = {
  highlight: Highlight,
  seo: silent,
  feed_meta: silent,
  tabs: written('<Tabs>'),
  tab,
  endtab: written('</TabItem>'),
  endtabs: written('</Tabs>'),
  link: tagOf((args, _, { line }) => {
    const path = `/${args.replace(/^\/+/, '')}`;
    const isAddress = /[("'=<][^\s("'=<]*$|^ {0,3}\[[^\]]+\]:\s*$/.test(line);
    return isAddress ? path : `[${path.replace(/\/_/g, '/').replace(/(?:\/index)?\.\w+$/, '')}](${path})`;
  }),
  post_url: tagOf((args) => `/_posts/${args.replace(/\.\w+$/, '')}.md`),
};

const engine = engineOf(
  { filters, tags },
  { strictFilters: false, jekyllWhere: true, timezoneOffset: 0, preserveTimezones: true, locale: 'en-US' },
);

/** Renders a text with the values of the site and of the page. */
export function renderJekyll(text: string, context: GeneratorContext) {
  const { includes, ...values } = context.variables;
  const folder = posix.dirname(String(isRecord(values['page']) ? values['page']['path'] : ''));
  const hasIndentedCode = !isHtmlPage(context);
  const renderBody = (body: string, page: object): string =>
    renderJekyll(body, { ...context, wholeTexts: {}, variables: { ...context.variables, page } })?.text ?? body;
  const lists = pageLists(context, renderBody, (page) => withComputed(page, computed.page));
  const scope = scopeOf(values, lists);
  return renderLiquid(text, { engine, scope, includes: mapOf(includes), folder, hasIndentedCode, describe });
}

/** Describes unsupported syntax by its name, so that each tag and each computed list is reported once. */
const describe = (syntax: string) => ({
  name: /^\{%-?\s*\w*|^\{\{-?\s*[\w.]*/.exec(syntax)?.[0] ?? '',
  generator: 'Jekyll (Liquid)',
});

/** Keys that Jekyll computes if neither the config nor the author sets them. */
const computed = namesJson.jekyllComputed;

/** A list that can't be read. Iterating it is an error, but accessing members is not, because liquidjs checks each value for `next`. */
const unreadList = { [Symbol.iterator]: notRead };

/** Adds markers for data files over the limits, so that they are not treated as empty. */
const withUnread = (data: object, paths: readonly (readonly string[])[]): object =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(data),
      ...mapValues(groupBy(paths, 0), (ofKey, key) => {
        const below = ofKey.map((path) => path.slice(1));
        const isFile = below.some(({ length }) => length === 0);
        return {
          enumerable: true,
          ...(isFile ? { get: overLimits } : { value: withUnread(mapOf(get(data, [key])), below) }),
        };
      }),
    },
  );

/** Returns values, and other names whose values can't be read. A proxy, because a site can have many names, and defining them takes long for each page. */
function withComputed<Values extends object>(values: Values, names: readonly unknown[]): Values {
  const isUnread = (key: PropertyKey) => names.includes(key) && !Object.hasOwn(values, key);
  const unreadValue = (key: PropertyKey) => (key === 'next' ? unreadList : notRead());
  return new Proxy(values, {
    has: (_, key) => Reflect.has(values, key) || isUnread(key),
    get: (_, key) => (isUnread(key) ? unreadValue(key) : Reflect.get(values, key)),
    getOwnPropertyDescriptor: (_, key) =>
      isUnread(key) ? { configurable: true } : Reflect.getOwnPropertyDescriptor(values, key),
  });
}

function scopeOf(
  { collections, unread, site, page, ...others }: Readonly<Record<string, unknown>>,
  lists: ReturnType<typeof pageLists>,
): object {
  const ofSite = [...computed.site, ...(Array.isArray(collections) ? collections : [])];
  const jekyll = withComputed({ environment: 'production' }, computed.jekyll);
  const own = isRecord(page) ? { page: withComputed(page, computed.page) } : {};
  const data = withUnread(get(site, 'data', {}), Array.isArray(unread) ? unread : []);
  // Most texts show few of the lists that they could, so each list is made when it is first used.
  const getters = mapValues(lists, (list) => ({ enumerable: true, get: once(list) }));
  const shownSite = Object.defineProperties({ ...mapOf(site), data }, getters);
  return withComputed({ jekyll, ...others, site: withComputed(shownSite, ofSite), ...own }, computed.all);
}
