// The allow-list, the last step that sees what an author wrote. It begins with GitHub's and takes away what a page without
// forms, scripts and styles of an author's own never needs.
import type { Element } from 'hast';
import { defaultSchema, type Schema } from 'hast-util-sanitize';

const githubAttributes = defaultSchema.attributes ?? {};
const formAttributes = new Set(
  (
    'accept acceptCharset accessKey action border charSet checked color cols compact coords encType frame htmlFor isMap ' +
    'maxLength media method multiple name noHref prompt readOnly rev rows rules selected shape size tabIndex useMap value'
  ).split(' '),
);
const common = (githubAttributes['*'] ?? []).filter((name) => typeof name !== 'string' || !formAttributes.has(name));

/** Alignment, which an author may ask for, in each list of classes: that of an element takes the place of the common one. */
function withAlignment(attributes: NonNullable<Schema['attributes']>): NonNullable<Schema['attributes']> {
  const align = /^align-(?:left|right|center)$/;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, entries]) => [
      name,
      entries.map((entry) =>
        Array.isArray(entry) && entry[0] === 'className' ? [...entry, align] : entry,
      ) as typeof entries,
    ]),
  );
}

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
    'aside',
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
  attributes: withAlignment({
    ...githubAttributes,
    '*': [...common, ['className', 'sr-only']],
    a: [
      ...(githubAttributes['a'] ?? []).filter((entry) => !Array.isArray(entry)), // its own list of classes
      ['className', 'data-footnote-backref', 'heading-anchor', 'embed'],
      'rel',
    ],
    audio: ['controls', 'src'],
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, [['className', 'sr-only', /^h[2-6]$/]]])),
    img: ['src', 'loading', 'decoding', 'referrerPolicy'],
    input: [],
    span: [
      ['className', 'task-mark', 'line', 'line-number', 'tag', /^hl-[a-z]$/],
      ['role', 'img'],
      'ariaLabel',
      ['ariaHidden', 'true'],
    ],
    mark: [['className', 'line']],
    section: [['className', 'table-scroll', 'footnotes', 'part'], ['tabIndex', 0], 'ariaLabel', 'dataFootnotes'],
    figure: [['className', 'code', 'diagram']],
    p: [['className', 'callout-title', 'card-title', 'embed', 'not-shown']],
    details: ['open', ['name', /^docgen-tabs-s?\d+$/]],
    div: [
      ['className', 'callout', 'tabs', 'tab', 'card', 'card-group', /^callout-[a-z]+$/, /^x-[a-z0-9-]+$/],
      ['role', 'note'],
    ],
    pre: [['tabIndex', 0]],
    video: ['controls', 'src', 'poster'],
  }),
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

/** Every class that the schema allows on some element. */
const ownClasses = Object.values(schema.attributes ?? {})
  .flat()
  .flatMap((entry) => (Array.isArray(entry) && entry[0] === 'className' ? entry.slice(1) : []));

function isOwnClass(name: string): boolean {
  return ownClasses.some((own) => (own instanceof RegExp ? own.test(name) : own === name));
}

/** Drops classes that the schema does not allow, so that no empty attribute is left of them. */
export function dropForeignClasses({ properties }: Element): void {
  const { className } = properties;
  if (className === undefined) return;
  const kept = (Array.isArray(className) ? className : [className]).filter((name) => isOwnClass(String(name)));
  if (kept.length > 0) properties['className'] = kept as string[];
  else delete properties['className'];
}
