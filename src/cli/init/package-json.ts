// package.json with scripts added: by inserting text, so that all else stays as its owner formatted it.

/** What became of a package.json; `text` is undefined where it is not JSON of the form that npm reads. */
export interface Edited {
  readonly text: string | undefined;
  /** Names of the scripts that were added. */
  readonly added: readonly string[];
}

/** Adds the scripts that are not there yet. */
export function addScripts(text: string, scripts: Readonly<Record<string, string>>): Edited {
  const own = scriptsOf(text);
  if (own === undefined) return { text: undefined, added: [] };
  const added = Object.keys(scripts).filter((name) => !Object.hasOwn(own, name));
  if (added.length === 0) return { text, added };
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const entries = added.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(scripts[name])}`);
  const outer = spanOf(text, undefined);
  const inner = spanOf(text, 'scripts');
  if (!outer) return { text: undefined, added: [] };
  const within = inner ?? outer;
  const parts = inner
    ? entries
    : [`"scripts": {${end}${entries.map((entry) => indent + indent + entry).join(`,${end}`)}${end}${indent}}`];
  const level = inner ? indent + indent : indent;
  return { text: insert(text, within, { parts, level, closing: inner ? indent : '', end }), added };
}

function scriptsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
    const { scripts = {} } = data as { readonly scripts?: unknown };
    return typeof scripts === 'object' && scripts !== null && !Array.isArray(scripts)
      ? (scripts as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Offsets of the braces of an object. */
interface Span {
  readonly open: number;
  readonly close: number;
}

/** The outermost object of a valid JSON text, or the one that is the value of a key of it; the last of two keys counts, as in JSON. */
function spanOf(text: string, key: string | undefined): Span | undefined {
  let found: Span | undefined;
  let [depth, open] = [0, -1];
  let last = ''; // the string before this token
  let isWanted = false; // this object is the value of the key
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      const isMeant = key === undefined ? depth === 1 : depth === 2 && isWanted && token === '{';
      if (isMeant) open = index;
    } else if (token === '}' || token === ']') {
      if (open !== -1 && depth === (key === undefined ? 1 : 2)) [found, open] = [{ open, close: index }, -1];
      depth -= 1;
    }
    isWanted = token === ':' && depth === 1 && last !== '' && JSON.parse(last) === key;
    last = token.startsWith('"') ? token : '';
  }
  return found;
}

interface Insertion {
  readonly parts: readonly string[];
  /** Indent of the entries and of the closing brace. */
  readonly level: string;
  readonly closing: string;
  readonly end: string;
}

function insert(text: string, { open, close }: Span, { parts, level, closing, end }: Insertion): string {
  const content = text.slice(open + 1, close).trimEnd();
  const isOneLine = content !== '' && !content.includes('\n');
  const lines = parts.map((part) => (isOneLine ? ` ${part}` : `${end}${level}${part}`)).join(',');
  const tail = isOneLine ? text.slice(open + 1 + content.length, close) : `${end}${closing}`;
  return `${text.slice(0, open + 1)}${content}${content === '' ? '' : ','}${lines}${tail}${text.slice(close)}`;
}
