// Netdata's metadata: a comment `<!--startmeta … endmeta-->` at the head of a file, with YAML in it. What it says of the page's edit
// link, keywords and description acts; labels and positions do not, for Docusaurus does not know them and the records are its.
import type { Checked, Place } from '../diagnostics/diagnostic.js';
import { isRecord, readFields } from './fields.js';
import { type FrontMatter, frontMatterTypes } from './front-matter.js';
import { reportCleaned } from './text.js';
import { parseYaml } from './yaml.js';

const longestHead = 10_000;
const metaOpening = /^<!--\s*startmeta\s*?\n/;

/** The text between the two words, each on a line of its own. By searching: one pattern for all of it is cubic on blank lines. */
function blockOf(body: string): string | undefined {
  const head = body.trimStart().slice(0, longestHead);
  const start = metaOpening.exec(head)?.[0].length;
  if (start === undefined) return undefined;
  for (let end = head.indexOf('endmeta', start); end !== -1; end = head.indexOf('endmeta', end + 1)) {
    const text = head.slice(start, end);
    const block = text.trimEnd();
    const isClosed = head
      .slice(end + 'endmeta'.length)
      .trimStart()
      .startsWith('-->');
    if (isClosed && text.includes('\n', block.length)) return block;
  }
  return undefined;
}

/** The known keys of the comment; empty where there is none or it is not YAML. Diagnostics: DG304, at `place`. */
export function parseStartMeta(body: string, place: Place): Checked<FrontMatter> {
  const text = blockOf(body);
  if (text === undefined) return noMeta;
  const parsed = parseYaml(text);
  if (!('value' in parsed) || !isRecord(parsed.value)) return noMeta;
  const { custom_edit_url, keywords, description } = readFields(parsed.value, frontMatterTypes).fields;
  const fields = {
    ...(custom_edit_url !== undefined && { custom_edit_url }),
    ...(keywords !== undefined && { keywords }),
    ...(description !== undefined && { description }),
  };
  return { value: fields, diagnostics: reportCleaned(parsed.cleaned, place) };
}

const noMeta: Checked<FrontMatter> = { value: {}, diagnostics: [] };
