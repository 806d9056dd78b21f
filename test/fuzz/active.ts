// Finds content of a site that could run, submit, load or navigate. Pages are parsed like browsers do.
import { extname } from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { mathAttributes, mathElements } from '../../src/render/body/math/allowed.js';
import { schema } from '../../src/render/body/print/allowlist.js';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const frameNames = 'html head meta title link body header nav main article footer #document'.split(' ');
const allowedNames = new Set([...frameNames, ...(schema.tagNames ?? [])]);
const allowedSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const addressNames = new Set(['href', 'src', 'poster', 'cite', 'longdesc']);
const loadsByItself =
  /^(?:on.*|style|srcset|srcdoc|formaction|action|ping|background|autofocus|is|xmlns.*|xlink:.*|http-equiv)$/;

/** Matches extensions with which an author's file can be published. */
const publishable =
  /^\.(?:png|jpe?g|gif|webp|avif|apng|svg|bmp|ico|tiff?|mp3|m4a|aac|ogg|oga|opus|wav|flac|mp4|m4v|webm|ogv|mov|vtt|srt|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|7z|tar|txt|csv|tsv|json|jsonl|yml|yaml|toml|log|docx|xlsx|pptx|odt|ods|odp|epub|md)$/;

/** Yields elements in document order, without recursion, because an untrusted page can be nested thousands deep. */
function* elementsOf(root: Node): Generator<Element> {
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node) yield node;
    if ('childNodes' in node) for (const child of [...node.childNodes].reverse()) open.push(child);
    if ('content' in node) open.push(node.content);
  }
}

function attributesOf({ attrs }: Element): Record<string, string> {
  return Object.fromEntries(attrs.map(({ name, prefix, value }) => [prefix ? `${prefix}:${name}` : name, value]));
}

/** Returns active content of a page, in a few words each. `isForwarding` is for the page at the root. */
export function faultsOfPage(html: string, { isForwarding = false } = {}): string[] {
  const faults: string[] = [];
  const elements = [...elementsOf(parse(html))];
  for (const element of elements) {
    const { tagName, namespaceURI } = element;
    const attributes = attributesOf(element);
    const isFormula = namespaceURI.endsWith('MathML') && mathElements.includes(tagName);
    if (!isFormula && (!allowedNames.has(tagName) || !namespaceURI.endsWith('xhtml')))
      faults.push(`element ${tagName}`);
    for (const [name, value] of isFormula ? Object.entries(attributes) : [])
      if (!mathAttributes[name]?.test(value)) faults.push(`attribute ${name} of ${tagName}`);
    const isPolicy = tagName === 'meta' && attributes['http-equiv'] === 'Content-Security-Policy';
    const isRefresh = tagName === 'meta' && attributes['http-equiv'] === 'refresh';
    // `redirect_from` in front matter creates a page that only redirects within the site.
    const isForward = isRefresh && (isForwarding || /^0; url=\/(?![/\\])/.test(attributes['content'] ?? ''));
    for (const [name, value] of Object.entries(attributes)) {
      if (loadsByItself.test(name) && !(name === 'http-equiv' && (isPolicy || isForward)))
        faults.push(`attribute ${name} of ${tagName}`);
      if (addressNames.has(name) && !isInert(value)) faults.push(`address ${JSON.stringify(value)} of ${tagName}`);
    }
    if (tagName === 'link' && attributes['rel'] !== 'canonical' && !/^\/(?!\/)/.test(attributes['href'] ?? ''))
      faults.push(`link to ${attributes['href']}`);
  }
  const count = (name: string) => elements.filter(({ tagName }) => tagName === name).length;
  for (const name of ['head', 'body', 'main', 'title'])
    if (count(name) !== 1) faults.push(`${count(name)} elements ${name}`);
  if (!html.endsWith('</html>\n')) faults.push('the page is cut off');
  if (/[\0\ufffe\uffff]/.test(html)) faults.push('a character that HTML cannot hold');
  return faults;
}

/** Whether a URL is safe. A URL with a host must be explicit. */
function isInert(value: string): boolean {
  if (/^[\s\u0000-\u0020]*[/\\]{2}/.test(value)) return false;
  try {
    return allowedSchemes.has(new URL(value, 'https://hub.example/docs/hostile/x/').protocol);
  } catch {
    return true; // an invalid URL has no target
  }
}

/** Returns active content of a file in `assets/`. */
function faultsOfAsset(path: string, bytes: Uint8Array): string[] {
  const extension = extname(path.replace(/\.[0-9a-f]{12}(?=\.|$)/, ''));
  const isOwn = /^assets\/styles\.[0-9a-f]{12}\.css$/.test(path);
  if (isOwn) return [];
  if (extension !== '' && !publishable.test(extension)) return [`extension ${extension}`];
  if (extension === '.svg') return faultsOfSvg(Buffer.from(bytes).toString('utf8'));
  const start = Buffer.from(bytes.subarray(0, 512))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .trimStart();
  const isImage = /^\.(?:png|jpe?g|gif|webp|avif|apng|bmp|ico|tiff?)$/.test(extension);
  if (isImage && /^<(?:!doctype|html|script|body|svg|\?xml|!--)/i.test(start)) return [`markup under ${extension}`];
  return [];
}

/** Returns active content of a file of a site. */
export function faultsOfFile(path: string, bytes: Buffer): string[] {
  if (path.startsWith('assets/')) return faultsOfAsset(path, bytes);
  return path.endsWith('.html') ? faultsOfPage(bytes.toString('utf8'), { isForwarding: path === 'index.html' }) : [];
}

const svgActive = /^(?:script|foreignobject|handler|set|animate\w*|discard|iframe|embed|object)$/i;
/** Matches elements that are only active in the namespace of HTML. In that of SVG, they are unknown. */
const htmlActive = /^(?:meta|link|base|form|video|audio|img|input|button|body|html)$/i;

const styled = /^(?:style|filter|mask|clip-path|cursor|marker(?:-start|-mid|-end)?)$/i;
const foreignUrl = /url\(\s*["']?\s*(?!["'#\s]|data:image\/(?:png|jpeg|gif|webp))/i;

/**
 * Returns active content of an SVG that can be opened as a document. Checks tags, because an HTML parser parses XML differently. Names of elements and attributes
 * count with any prefix.
 */
function faultsOfSvg(text: string): string[] {
  const faults: string[] = [];
  const plain = text.replaceAll('\0', '');
  const unescaped = plain.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
  const isHtmlNamed = /xhtml/i.test(unescaped);
  if (/<!(?:ENTITY|ATTLIST|ELEMENT)/i.test(plain)) faults.push('declarations in SVG');
  if (/<\?xml-stylesheet/i.test(plain)) faults.push('stylesheet of SVG');
  if (/<\?xml[^>]*encoding\s*=\s*["'](?!utf-?(?:8|16)|us-ascii|iso-8859-1)/i.test(plain))
    faults.push('encoding of SVG');
  for (const [, css = ''] of plain.matchAll(/<(?:[\w.-]+:)?style\b[^>]*>([\s\S]*?)<\//gi)) {
    if (/@\s*import|@[a-z]*\\/i.test(css) || foreignUrl.test(css)) faults.push('address in a style of SVG');
  }
  for (const [, name = '', rest = ''] of plain.matchAll(
    /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g,
  )) {
    if (svgActive.test(name) || (isHtmlNamed && htmlActive.test(name))) faults.push(`element ${name} in SVG`);
    for (const [, key = '', , double, single] of rest.matchAll(/([^\s=/"'<>]+)\s*=\s*("([^"]*)"|'([^']*)')/g)) {
      const local = key.replace(/^.*:/, '');
      const value = double ?? single ?? '';
      if (/^on/i.test(local)) faults.push(`attribute ${key} in SVG`);
      if (styled.test(local) && foreignUrl.test(value)) faults.push('address in a style of SVG');
      const nested = /^data:image\/svg\+xml;base64,(.*)$/s.exec(value)?.[1];
      if (nested !== undefined && name === 'image')
        faults.push(...faultsOfSvg(Buffer.from(nested, 'base64').toString('utf8')));
      else if (name === 'a' && /^(?:https?:\/\/|mailto:)/.test(value))
        continue; // only followed by a click
      else if (/^(?:href|src)$/i.test(local) && !/^\s*(?:#|data:image\/(?:png|jpeg|gif|webp)|$)/.test(value))
        faults.push('address in SVG');
    }
  }
  return faults;
}
