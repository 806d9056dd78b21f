// A finished page as it stands in a copy: its addresses are others, and what only link previews and search engines read is left out, or a
// copy would be a good deal larger. They read the page at its canonical address. All else stays byte for byte.
import { decodeHTMLAttribute } from 'entities';
import { Tokenizer } from 'htmlparser2';

type Kind = 'address' | 'images' | 'microdata';

const kinds: ReadonlyMap<string, Kind> = new Map([
  ...['href', 'src', 'poster', 'xlink:href', 'cite', 'data', 'action', 'formaction'].map(
    (name) => [name, 'address'] as const,
  ),
  ...['srcset', 'imagesrcset'].map((name) => [name, 'images'] as const),
  ...['itemscope', 'itemtype', 'itemprop'].map((name) => [name, 'microdata'] as const),
]);

/** The page, read as a browser's tokenizer does, in linear time; `rename` gets each address, decoded. */
export function copiedMarkup(html: string, rename: (address: string) => string): string {
  let [done, end] = ['', 0];
  const replace = (start: number, behind: number, text: string) => {
    done += html.slice(end, start) + text;
    end = behind;
  };
  const change = (start: number, behind: number, renamed: (value: string) => string) => {
    const raw = html.slice(start, behind);
    const value = raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
    const wanted = renamed(value);
    if (wanted !== value) replace(start, behind, escapeAll(wanted));
  };
  readTags(html, {
    onAttribute(name, { start, valueStart, valueEnd, end: behind }) {
      const kind = kinds.get(name);
      if (kind === 'address') change(valueStart, valueEnd, rename);
      else if (kind === 'images') change(valueStart, valueEnd, (value) => renamedList(value, rename));
      else if (kind === 'microdata') replace(start - (/\s/.test(html[start - 1] ?? '') ? 1 : 0), behind, '');
    },
    onMeta(start, behind, attributes) {
      const textIn = (name: string) => {
        const { valueStart, valueEnd } = attributes.get(name) ?? { valueStart: 0, valueEnd: 0 };
        return html.slice(valueStart, valueEnd);
      };
      const content = attributes.get('content');
      if (textIn('property').startsWith('og:') || attributes.has('itemprop')) replace(start, behind, '');
      else if (content && textIn('http-equiv').toLowerCase() === 'refresh')
        change(content.valueStart, content.valueEnd, (value) => renamedRefresh(value, rename));
    },
  });
  return done + html.slice(end);
}

/** No descriptor of a size begins with a slash. */
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

/** A value between quotes of either kind, or of none: addresses have no white space. */
function escapeAll(value: string): string {
  return value.replace(/["&'<>]/g, (character) => references[character] ?? '');
}

/** Offsets of an attribute and of its value, '' where it has none. */
interface Attribute {
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly end: number;
}

interface TagHandlers {
  /** An attribute of any element but `<meta>`. */
  readonly onAttribute: (name: string, attribute: Attribute) => void;
  /** A `<meta>`, with its attributes by name. */
  readonly onMeta: (start: number, end: number, attributes: ReadonlyMap<string, Attribute>) => void;
}

function readTags(html: string, { onAttribute, onMeta }: TagHandlers): void {
  const nothing = () => {};
  let [tag, tagStart, foreign] = ['', 0, 0];
  let meta = new Map<string, Attribute>();
  let [name, start, valueStart, valueEnd] = ['', 0, 0, 0];
  const isForeign = (element: string) => element === 'svg' || element === 'math';
  const nameAt = (from: number, to: number) => html.slice(from, to).toLowerCase();
  const close = (element: string) => {
    if (isForeign(element) && foreign > 0) foreign -= 1;
  };
  const onopentagend = (closing: number) => {
    if (isForeign(tag)) foreign += 1;
    if (tag !== 'meta') return;
    onMeta(tagStart, closing + 1, meta);
    meta = new Map();
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      isInForeignContext: () => foreign > 0,
      onopentagname(from, to) {
        tag = nameAt(from, to);
        tagStart = from - 1;
      },
      onattribname(from, to) {
        name = nameAt(from, to);
        start = from;
        valueStart = valueEnd = to;
      },
      onattribdata(from, to) {
        valueStart = from;
        valueEnd = to;
      },
      onattribend(_, end) {
        if (tag !== 'meta') onAttribute(name, { start, valueStart, valueEnd, end });
        else if (!meta.has(name)) meta.set(name, { start, valueStart, valueEnd, end });
      },
      onopentagend,
      onselfclosingtag(closing) {
        onopentagend(closing);
        close(tag);
      },
      onclosetag: (from, to) => close(nameAt(from, to)),
      ...{ onattribentity: nothing, ontext: nothing, ontextentity: nothing, oncomment: nothing },
      ...{ ondeclaration: nothing, oncdata: nothing, onprocessinginstruction: nothing, onend: nothing },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
