// Tokenizes tags of finished HTML or XML like a browser, with offsets. The only wrapper of htmlparser2.
// Values are decoded only on request, because most attributes of a site are classes.
import { decodeHTMLAttribute } from 'entities';
import { Tokenizer } from 'htmlparser2';

/** Offsets of an attribute and of its value, in UTF-16 units from 0. An empty value is at the end of the name. */
export interface Attribute {
  /** Lower case, except in XML. */
  readonly name: string;
  readonly start: number;
  valueStart: number;
  valueEnd: number;
  end: number;
}

/** A start tag. Only valid while its handler runs, because the next tag reuses the object. */
export class Tag {
  /** Lower case, except in XML. */
  name = '';
  /** Offsets of `<`, and of the position after `>`. */
  offset = 0;
  end = 0;
  readonly attributes: Attribute[] = [];

  constructor(private readonly html: string) {}

  /** Returns an attribute by name. If there are several, returns the first. */
  find(name: string): Attribute | undefined {
    return this.attributes.find((attribute) => attribute.name === name);
  }

  /** Returns the decoded value of an attribute, or '' if it has no value. Undefined if there is no such attribute. */
  get(name: string): string | undefined {
    const attribute = this.find(name);
    return attribute && this.valueOf(attribute);
  }

  valueOf({ valueStart, valueEnd }: Attribute): string {
    const raw = this.html.slice(valueStart, valueEnd);
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
  }

  /** Returns the offset of an attribute's value, or of the attribute if it has no value, or of the tag if there is no such attribute. */
  offsetOf(name: string): number {
    const { start = this.offset, valueStart = 0, valueEnd = 0 } = this.find(name) ?? {};
    return valueEnd > valueStart ? valueStart : start;
  }
}

export interface TagHandlers {
  readonly onTag: (tag: Tag) => void;
  readonly onEnd?: (name: string) => void;
  /** Called with the offsets of a text, in which character references are not decoded. */
  readonly onText?: (start: number, end: number) => void;
  readonly onDoctype?: () => void;
}

const foreign = new Set(['svg', 'math']);
/** Elements of SVG and MathML whose content is HTML. */
const htmlInForeign = new Set(['foreignobject', 'desc', 'annotation-xml', 'mi', 'mo', 'mn', 'ms', 'mtext']);

const nothing = () => {};

/** Tokenizes a text in linear time. Entity declarations are ignored, so nothing expands. */
export function tokenizeTags(html: string, handlers: TagHandlers, { isXml = false } = {}): void {
  const { onTag, onEnd = nothing, onText = nothing, onDoctype = nothing } = handlers;
  const tag = new Tag(html);
  /** Open elements of SVG and MathML, and of HTML inside them. */
  const contexts: string[] = [];
  const isForeign = () => contexts.length > 0 && foreign.has(contexts.at(-1) ?? '');
  const nameAt = (start: number, end: number) =>
    isXml ? html.slice(start, end) : html.slice(start, end).toLowerCase();
  const enter = (closing: number) => {
    if (foreign.has(tag.name) || (isForeign() && htmlInForeign.has(tag.name))) contexts.push(tag.name);
    tag.end = closing + 1;
    onTag(tag);
  };
  const leave = (name: string) => {
    const index = contexts.lastIndexOf(name);
    if (index >= 0) contexts.length = index;
    onEnd(name);
  };
  let attribute: Attribute;
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: false },
    {
      isInForeignContext: isForeign,
      onopentagname(start, end) {
        tag.name = nameAt(start, end);
        tag.offset = start - 1;
        tag.attributes.length = 0;
      },
      onattribname(start, end) {
        attribute = { name: nameAt(start, end), start, valueStart: end, valueEnd: end, end };
        tag.attributes.push(attribute);
      },
      onattribdata(start, end) {
        attribute.valueStart = start;
        attribute.valueEnd = end;
      },
      onattribend(_, end) {
        attribute.end = end;
      },
      onopentagend: enter,
      onselfclosingtag(closing) {
        const closes = isXml || isForeign() || foreign.has(tag.name);
        enter(closing);
        if (closes) leave(tag.name);
      },
      onclosetag: (start, end) => leave(nameAt(start, end)),
      ontext: onText,
      oncdata: (start, end, closing) => onText(start, end - closing),
      ondeclaration: (start, end) => {
        if (/^!?doctype/i.test(html.slice(start, Math.min(end, start + 10)))) onDoctype();
      },
      onattribentity: nothing,
      ontextentity: nothing,
      oncomment: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
