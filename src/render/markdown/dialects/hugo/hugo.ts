// Hugo: shortcodes, definition lists and attribute lists. Common shortcodes of themes are recognized by name.
import { decodeHTML } from 'entities';
import type { Root } from 'mdast';
import { shortcodeInclude } from '../../../../model/content/parse/imports.js';
import { mapOf, valueInAnyCase } from '../../../../model/input/plain-data.js';
import { encodePart } from '../../../../model/types/path.js';
import { visit } from '../../../base/visit.js';
import { dropAddresses } from '../../syntax/addresses.js';
import { readAttributes } from '../../syntax/attributes.js';
import { calloutKind } from '../../syntax/callouts.js';
import {
  type GeneratorContext,
  type GeneratorSyntax,
  isHtmlPage,
  type ReportUnread,
  rewriteProse,
} from '../../syntax/generator-syntax.js';
import { dedented } from '../../syntax/includes.js';
import namesJson from '../../syntax/names.json' with { type: 'json' };
import { type ParsedSyntax, patternReader, type SyntaxRule, type TokenMatch } from '../../syntax/scan.js';
import { htmlTokens } from '../../syntax/tags.js';
import { readTerms } from '../extras.js';
import { withDollars } from '../math.js';
import { listsPages, ownShortcode } from './own-shortcodes.js';
import {
  dataLanguage,
  isInline,
  lineAround,
  markMarkdown,
  type PairedShortcode,
  pairShortcodes,
  plain,
  treeOf,
} from './shortcodes.js';

export const hugo: GeneratorSyntax = {
  rewriteLines: (text, { source, variables }) => {
    if (isHtmlPage({ source })) return rewriteProse(markMarkdown(text), (line) => line);
    if (variables.hasMath === true && /\\[([]/.test(text)) return withDollars(text, 1);
    return /\{\{<\s*katex/.test(text) ? withDollars(text, 2) : undefined;
  },
  rules: (_, context) => [escaped, shortcodes(context)],
  // Unsupported shortcodes are reported individually by name, so this pattern never matches.
  foreign: [['{{< x >}}', 'Hugo (shortcode)', /(?!)/]],
  containers: 'Hugo (shortcode)',
  transform: (tree, text, context, report) => {
    if (/\{\{[<%]/.test(text)) {
      readInCode(tree, context, report);
      dropAddresses(tree, /\{\{[<%][^{}\n]{1,200}\}\}/, unreadOf, report);
    }
    if (/\{[^{}\n]*\}/.test(text)) readAttributes(tree, /^[.#]|=/);
    if (/^[ \t]*:[ \t]/m.test(text)) readTerms(tree, context.parse);
  },
};

const unreadOf = (syntax: string) => ({
  name: /[\w./-]+/.exec(syntax)?.[0] ?? '',
  generator: 'Hugo (shortcode)',
  isContainer: false,
  isDropped: true,
});

const escapedShortcode = /\{\{([<%])\/\*([^\n]{0,500}?)\*\/([>%])\}\}/;
const escapes = new RegExp(escapedShortcode, 'g');

/** Prints an escaped shortcode, whose content is in comment markers, as text. */
const escaped = patternReader({ first: '{' }, new RegExp(escapedShortcode, 'y'), ([, open, inner, close]) => ({
  kind: 'text',
  value: `{{${open}${inner}${close}}}`,
}));

function shortcodes(context: GeneratorContext): SyntaxRule {
  let paired: { readonly text: string; readonly found: ReadonlyMap<number, PairedShortcode> } | undefined;
  return {
    first: '{',
    read: (text, offset) => {
      if (text[offset + 1] !== '{' || !'<%'.includes(text[offset + 2] ?? ' ')) return undefined;
      if (paired?.text !== text) paired = { text, found: pairShortcodes(text) };
      const shortcode = paired.found.get(offset);
      return shortcode && readShortcode(shortcode, text, context);
    },
  };
}

function readShortcode(shortcode: PairedShortcode, text: string, context: GeneratorContext): TokenMatch {
  const { closing, end, start } = shortcode;
  if (shortcode.kind === 'close') {
    const own = shortcode.parent?.shown;
    if (own) return { end, meaning: rewrite(own.after) };
    const opened = containerOf(shortcode.parent ?? shortcode);
    return { end, meaning: opened ? { kind: 'close', family: 'element', name: opened.name } : { kind: 'drop' } };
  }
  if (!closing) {
    const source = text.slice(start, end);
    return { end, meaning: meaningOf(shortcode, source, text, context) ?? unknown(shortcode, text) };
  }
  const inner = text.slice(end, closing.start);
  const whole = wholeOf(shortcode, inner);
  if (whole) return { end: closing.end, meaning: whole };
  const known = langOf(shortcode, inner);
  const container = containerOf(shortcode);
  const isKnown = known !== undefined || container === undefined || isUsual(shortcode, container);
  const shown = isKnown ? undefined : ownShortcode(shortcode, text, context);
  const lang = known ?? shown?.lang;
  if (lang === undefined) {
    shortcode.shown = shown;
    if (!shown && isInline(shortcode)) return { end: closing.end, meaning: unknown(shortcode, text) };
    if (!shown) return { end, meaning: container ?? titleOf(shortcode, context) };
    return { end: shown.isWhole ? closing.end : end, meaning: rewrite(shown.before) };
  }
  const value = replaceInCode(innerCode(inner), context);
  const isSpan = !shortcode.parent && !inner.includes('\n') && !/^[-+*>\s]*$/.test(lineAround(shortcode, text));
  if (isSpan) return { end: closing.end, meaning: { kind: 'span', value: value.trim() } };
  const label = labelOf(shortcode);
  const titled = shortcode.name === 'card' && label !== undefined ? `title=${JSON.stringify(label)}` : '';
  const options = shortcode.name === 'highlight' ? shortcode.args.slice(1).join(' ') : titled;
  const meta = isTab(shortcode) && label !== undefined ? `tab=${JSON.stringify({ label })}` : options;
  return { end: closing.end, meaning: { kind: 'code', value, lang, meta } };
}

/** Returns the syntax for a shortcode whose body is not Markdown on its own lines. */
function wholeOf({ name, args, props }: PairedShortcode, inner: string): ParsedSyntax | undefined {
  if (name === 'comment') return { kind: 'drop' };
  // Replaced by text, because a placeholder would count as a letter next to the markers of strong text.
  if (plainContainer.test(name) && !/[\n{]/.test(inner)) return rewrite(inner);
  if (name === 'imgproc' && args[0]) return rewrite(`\n\n${imageOf({ src: `*${args[0]}.*` })}\n\n${inner.trim()}\n\n`);
  if (name === 'filetree/container') return rewrite(`\n\n${treeOf(inner)}\n\n`);
  if (name === 'katex' || name === 'math')
    return { kind: 'math', value: inner.trim(), isDisplay: args.includes('display') || 'display' in props };
  if (!/^(?:button|btn|link)$/.test(name)) return undefined;
  const url = props['href'] ?? props['link'] ?? props['url'] ?? props['relref'] ?? args[0];
  const text = inner.trim();
  return url === undefined || text === '' || text.includes('\n') ? undefined : rewrite(`[${text}](${toUrl(url)})`);
}

/** Shows the texts of an unknown shortcode: arguments with common names, or its only argument if it is within text. */
function unknown(shortcode: PairedShortcode, text: string): ParsedSyntax {
  const { args, props } = shortcode;
  const named = namesJson.shortcodeTexts.flatMap((key) => props[key] ?? []);
  const texts = named.length === 0 && args.length === 1 && lineAround(shortcode, text) !== '' ? args : named;
  return { ...(texts.length > 0 ? { kind: 'text', value: texts.join(' ') } : { kind: 'drop' }), isUnread: true };
}

const isTab = ({ name }: PairedShortcode) => name === 'tab' || name === 'codetab';
const isTabs = ({ name }: PairedShortcode) => /^(?:tabs|tabpane|codetabs|code-tabs)$/.test(name);

/** Returns the language of a shortcode whose body is code. Undefined for others. */
function langOf(shortcode: PairedShortcode, inner: string): string | undefined {
  const { name, args, props, parent } = shortcode;
  if (name === 'mermaid') return 'mermaid';
  if (name === 'highlight') return args[0] ?? props['lang'] ?? '';
  if (name === 'code-toggle') return dataLanguage(inner);
  if (/(?:^|\n)[ \t]*(?:`{3}|~{3})/.test(inner)) return undefined;
  if (name === 'card') return props['code'] === 'true' ? (props['lang'] ?? '') : undefined;
  if (name === 'code') return args[0] ?? props['lang'] ?? props['language'] ?? '';
  if (!isTab(shortcode)) return undefined;
  const lang = props['codelang'] ?? props['lang'];
  const isCodePane = parent?.name === 'tabpane' && parent.props['text'] !== 'true' && props['text'] !== 'true';
  return lang ?? (isCodePane ? (parent.props['lang'] ?? '') : undefined);
}

function innerCode(inner: string): string {
  const lines = inner.trimEnd().split('\n');
  return dedented(lines[0]?.trim() === '' ? lines.slice(1) : lines).join('\n');
}

function labelOf({ args, props, parent, index }: PairedShortcode): string | undefined {
  const own = props['name'] ?? props['header'] ?? props['title'] ?? props['label'] ?? args[0];
  return own ?? parent?.props['items']?.split(',')[index]?.trim() ?? parent?.args[index];
}

/** Matches shortcodes that contain a callout with its kind as an argument, or content without special style. */
const anyCallout = /^(?:admonition|alert|call-?out|notice|hint)$/;
const plainContainer =
  /^(?:code|pageinfo|cards?|cardpane|columns?|column-list|steps|section|card-(?:section|layout)|table|nb|nobr|blockquote|center|div|lead|hextra\/[\w-]+|blocks\/(?:cover|feature|lead|section))$/;
const colors: Readonly<Record<string, string>> = { primary: 'note', secondary: 'note', default: 'note' };
const folded = /^(?:details|expand|collapse|accordion|spoiler)$/;

/** Returns the component for a paired shortcode. A container without a known name shows its content and is reported. */
function containerOf(shortcode: PairedShortcode): Extract<ParsedSyntax, { kind: 'open' }> | undefined {
  const { name, args, props } = shortcode;
  const open = (component: string, own = {}, title?: string) =>
    ({ kind: 'open', family: 'element', name: component, props: own, ...(title && { title }) }) as const;
  const written = anyCallout.test(name)
    ? (props['type'] ?? props['style'] ?? props['color'] ?? props['class'] ?? args[0] ?? '')
    : name;
  const type = calloutKind(written) ?? (anyCallout.test(name) ? (colors[written] ?? 'note') : undefined);
  if (type) return open('Admonition', { type }, props['title'] ?? (anyCallout.test(name) ? args[1] : args[0]));
  if (/^(?:new-in|deprecated-in)$/.test(name)) return open('Admonition', { type: 'info' }, versionText(shortcode));
  if (folded.test(name)) return open('Details', {}, props['summary'] ?? props['title'] ?? args[0] ?? 'Details');
  if (isTab(shortcode)) return open('TabItem', { label: labelOf(shortcode) });
  // Adjacent tabs of code become a group by themselves.
  if (isTabs(shortcode)) return isCodePane(shortcode) ? undefined : open('Tabs');
  if (plainContainer.test(name)) return undefined;
  // Tabs of a site's own shortcode pass their content to the outer shortcode, whose template docgen can't evaluate.
  if (/.tab$/.test(name)) return open('TabItem', { label: labelOf(shortcode) });
  return open(/.tabs$/.test(name) ? 'Tabs' : '');
}

/** Whether a container is recognized by its name, regardless of the site's template. */
const isUsual = (shortcode: PairedShortcode, container: { readonly name: string }) =>
  container.name !== '' && (!/.tabs?$/.test(shortcode.name) || isTab(shortcode) || isTabs(shortcode));

/** Returns the title of a container without style, as a paragraph. It can contain Markdown. */
function titleOf({ props }: PairedShortcode, context: GeneratorContext): ParsedSyntax {
  const title = props['title'] ?? props['header'];
  if (!title) return { kind: 'drop' };
  if (isHtmlPage(context)) return rewrite(`<p><strong>${title}</strong></p>`);
  if (props['url']) return rewrite(`\n\n**${linkOf(title, props['url'])}**\n\n`);
  return rewrite(`\n\n${/[*_`<]/.test(title) ? title : `**${title}**`}\n\n`);
}

const isCodePane = ({ name, props }: PairedShortcode) => name === 'tabpane' && props['text'] !== 'true';

const versionText = ({ name, args }: PairedShortcode) =>
  `${name === 'new-in' ? 'New in' : 'Deprecated in'} ${args[0]?.replace(/^(?=\d)/, 'v') ?? ''}`.trim();

const rewrite = (value: string): ParsedSyntax => ({ kind: 'rewrite', value });
const toUrl = (url: string) => `<${url.replace(/[<>\s]/g, encodePart)}>`;

/** Inserts a list of the pages below. */
const pagesBelow: ParsedSyntax = { kind: 'element', name: 'DocCardList', props: {} };

/** Links for Hugo's embed shortcodes. An argument has a name and a number. */
const embeds = new Map(Object.entries(namesJson.shortcodeLinks));

/** Returns the syntax for a shortcode without a closing, or undefined if it is not supported. */
function meaningOf(
  shortcode: PairedShortcode,
  source: string,
  text: string,
  context: GeneratorContext,
): ParsedSyntax | undefined {
  const { name, args, props } = shortcode;
  const [first = ''] = args;
  if (/^(?:toc|table-of-contents|icon(?:-[\w-]+)?|blocks\/link-down|katex)$/.test(name)) return { kind: 'drop' };
  if (/^(?:section|section-index|children)$/.test(name)) return pagesBelow;
  const embed = embeds.get(name)?.replace(/\{(\w+)(\d)\}/g, (_, key, at) => encodePart(props[key] ?? args[at] ?? ''));
  if (embed && (args.length > 0 || 'id' in props)) return rewrite(linkOf(props['title'] ?? embed, embed));
  switch (name) {
    case 'ref':
    case 'relref':
      return rewrite((props['path'] ?? first).replace(/[\s<>]/g, encodePart));
    case 'figure':
    case 'img':
    case 'image':
      return rewrite(imageOf({ ...props, src: props['src'] ?? first }));
    case '_param': // Docsy's; its arguments can be numbered
    case 'param': {
      const value = paramOf(props['key'] ?? first, context);
      return value === undefined
        ? undefined
        : rewrite(value.replace(/\{(\d)\}/g, (sign, index) => args[Number(index)] ?? sign));
    }
    case 'glossary_tooltip':
    case 'glossary-tooltip':
      return rewrite(plain(props['text'] ?? props['term_id'] ?? first));
    case 'new-in':
    case 'deprecated-in':
      return { kind: 'text', value: versionText(shortcode) };
    // Docsy: a label before tabs of code.
    case 'tab': {
      const isLabel = props['disabled'] === 'true' && shortcode.parent && isCodePane(shortcode.parent);
      return isLabel && props['header'] ? rewrite(`\n\n${props['header']}\n\n`) : undefined;
    }
    default: {
      const path = shortcodeInclude(source);
      const lang = props['code'] === 'true' ? (props['lang'] ?? '') : undefined; // Docsy's `readfile` can show code
      // The site can have another shortcode of this name, without files.
      const file = path?.replace(/^(?:\.{0,2}\/)+/, '');
      const hasFile = file !== undefined && Object.keys(context.partials).some((one) => `/${one}`.endsWith(`/${file}`));
      const own = hasFile ? undefined : ownShortcode(shortcode, text, context);
      if (own) return rewrite(own.before);
      if (path && (hasFile || name !== 'glossary-term'))
        return { kind: 'part', snippet: { kind: 'mkdocs', path, part: '', macro: '' }, lang };
      if (listsPages(shortcode, context)) return pagesBelow;
      if (name === 'imgproc' && first) return rewrite(imageOf({ src: `*${first}.*` })); // Docsy's
      const url = props['link'] ?? props['href'] ?? props['url'];
      const title = props['title'] ?? props['text'];
      if (url !== undefined && title) return rewrite(linkOf(title, url, props['subtitle']));
      const message = anyCallout.test(name) || calloutKind(name) ? (props['text'] ?? props['content']) : undefined;
      return message === undefined ? undefined : rewrite(plain(message));
    }
  }
}

const linkOf = (title: string, url: string, text = '') =>
  `[${plain(title)}](${toUrl(url)})${text && ` ${plain(text)}`}`;

function imageOf({ src, alt, title, caption, link }: Readonly<Record<string, string | undefined>>): string {
  const image = `![${plain(alt ?? caption ?? title ?? '')}](${toUrl(src ?? '')})`;
  const linked = link ? `[${image}](${toUrl(link)})` : image;
  const below = [title, caption].filter(Boolean).join(' ');
  return below === '' ? linked : `${linked}<br />${below.replace(/\s+/g, ' ')}`;
}

/** Returns a parameter of the page, or else of the site. Keys can contain dots. */
function paramOf(key: string, { variables }: GeneratorContext): string | undefined {
  const page = mapOf(variables.page);
  const values = [page, page['params'], variables.params].map((from) =>
    key.split('.').reduce<unknown>(valueInAnyCase, from),
  );
  const found = values.find((value) => /^(?:string|number|boolean)$/.test(typeof value));
  return found === undefined ? undefined : String(found);
}

/** In code, only replaces values, texts of the site's shortcodes, and escaped shortcodes. Hugo runs all others too. */
function readInCode(tree: Root, context: GeneratorContext, report: ReportUnread): void {
  visit(tree, (node) => {
    if ((node.type !== 'code' && node.type !== 'inlineCode') || !/\{\{[<%]/.test(node.value)) return;
    const live = node.value.replace(escapes, '');
    node.value = replaceInCode(node.value, context);
    for (const { name, start, end } of pairShortcodes(live).values()) {
      const syntax = live.slice(start, end);
      if (node.value.includes(syntax)) report({ ...unreadOf(name), isDropped: false, syntax }, node);
    }
  });
}

function replaceInCode(code: string, context: GeneratorContext): string {
  let [shown, from] = ['', 0];
  for (const shortcode of pairShortcodes(code).values()) {
    const { name, args, props, start, end, closing } = shortcode;
    if (start < from) continue;
    const own = ownShortcode(shortcode, code, context);
    const inner = closing && own && !own.isWhole ? replaceInCode(code.slice(end, closing.start), context) : '';
    const printed = own && `${own.before}${inner}${own.after}`;
    const value = /^_?param$/.test(name) ? paramOf(props['key'] ?? args[0] ?? '', context) : printed;
    if (value === undefined || own?.lang !== undefined) continue;
    // The output of `{{< x >}}` is HTML, also in code.
    shown += code.slice(from, start) + (code[start + 2] === '<' ? textOfHtml(value) : value).trim();
    from = closing?.end ?? end;
  }
  return (shown + code.slice(from)).replace(escapes, '{{$1$2$3}}');
}

const textOfToken = ({ kind, source }: ReturnType<typeof htmlTokens>[number]) => (kind === 'text' ? source : '');
const textOfHtml = (html: string) => decodeHTML(htmlTokens(html).map(textOfToken).join(''));
