// Renders Jinja in MkDocs pages as Liquid: values, and loops over data of the config. In MkDocs, the macros plugin and hooks run before Markdown is parsed.
import { isRecord } from '../../../../model/input/plain-data.js';
import type { GeneratorContext, RewrittenLines } from '../../syntax/generator-syntax.js';
import namesJson from '../../syntax/names.json' with { type: 'json' };
import { engineOf, notRead, shown, silent, tagOf } from '../liquid/engine.js';
import { renderLiquid } from '../liquid/render.js';
import { markedValue, unreadJinja } from './values.js';

/** Renders values, conditions and loops with known data. Others are removed and reported. Unknown values become `markedValue`, so that the tree can be cleaned. */
export const renderJinja = (text: string, { variables }: GeneratorContext): RewrittenLines | undefined =>
  renderLiquid(text, {
    engine,
    scope: scopeOf(variables),
    globals: unknown,
    translate,
    // Indented lines are the bodies of blocks.
    hasIndentedCode: false,
    kept: markedValue,
    describe: () => unreadJinja,
  });

const entriesOf = (value: unknown) => (isRecord(value) ? Object.entries(value) : []);

const engine = engineOf(
  {
    filters: {
      jinja_list: (value) => (isRecord(value) ? Object.keys(value) : value),
      jinja_same: (value) => value,
      jinja_items: entriesOf,
      jinja_keys: (value) => entriesOf(value).map(([key]) => key),
      jinja_values: (value) => entriesOf(value).map(([, one]) => one),
      jinja_slice: (value, from, to) =>
        (Array.isArray(value) ? value : shown(value)).slice(Number(from), to === undefined ? to : Number(to)),
    },
    tags: {
      // Another dialect parses includes.
      include: tagOf((args) => `{% include ${args} %}`),
      'include-markdown': tagOf((args) => `{% include-markdown ${args} %}`),
      filter: silent,
    },
  },
  {
    jsTruthy: true,
    groupedExpressions: true,
    operators: { in: isIn, notin: (value: unknown, list: unknown) => !isIn(value, list) },
  },
);

function isIn(value: unknown, list: unknown): boolean {
  if (Array.isArray(list)) return list.includes(value);
  return isRecord(list) ? Object.hasOwn(list, shown(value)) : shown(list).includes(shown(value));
}

/** Scope of all other names, which a program might define. Reading one is an error. */
const unknown = new Proxy({}, { getOwnPropertyDescriptor: notRead, has: () => true, get: notRead });

function scopeOf({ values, page }: GeneratorContext['variables']): object {
  const own = isRecord(page) ? page : {};
  return { ...(isRecord(values) ? values : {}), ...own, page: { title: own['title'], meta: own } };
}

const strings = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const filterNames: Readonly<Record<string, string>> = namesJson.jinjaFilters;

/** Whether an expression has calls, lists, tests or conditions, which Liquid would parse differently. */
const isUnread = (expression: string) =>
  /[\w\])\0]\s+[\w(\0]|[\w\])\0]\(|(?<![\w\])\0])\[/.test(
    expression.replace(/(?<![\w.])(?:and|or|not|notin|in)(?![\w.])/g, '&'),
  );

/** Converts an expression to Liquid. */
function expressionOf(jinja: string): string {
  const texts = [...jinja.matchAll(strings)].map(([text]) => text);
  const rest = jinja
    .replace(strings, '\0')
    .replace(/\bnot\s+in\b/g, 'notin')
    .replace(/\bis\s+not\s+(?:defined|none)\b/g, '== nil')
    .replace(/\bis\s+(defined|none)\b/g, (_, test) => (test === 'none' ? '== nil' : '!= nil'))
    .replace(/\b(True|False|None)\b/g, (word) => (word === 'None' ? 'nil' : word.toLowerCase()))
    .replace(/\bloop\./g, 'forloop.')
    .replace(/\.(items|values|keys)\(\)/g, ' | jinja_$1')
    .replace(/\.(capitalize|lower|strip|upper)\(\)/g, ' | $1')
    // `~` has lower precedence than a filter, so it is only converted if no filter follows.
    .replace(/\s*~\s*([\w.\0]+)(?=[^|]*$)/g, ' | append: $1')
    .replace(/\[(-?\d*):(-?\d*)\]/g, (_, from, to) => ` | jinja_slice: ${from || 0}${to && `, ${to}`}`)
    .replace(/\|\s*(\w+)(?:\s*\(([^()]*)\))?/g, (_, name: string, given = '') => {
      const values = given.replace(/\b\w+\s*=(?!=)\s*/g, '');
      return `| ${filterNames[name] ?? name}${values.trim() === '' ? '' : `: ${values}`}`;
    });
  return isUnread(rest) ? 'nil + nil' : rest.replace(/\0/g, () => texts.shift() ?? '');
}

/** Matches `a if b else c`. All parts together have the length of the expression. */
const choice = /^(.+?\s)if(\s.+?)(?:\selse(\s.+))?$/s;

const loop = /^for\s+(\w+)(?:\s*,\s*(\w+))?\s+in\s+(\S.*)$/s;

/** Converts a tag or value to Liquid. The result for unsupported syntax is a tag without arguments, which can't be parsed. */
function translate(syntax: string): string | undefined {
  const [start = '', end = ''] = [/^\{.-?/, /-?.\}$/].map((sign) => sign.exec(syntax)?.[0]);
  const inner = syntax.slice(start.length, -end.length).trim();
  if (start.startsWith('{#')) return '';
  if (inner.startsWith('include')) return syntax;
  // A Go template that the text shows: no name in Jinja starts with a dot.
  if (inner.startsWith('.')) return undefined;
  if (start.startsWith('{{')) {
    const [, value, test = '', other] = choice.exec(inner.replace(strings, ({ length }) => '\0'.repeat(length))) ?? [];
    if (value === undefined) return `${start} ${expressionOf(inner)} ${end}`;
    const [from, to] = [value.length + 2, value.length + 2 + test.length];
    const choose = `{%if ${expressionOf(inner.slice(from, to))}%}{{${expressionOf(inner.slice(0, value.length))}}}`;
    const rest = other === undefined ? '' : `{%else%}{{${expressionOf(inner.slice(-other.length))}}}`;
    return `${choose}${rest}{%endif%}`;
  }
  const [, name = '', args = ''] = /^(\w+)\s*(.*)$/s.exec(inner) ?? [];
  if (name === 'set' || name === 'endset') {
    const isBlock = !args.includes('=');
    return `${start} ${name === 'endset' ? 'endcapture' : `${isBlock ? 'capture' : 'assign'} ${expressionOf(args)}`} ${end}`;
  }
  if (name !== 'for') return `${start} ${name === 'elif' ? 'elsif' : name} ${expressionOf(args)} ${end}`;
  const [, first, second, list = ''] = loop.exec(inner) ?? [];
  if (first === undefined || /\b(?:if|recursive|else)\b/.test(list.replace(strings, ''))) return `${start} for ${end}`;
  const open = `{%assign jinja_list = ${expressionOf(list)} | jinja_list%}`;
  if (second === undefined) return `${open}{%for ${first} in jinja_list ${end}`;
  const pair = `{%assign ${first} = jinja_pair[0]%}{%assign ${second} = jinja_pair[1]`;
  return `${open}{%for jinja_pair in jinja_list%}${pair} ${end}`;
}
