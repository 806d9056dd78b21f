// The allowlist of HTML: GitHub's, without what is only for forms, scripts and authors' styles.
import type { Element } from 'hast';
import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { difference, mapValues } from 'lodash-es';

const githubAttributes = defaultSchema.attributes ?? {};
const formAttributes = (
  'accept acceptCharset accessKey action border charSet checked color cols compact coords encType frame htmlFor isMap ' +
  'maxLength media method multiple name noHref prompt readOnly rev rows rules selected shape size tabIndex useMap value'
).split(' ');
const common = difference(githubAttributes['*'], formAttributes);

/** Adds alignment to each list of classes, because an element's list replaces the common one. */
function withAlignment(attributes: NonNullable<Schema['attributes']>): NonNullable<Schema['attributes']> {
  const align = /^align-(?:left|right|center)$/;
  return mapValues(
    attributes,
    (entries) =>
      entries.map((entry) =>
        Array.isArray(entry) && entry[0] === 'className' ? [...entry, align] : entry,
      ) as typeof entries,
  );
}

/** Elements that are removed with their content, which is not text, or which parsers read differently. */
const stripped = [
  'applet', 'embed', 'frame', 'frameset', 'iframe', 'math', 'noembed', 'noframes', 'noscript', 'object', 'option', 'plaintext',
  'script', 'select', 'style', 'svg', 'template', 'textarea', 'title', 'xmp',
]; // biome-ignore format: a list of words

export const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => !/^(?:input|source|strike|tt)$/.test(name)),
    ...'abbr aside audio bdi bdo caption cite col colgroup dfn figcaption figure mark small time u video wbr'.split(
      ' ',
    ),
  ],
  attributes: withAlignment({
    ...githubAttributes,
    '*': [...common, ['className', 'sr-only']],
    a: [
      ...(githubAttributes['a'] ?? []).filter((entry) => !Array.isArray(entry)), // has a separate list of classes
      ['className', 'data-footnote-backref', 'heading-anchor', 'embed'],
      'rel',
    ],
    audio: ['controls', 'src'],
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, [['className', 'sr-only', /^h[2-6]$/]]])),
    img: ['src', 'loading', 'decoding', 'referrerPolicy', ['className', 'light-only', 'dark-only']],
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
  // headings.ts has made ids unique and renamed those of the page frame.
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

const allowedClasses = Object.values(schema.attributes ?? {})
  .flat()
  .flatMap((entry) => (Array.isArray(entry) && entry[0] === 'className' ? entry.slice(1) : []));

const isAllowedClass = (name: string) =>
  allowedClasses.some((own) => (own instanceof RegExp ? own.test(name) : own === name));

/** Removes classes that the schema doesn't allow, so that no empty attribute remains. */
export function dropForeignClasses({ properties }: Element): void {
  const { className } = properties;
  if (className === undefined) return;
  const kept = (Array.isArray(className) ? className : [className]).filter((name) => isAllowedClass(String(name)));
  if (kept.length > 0) properties['className'] = kept as string[];
  else delete properties['className'];
}
