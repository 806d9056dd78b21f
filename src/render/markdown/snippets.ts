// Code of a repository in a page: the part of a file that an include asks for, and the line that says where it is from.
import type { Code, Paragraph, PhrasingContent } from 'mdast';
import type { CodeInclude } from '../../model/content/devsite.js';
import { encodePart } from '../../model/path.js';

const regionMark = /\[[ \t]*(START|END)[ \t]+([^[\]\n]{1,1000})\]/;
const excludeMark = /\[[ \t]*(START|END)_EXCLUDE[ \t]*(silent)?[ \t]*\]/;

/**
 * The code between `[START region]` and `[END region]`, all of it where no region is asked for, and the line of the file, from 1, on which
 * the region begins; undefined where the file has no such region. Lines with these marks are left out; of `[START_EXCLUDE]` to
 * `[END_EXCLUDE]` there is an ellipsis, or nothing with `silent`.
 */
export function cutSnippet(
  text: string,
  { region, isDedented }: Pick<CodeInclude, 'region' | 'isDedented'>,
): { readonly value: string; readonly line: number | undefined } | undefined {
  const lines: string[] = [];
  let line: number | undefined;
  let [isInside, isExcluded] = [region === undefined, false];
  for (const [index, one] of text.split('\n').entries()) {
    const [, exclude, silent] = excludeMark.exec(one) ?? [];
    const [, mark, names = ''] = exclude === undefined ? (regionMark.exec(one) ?? []) : [];
    if (exclude === 'START' && isInside && !isExcluded && silent === undefined)
      lines.push(one.replace(excludeMark, '...'));
    if (exclude !== undefined) isExcluded = exclude === 'START';
    else if (mark === undefined && isInside && !isExcluded) lines.push(one);
    if (mark === undefined || region === undefined || !names.split(/[\s,]+/).includes(region)) continue;
    isInside = mark === 'START';
    if (isInside) line ??= index + 2;
  }
  if (region !== undefined && line === undefined) return undefined;
  const value = (isDedented ? dedented(lines) : lines)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return { value, line };
}

/** Lines without the blanks at their beginning that all of them have. */
function dedented(lines: readonly string[]): readonly string[] {
  const starts = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const shared = starts.reduce((one, other) => {
    let length = 0;
    while (length < one.length && one[length] === other[length]) length += 1;
    return one.slice(0, length);
  }, starts[0] ?? '');
  return lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart()));
}

/** Where code is from: a link to its page, where there is one. */
export function sourceLine(label: string, url: string | undefined, position: Code['position']): Paragraph {
  const at = position ? { position } : {};
  const name: PhrasingContent = { type: 'inlineCode', value: label, ...at };
  const shown: PhrasingContent = url === undefined ? name : { type: 'link', url, children: [name], ...at };
  return { type: 'paragraph', children: [{ type: 'text', value: 'Source: ', ...at }, shown], ...at };
}

/** The page of a file of a repository on GitHub at its newest commit; `path` is `owner/repository/path`. */
export function newestAddress(path: string): string {
  const [owner = '', repository = '', ...file] = path.split('/').map(encodePart);
  return `https://github.com/${owner}/${repository}/blob/HEAD/${file.join('/')}`;
}
