// Which files of the content may be published, by the name they are published under and by how their bytes begin. Pure.

const list = (words: string) => words.split(' ');

/** Extensions of files that no browser runs and no server executes; nothing else is published. */
export const publishable: ReadonlySet<string> = new Set([
  ...list('png apng jpg jpeg jfif gif webp avif heic bmp ico tif tiff svg'),
  ...list('mp3 ogg oga opus wav flac m4a aac weba mp4 m4v webm ogv mov mkv avi'),
  ...list('woff woff2 ttf otf eot'),
  ...list('pdf epub docx xlsx pptx odt ods odp'),
  ...list('zip tar gz tgz bz2 xz zst 7z rar'),
  ...list('txt text log csv tsv json jsonl ndjson geojson ipynb'),
  ...list('md markdown mdx rst adoc yaml yml toml ini cfg conf properties diff patch proto sql'),
]);

/** The extension of a published file in lower case, with its dot; undefined where a file of that name is not published. */
export function publishedExtension(name: string): string | undefined {
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return publishable.has(extension) ? `.${extension}` : undefined;
}

/** Why the bytes of a file are not what its extension says, as far as that is dangerous; undefined where they may be published. */
export function contentFault(bytes: Uint8Array, extension: string): 'markup' | 'active-svg' | undefined {
  if (extension === '.svg') return isPlainSvg(bytes) ? undefined : 'active-svg';
  // A browser that is told no type, or told to look, takes for HTML or XML what begins as a tag, behind a byte order mark and spaces.
  // Byte by byte and past any NUL, it reads the same in UTF-8 and both forms of UTF-16.
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /^(?:[\s\p{Cc}]|\xef\xbb\xbf|\xff\xfe|\xfe\xff)*<\0*[a-z!?/]/iu.test(start) ? 'markup' : undefined;
}

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
const foreignNamespace = /1999\/xhtml|1999\/XSL|mozilla\.org\/(?:keymaster|xbl)|2001\/xml-events/i;
const scripted =
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener|set|animate\w*|discard)\b|[\s/"']on[a-z]+\s*=|(?:java|vb)script\s*:|@import|(?:href|src)\s*=\s*(?:["']\s*)?(?!["'#]|data:image\/(?:png|jpeg|gif|webp))\S/i;

/** True for an SVG image without scripts, animations and references to other files, in whatever encoding. */
function isPlainSvg(bytes: Uint8Array): boolean {
  const text = decode(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0') || !beginsAsSvg(text) || foreignEncoding.test(text)) return false;
  const unescaped = text.replace(/&#(?:x([0-9a-f]{1,8})|(\d{1,8}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    // An escaped `<` begins no tag, and a white space in an address is dropped by browsers.
    if (code === 9 || code === 10 || code === 13) return '';
    return code > 0x20 && code < 0x7f && code !== 0x3c ? String.fromCodePoint(code) : whole;
  });
  return ![text, unescaped].some(
    (form) => declarations.test(form) || foreignNamespace.test(form) || scripted.test(form),
  );
}

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
