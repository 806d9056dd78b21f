// What a label says. Mermaid's labels hold entities (`#quot;`, `&amp;`), line breaks, HTML and a little Markdown; of it remain the words,
// their lines, and <b>, <i>, <u> and <s>, which beautiful-mermaid prints as styles.
import { decodeNamedCharacterReference } from 'decode-named-character-reference';

const [longestLabel, longestLine] = [1_000, 44];

const kept: Readonly<Record<string, string>> = { b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's', del: 's' };

/** A label as beautiful-mermaid draws it, in lines of a readable length. */
export function labelText(source: string): string {
  if (source.length > longestLabel) throw new Error(`a label is over ${longestLabel} characters`);
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

/** `#quot;`, `#35;`, `&lt;`, `&#60;` as the characters they stand for. */
export function plainEntities(text: string): string {
  return text.replace(/(?:&#?|#)(x[0-9a-f]{1,6}|[a-z0-9]{2,31}|[0-9]);/gi, (whole, name: string) => {
    const isNumber = /^(?:x[0-9a-f]+|\d+)$/i.test(name);
    if (!isNumber) return whole.startsWith('&#') ? whole : decodeNamedCharacterReference(name) || whole;
    const code = name.startsWith('x') ? Number.parseInt(name.slice(1), 16) : Number(name);
    return code >= 0x20 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

/** Lines of at most so many characters. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ').flatMap(parts)) {
    const last = lines.at(-1);
    const length = (text: string) => text.replace(/<\/?[bius]>/g, '').length;
    if (last === undefined || length(last) + 1 + length(word) > longestLine) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A word that is longer than a line; one with tags is left alone. */
function parts(word: string): readonly string[] {
  if (word.length <= longestLine || word.includes('<')) return [word];
  return word.match(new RegExp(`.{1,${longestLine}}`, 'gsu')) ?? [];
}

/** Each line with tags of its own: a style that goes on in the next line is closed and opened again. */
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
