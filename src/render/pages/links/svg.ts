// Whether an SVG file is shapes and text and nothing else, also where it is opened as a document of its own. Pure.

/** UTF-16 with or without a byte order mark, else UTF-8. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** What declares entities and attributes, and instructions such as that which names a stylesheet. */
const declarations = /<!(?:ENTITY|ATTLIST|ELEMENT|NOTATION)|<\?(?!xml\s)/i;
const foreignEncoding = /^\s*<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-8["']|utf-16["']|us-ascii["']|iso-8859-1["'])/i;
/** Namespaces whose elements a browser acts on inside an image. */
const foreignNamespace = /1999\/xhtml|1999\/XSL|1998\/Math|mozilla\.org\/(?:keymaster|xbl)|2001\/xml-events/i;
const scripted =
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener|set|animate\w*|discard)\b|[\s/"']on[a-z]+\s*=|(?:java|vb)script\s*:|@import|(?:href|src)\s*=\s*(?:["']\s*)?(?!["'#]|data:image\/(?:png|jpeg|gif|webp))\S/i;

/** True for an SVG image without scripts, animations and references to other files, in whatever encoding. */
export function isPlainSvg(bytes: Uint8Array): boolean {
  const text = decode(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0') || !beginsAsSvg(text) || foreignEncoding.test(text)) return false;
  const unescaped = text.replace(/&#(?:x([0-9a-f]{1,8})|(\d{1,8}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    // An escaped `<` begins no tag, and a white space in an address is dropped by browsers.
    if (code === 9 || code === 10 || code === 13) return '';
    return code > 0x20 && code < 0x7f && code !== 0x3c ? String.fromCodePoint(code) : whole;
  });
  const isActive = (form: string) =>
    declarations.test(form) || foreignNamespace.test(form) || scripted.test(form) || loadsByStyle(form);
  return ![text, unescaped].some(isActive);
}

/** Styles that load, or whose words are hidden behind escapes. */
function loadsByStyle(text: string): boolean {
  const texts = text.match(styleTexts) ?? [];
  return texts.some((style) => loading.test(style) || style.includes('\\'));
}

const styleTexts =
  /<(?:[\w.-]+:)?style\b[^>]*>[\s\S]*?<\/|\s(?:style|fill|stroke|filter|mask|clip-path|marker(?:-\w+)?|cursor)\s*=\s*(?:"[^"]*"|'[^']*')/gi;
const loading = /@import|\burl\(\s*["']?\s*(?!["'#\s]|data:image\/(?:png|jpeg|gif|webp))|image-set\(/i;

const doctype = /<!doctype\s+svg\b[^[>]*(?:\[\s*\]\s*)?>/iy;
const rootTag = /<(?:[\w-]+:)?svg[\s>/]/iy;

/** True where the first element is `<svg>`. */
function beginsAsSvg(text: string): boolean {
  const behind = (closing: string, from: number) => {
    const at = text.indexOf(closing, from);
    return at === -1 ? text.length : at + closing.length;
  };
  for (let offset = 0; offset < text.length; ) {
    doctype.lastIndex = rootTag.lastIndex = offset;
    if (/\s/.test(text.charAt(offset))) offset += 1;
    else if (text.startsWith('<!--', offset)) offset = behind('-->', offset + 4);
    else if (text.startsWith('<?xml', offset)) offset = behind('?>', offset + 5);
    else if (doctype.test(text)) offset = doctype.lastIndex;
    else return rootTag.test(text);
  }
  return false;
}
