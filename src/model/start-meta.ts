// Netdata's metadata: a comment `<!--startmeta … endmeta-->` at the head of a file, with YAML in it. What it says of the page's edit
// link, keywords and description acts; labels and positions do not, for Docusaurus does not know them and the records are its.
import type { Checked, Place } from './diagnostic.js';
import { isRecord, readFields } from './fields.js';
import { type FrontMatter, frontMatterTypes } from './front-matter.js';
import { reportCleaned } from './text.js';
import { parseYaml } from './yaml.js';

const block = /^\s*<!--\s*startmeta\s*\n([\s\S]{0,10000}?)\n\s*endmeta\s*-->/;

/** The keys of the comment that act; empty where there is none or it is no YAML. Diagnostics: DG304, at `place`. */
export function parseStartMeta(body: string, place: Place): Checked<FrontMatter> {
  const text = block.exec(body)?.[1];
  if (text === undefined) return nothing;
  const parsed = parseYaml(text);
  if (!('value' in parsed) || !isRecord(parsed.value)) return nothing;
  const { custom_edit_url, keywords, description } = readFields(parsed.value, frontMatterTypes).fields;
  const fields = {
    ...(custom_edit_url !== undefined && { custom_edit_url }),
    ...(keywords !== undefined && { keywords }),
    ...(description !== undefined && { description }),
  };
  return { value: fields, diagnostics: reportCleaned(parsed.cleaned, place) };
}

const nothing: Checked<FrontMatter> = { value: {}, diagnostics: [] };
