// Parses Mermaid's labels: entities (`#quot;`, `&amp;`), line breaks, HTML and some Markdown. Only text, lines, <b>, <i>, <u> and <s> remain.
import { decodeNamedCharacterReference } from 'decode-named-character-reference';

const [maxLabelChars, maxLineChars] = [1_000, 44];

const kept: Readonly<Record<string, string>> = { b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's', del: 's' };

/** Returns a label, wrapped to lines of readable length. */
export function labelText(source: string): string {
  if (source.length > maxLabelChars) throw new Error(`a label is over ${maxLabelChars} characters`);
  const text = /^\s*`[^`]*`\s*$/.test(source) ? source.trim().slice(1, -1) : source;
  const lines = text
    .replace(/\bfa[a-z]?:fa-[\w-]+/g, '')
    .replace(/<br\s*\/?>|\\n/gi, '\n')
    .replace(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi, (_, slash: string, name: string) => {
      const style = kept[name.toLowerCase()];
      return style ? `<${slash}${style}>` : '';
    })
    .replace(/\*\*([^*\n]+)\*\*|(?<![\w_])__([^_\n]+)__(?![\w_])/g, '<b>$1$2</b>')
    .replace(/(?<![\w*])\*([^\s*][^*\n]*)\*(?![\w*])/g, '<i>$1</i>')
    .replace(/~~([^~\n]+)~~/g, '<s>$1</s>')
    .split('\n')
    .map((line) => plainEntities(line.replace(/\s+/g, ' ').trim()));
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  while (lines.length > 1 && lines[0] === '') lines.shift();
  return styledAcrossLines(lines.flatMap(wrapped)).join('\n');
}

/** Decodes `#quot;`, `#35;`, `&lt;` and `&#60;`. */
export function plainEntities(text: string): string {
  return text.replace(/(?:&#?|#)(x[0-9a-f]{1,6}|[a-z0-9]{2,31}|[0-9]);/gi, (whole, name: string) => {
    const isNumber = /^(?:x[0-9a-f]+|\d+)$/i.test(name);
    if (!isNumber) return whole.startsWith('&#') ? whole : decodeNamedCharacterReference(name) || whole;
    const code = name.startsWith('x') ? Number.parseInt(name.slice(1), 16) : Number(name);
    return code >= 0x20 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ').flatMap(parts)) {
    const last = lines.at(-1);
    const length = (text: string) => text.replace(/<\/?[bius]>/g, '').length;
    if (last === undefined || length(last) + 1 + length(word) > maxLineChars) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Splits a word that is longer than a line, unless it contains tags. */
function parts(word: string): readonly string[] {
  if (word.length <= maxLineChars || word.includes('<')) return [word];
  return word.match(new RegExp(`.{1,${maxLineChars}}`, 'gsu')) ?? [];
}

/** Closes styles at the end of each line and opens them again in the next. */
function styledAcrossLines(lines: readonly string[]): string[] {
  const open = new Set<string>();
  return lines.map((line) => {
    const start = [...open].map((name) => `<${name}>`).join('');
    for (const [, slash, name = ''] of line.matchAll(/<(\/?)([bius])>/g)) {
      if (slash) open.delete(name);
      else open.add(name);
    }
    return `${start}${line}${[...open].map((name) => `</${name}>`).join('')}`;
  });
}
