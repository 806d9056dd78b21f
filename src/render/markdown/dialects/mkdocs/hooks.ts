// Comments for hooks, such as `<!-- md:version 1.2 -->`. Only a hook knows what it makes of them, so they become their text.
import { listOf } from '../../../../model/input/plain-data.js';
import { type GeneratorContext, type RewrittenLines, rewriteProse } from '../../syntax/generator-syntax.js';

const heading = /^(#{1,6})[ \t]*<!--\s{0,9}[\w-]{1,40}:[\w-]{1,40}\s{1,9}([\w.+-]{1,200})\s{0,9}-->$/;

/** Matches code in a line, or a comment with its text. */
const codeOrComment =
  /(`{1,9})[^`\n]*\1(?!`)|<!-- ([\w-]{1,40}):[\w-]{1,40}[ \t]{1,9}((?:(?!--)[^\n]){1,500}?)[ \t]{0,9}-->/g;

/** Reads comments with the marks that hooks name. A heading that is only a comment has its value as text, id and name of a link. In others they stay. */
export function readHookComments(text: string, { variables }: GeneratorContext): RewrittenLines | undefined {
  if (variables['hasHooks'] !== true || !text.includes('<!--')) return undefined;
  const marks = listOf(variables['marks']);
  const unread: NonNullable<RewrittenLines['unread']>[number][] = [];
  const rewritten = rewriteProse(text, (own, line) => {
    const [, signs = '', id] = heading.exec(own) ?? [];
    if (id !== undefined) return [`${signs} ${id.replaceAll('_', '\\_')} {#${id}}`, '', `[${id}]: #${id}`, ''];
    if (own.startsWith('#') || !own.includes('<!--')) return own;
    return own.replace(codeOrComment, (whole, _, mark, shown, offset: number) => {
      if (!marks.includes(mark)) return whole;
      const [name, generator] = [`<!-- ${mark}:`, 'MkDocs (hook)'];
      unread.push({ name, syntax: `${name}… -->`, generator, isContainer: true, line, column: offset + 1 });
      return shown;
    });
  });
  return { ...rewritten, unread };
}
