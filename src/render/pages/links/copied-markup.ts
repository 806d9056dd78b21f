// Converts a finished page for a portable build: replaces its URLs, and leaves out metadata for link previews and search engines, which would make the page much
// larger. They read the page at its canonical URL. Everything else stays byte for byte.
import { type Attribute, readTags, type Tag } from '../../../markup/tags.js';

const addresses = new Set(['href', 'src', 'poster', 'xlink:href', 'cite', 'data', 'action', 'formaction']);
const imageLists = new Set(['srcset', 'imagesrcset']);
const microdata = new Set(['itemscope', 'itemtype', 'itemprop']);

/** Converts a page with a browser's tokenizer, in linear time. `rename` gets each decoded URL. */
export function copiedMarkup(html: string, rename: (address: string) => string): string {
  let [done, end] = ['', 0];
  const replace = (start: number, behind: number, text: string) => {
    done += html.slice(end, start) + text;
    end = behind;
  };
  const change = (tag: Tag, attribute: Attribute, renamed: (value: string) => string) => {
    const value = tag.valueOf(attribute);
    const wanted = renamed(value);
    if (wanted !== value) replace(attribute.valueStart, attribute.valueEnd, escapeAll(wanted));
  };
  const changeMeta = (tag: Tag) => {
    const content = tag.find('content');
    if (tag.get('property')?.startsWith('og:') || tag.find('itemprop')) replace(tag.offset, tag.end, '');
    else if (content && tag.get('http-equiv')?.toLowerCase() === 'refresh')
      change(tag, content, (value) => renamedRefresh(value, rename));
  };
  readTags(html, {
    onTag(tag) {
      if (tag.name === 'meta') return changeMeta(tag);
      for (const attribute of tag.attributes) {
        if (addresses.has(attribute.name)) change(tag, attribute, rename);
        else if (imageLists.has(attribute.name)) change(tag, attribute, (value) => renamedList(value, rename));
        else if (microdata.has(attribute.name))
          replace(attribute.start - (/\s/.test(html[attribute.start - 1] ?? '') ? 1 : 0), attribute.end, '');
      }
    },
  });
  return done + html.slice(end);
}

/** Renames the URLs of a `srcset`. They start with a slash, and size descriptors don't. */
function renamedList(value: string, rename: (address: string) => string): string {
  return value.replace(/(?<=^|[\s,])\/\S*?(?=,?(?:\s|$))/g, rename);
}

function renamedRefresh(value: string, rename: (address: string) => string): string {
  return value.replace(/^(\s*[\d.]+\s*[;,]\s*url=)([\s\S]*)$/i, (_, before: string, to: string) => before + rename(to));
}

const references: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes a URL for an attribute with either kind of quotes, or without quotes. URLs contain no white space. */
function escapeAll(value: string): string {
  return value.replace(/["&'<>]/g, (character) => references[character] ?? '');
}
