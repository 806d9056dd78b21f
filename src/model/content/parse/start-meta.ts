// Netdata's metadata: a comment `<!--startmeta … endmeta-->` at the head of a file, with YAML in it; in older files without the two
// words. What it says of the page's edit link and keywords acts as front matter. Title, label and description are for readers alone:
// Docusaurus does not know them, and the records are its; positions do not act.
import type { Checked, Place } from '../../diagnostics/diagnostic.js';
import { readFields } from '../../input/fields.js';
import { isRecord } from '../../input/plain-data.js';
import { reportCleaned } from '../../input/text.js';
import { parseYaml } from '../../input/yaml.js';
import { type FrontMatter, frontMatterTypes } from './front-matter.js';

const maxHeadChars = 10_000;
const metaOpening = /^<!--\s*startmeta\s*?\n/;
/** The form of older files: the comment alone, known by its keys. */
const bareOpening = /^<!--[ \t]*\r?\n(?=[a-z_]+:)/;
const metaKey = /^(?:custom_edit_url|sidebar_label|learn_[a-z_]+):/m;

/** The text between the two words, each on a line of its own. By searching: one pattern for all of it is cubic on blank lines. */
function blockOf(body: string): string | undefined {
  const head = body.trimStart().slice(0, maxHeadChars);
  const start = metaOpening.exec(head)?.[0].length;
  if (start === undefined) return bareBlockOf(head);
  for (let end = head.indexOf('endmeta', start); end !== -1; end = head.indexOf('endmeta', end + 1)) {
    const text = head.slice(start, end);
    const block = text.trimEnd();
    const rest = head.slice(end + 'endmeta'.length).trimStart();
    if (rest.startsWith('-->') && text.includes('\n', block.length)) return block;
  }
  return undefined;
}

function bareBlockOf(head: string): string | undefined {
  const start = bareOpening.exec(head)?.[0].length;
  const end = start === undefined ? -1 : head.indexOf('-->', start);
  const block = end === -1 ? '' : head.slice(start, end);
  return metaKey.test(block) ? block : undefined;
}

const keys = ['custom_edit_url', 'keywords', 'title', 'sidebar_label', 'description'] as const;

export type StartMeta = Pick<FrontMatter, (typeof keys)[number]>;

/** The known keys of the comment; empty where there is none or it is not YAML. Diagnostics: DG304, at `place`. */
export function parseStartMeta(body: string, place: Place): Checked<StartMeta> {
  const text = blockOf(body);
  if (text === undefined) return noMeta;
  const parsed = parseYaml(text);
  if (!('value' in parsed) || !isRecord(parsed.value)) return noMeta;
  const { fields } = readFields(parsed.value, frontMatterTypes);
  return { value: known(fields, keys), diagnostics: reportCleaned(parsed.cleaned, place) };
}

export const frontMatterOf = (meta: StartMeta): FrontMatter => known(meta, ['custom_edit_url', 'keywords']);

function known(fields: FrontMatter, names: readonly (keyof FrontMatter)[]): FrontMatter {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

const noMeta: Checked<StartMeta> = { value: {}, diagnostics: [] };
