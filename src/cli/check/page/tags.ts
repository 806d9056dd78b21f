// The tags of a page as a browser's tokenizer finds them, with the offsets of names and values. Values are decoded only where they are
// asked for: of a site most attributes are classes.
import { decodeHTMLAttribute } from 'entities';
import { Tokenizer } from 'htmlparser2';

/** What a tag says; valid only while its handler runs, since the same object is used for the next tag. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** Of its `<`. */
  readonly offset: number;
  /** The value of an attribute, decoded; '' where it has none, undefined where there is no such attribute. */
  readonly get: (name: string) => string | undefined;
  /** Where the value of an attribute begins, or the attribute itself. */
  readonly offsetOf: (name: string) => number;
  /** How many attributes it has. */
  readonly count: number;
  /** The attributes whose names begin with `on`. */
  readonly handlers: readonly string[];
}

export interface TagHandlers {
  readonly onTag: (tag: Tag) => void;
  readonly onEnd: (name: string) => void;
  readonly onText: (start: number, end: number) => void;
  readonly onDoctype: () => void;
}

const foreign = new Set(['svg', 'math']);
/** Elements of SVG and MathML whose content is HTML again. */
const htmlInForeign = new Set(['foreignobject', 'desc', 'annotation-xml', 'mi', 'mo', 'mn', 'ms', 'mtext']);

const noHandlers: readonly string[] = [];

class Attributes implements Tag {
  readonly #html: string;
  name = '';
  offset = 0;
  count = 0;
  handlers: readonly string[] = [];
  readonly names: string[] = [];
  /** Start and end of each name's value; -1 where there is none. */
  readonly ends: number[] = [];
  readonly starts: number[] = [];

  constructor(html: string) {
    this.#html = html;
  }

  get = (name: string): string | undefined => {
    const index = this.#indexOf(name);
    if (index < 0) return undefined;
    const raw = this.#html.slice(this.starts[index], this.ends[index]);
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
  };

  offsetOf = (name: string): number => this.starts[this.#indexOf(name)] ?? this.offset;

  /** The first of several attributes of one name is the one that counts. */
  #indexOf(name: string): number {
    for (let index = 0; index < this.count; index += 1) if (this.names[index] === name) return index;
    return -1;
  }
}

/** Reads a page from begin to end. Its time is linear. */
export function readTags(html: string, { onTag, onEnd, onText, onDoctype }: TagHandlers): void {
  const tag = new Attributes(html);
  /** Open elements of SVG and MathML, and of HTML in them. */
  const contexts: string[] = [];
  const isForeign = () => contexts.length > 0 && foreign.has(contexts.at(-1) ?? '');
  const enter = () => {
    if (foreign.has(tag.name) || (isForeign() && htmlInForeign.has(tag.name))) contexts.push(tag.name);
    onTag(tag);
  };
  const leave = (name: string) => {
    const index = contexts.lastIndexOf(name);
    if (index >= 0) contexts.length = index;
    onEnd(name);
  };
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      isInForeignContext: isForeign,
      onopentagname(start, end) {
        tag.name = html.slice(start, end).toLowerCase();
        tag.offset = start - 1;
        tag.count = 0;
        tag.handlers = noHandlers;
      },
      onattribname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name.startsWith('on')) tag.handlers = [...tag.handlers, name];
        tag.names[tag.count] = name;
        tag.starts[tag.count] = start;
        tag.ends[tag.count] = start; // no value as yet
        tag.count += 1;
      },
      onattribdata(start, end) {
        tag.starts[tag.count - 1] = start;
        tag.ends[tag.count - 1] = end;
      },
      onattribend: nothing,
      onattribentity: nothing,
      onopentagend: enter,
      onselfclosingtag() {
        const closes = isForeign() || foreign.has(tag.name);
        enter();
        if (closes) leave(tag.name);
      },
      onclosetag: (start, end) => leave(html.slice(start, end).toLowerCase()),
      ontext: onText,
      ontextentity: nothing,
      ondeclaration: (start, end) => {
        if (/^!?doctype/i.test(html.slice(start, Math.min(end, start + 10)))) onDoctype();
      },
      oncdata: nothing,
      oncomment: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
