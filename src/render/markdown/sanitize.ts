// The allow-list, the last step that sees what an author wrote. It begins with GitHub's and takes away what a page without
// forms, scripts and styles of an author's own never needs.
import { raw } from 'hast-util-raw';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';

const githubAttributes = defaultSchema.attributes ?? {};
const formAttributes = new Set(
  (
    'accept acceptCharset accessKey action border charSet checked color cols compact coords encType frame htmlFor isMap ' +
    'maxLength media method multiple name noHref prompt readOnly rev rows rules selected shape size tabIndex useMap value'
  ).split(' '),
);
const common = (githubAttributes['*'] ?? []).filter((name) => typeof name !== 'string' || !formAttributes.has(name));

/** Elements whose content is no text for a reader, or a trap for HTML parsers: they go with all that is in them. */
const stripped = [
  'applet', 'embed', 'frame', 'frameset', 'iframe', 'math', 'noembed', 'noframes', 'noscript', 'object', 'option', 'plaintext',
  'script', 'select', 'style', 'svg', 'template', 'textarea', 'title', 'xmp',
]; // biome-ignore format: a list of words

export const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter(
      (name) => name !== 'input' && name !== 'source' && name !== 'strike' && name !== 'tt',
    ),
    'abbr',
    'audio',
    'bdi',
    'bdo',
    'caption',
    'cite',
    'col',
    'colgroup',
    'dfn',
    'figcaption',
    'figure',
    'mark',
    'small',
    'time',
    'u',
    'video',
    'wbr',
  ],
  attributes: {
    ...githubAttributes,
    '*': [...common, ['className', 'sr-only']],
    a: [
      ...(githubAttributes['a'] ?? []).filter((entry) => !Array.isArray(entry)), // its own list of classes
      ['className', 'data-footnote-backref', 'heading-anchor'],
      'rel',
    ],
    audio: ['controls', 'src'],
    img: ['src', 'loading', 'decoding', 'referrerPolicy'],
    input: [],
    span: [['className', 'task-mark'], ['role', 'img'], 'ariaLabel'],
    div: [['className', 'table-scroll'], ['role', 'region'], ['tabIndex', 0], 'ariaLabel'],
    pre: [['tabIndex', 0]],
    video: ['controls', 'src', 'poster'],
  },
  // Ids are made unique, and the page frame's own are renamed, before this step; see headings.ts.
  clobber: [],
  protocols: {
    cite: ['http', 'https'],
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https'],
    poster: ['http', 'https'],
  },
  required: {},
  strip: stripped,
};

/** HTML of unknown origin as HTML that is safe to show. */
export function sanitizeHtml(html: string): string {
  const parsed = raw({ type: 'root', children: [{ type: 'raw', value: html }] });
  return toHtml(sanitize(parsed, schema));
}
