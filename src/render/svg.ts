// Whether an SVG file is shapes and text and nothing else, also where it is opened as a document of its own.

const elements = /<\s*(?:[\w.-]+:)?(?:script|foreignObject|iframe|embed|object|handler|set|animate\w*)\b/i;
const attributes = /\son[a-z]+\s*=|(?:java|vb)script\s*:/i;
const references = /(?:href|src)\s*=\s*["']?\s*(?!["'#]|data:image\/(?:png|jpeg|gif|webp))\S/i;
/** In the namespace of HTML everything acts that acts in a page: `meta`, `form`, `link`. */
const foreignElements = /www\.w3\.org\/(?:1999\/xhtml|1998\/Math)/i;
/** An internal subset can give every element an attribute that stands nowhere else: `<!ATTLIST svg onload CDATA "…">`. */
const declarations = /<!DOCTYPE[^>]*\[|<!(?:ATTLIST|ELEMENT|ENTITY|NOTATION)|<\?xml-stylesheet/i;
/** Styles that load, or whose words are hidden behind escapes. */
const styles = /@import|\burl\(\s*["']?\s*(?!["'#\s]|data:image\/(?:png|jpeg|gif|webp))|image-set\(/i;
const styleTexts = /<(?:[\w.-]+:)?style\b[^>]*>[\s\S]*?<\/|\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi;

/** Encodings in which every ASCII byte is the character that it looks like; ISO-2022-JP, for one, hides bytes in names. */
const plainEncoding = /^(?:utf-?8|utf-?16|us-ascii|iso-8859-1|windows-1252)$/i;

/** False for a file that could run, load or lead somewhere. */
export function isPlainSvg(bytes: Uint8Array): boolean {
  const written = decode(bytes);
  const encoding = /<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)/i.exec(written)?.[1];
  if (encoding !== undefined && !plainEncoding.test(encoding)) return false;
  const text = decodeReferences(written);
  const faults = [elements, attributes, references, foreignElements, declarations];
  if (faults.some((fault) => fault.test(written) || fault.test(text))) return false;
  return (text.match(styleTexts) ?? []).every((style) => !styles.test(style) && !style.includes('\\'));
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(utf16).decode(bytes).replaceAll('\0', '');
}

/** What an XML parser makes of `&#104;` and `&#x68;`. */
function decodeReferences(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
