// What a component that nobody registered shows of data in its literal props: a list of properties, of links or of titles.
import type { Element, ElementContent } from 'hast';
import type { Props } from '../../markdown/syntax/scan.js';
import { element } from '../html/element.js';

const titles = ['name', 'title', 'label', 'header', 'heading', 'term', 'question', 'type'];
const descriptions = ['description', 'desc', 'text', 'summary', 'content', 'answer'];
const addresses = ['href', 'to', 'link', 'url'];

/** Lists in lists that are shown. */
const deepest = 8;

/** The lists of named things among the values of some props; undefined where there is none. */
export function dataMarkup(props: Props): ElementContent[] | undefined {
  const lists = listsIn(props, 0);
  return lists.length > 0 ? lists : undefined;
}

function listsIn(map: Props, depth: number): Element[] {
  if (depth > deepest) return [];
  return Object.values(map).flatMap((value) => {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isNamed)) return [];
    const entries: readonly Props[] = value;
    return [
      element(
        'ul',
        {},
        entries.map((entry) => element('li', {}, entryOf(entry, depth))),
      ),
    ];
  });
}

function isNamed(value: unknown): value is Props {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && first(value as Props, titles) !== '';
}

function entryOf(entry: Props, depth: number): ElementContent[] {
  const title = first(entry, titles);
  const href = first(entry, addresses);
  const type = first(entry, ['type']);
  const isCode = href === '' && (type !== '' || /^[\w$.[\]]+\(?\)?$/.test(first(entry, ['name'])));
  const named = isCode ? code(title) : href === '' ? strong(title) : element('a', { href }, [text(title)]);
  const isOptional =
    entry['isOptional'] === true ||
    entry['optional'] === true ||
    [entry['required'], entry['isRequired']].includes(false);
  const description = first(entry, descriptions);
  return [
    named,
    ...(type === '' || type === title ? [] : [text(' '), code(type)]),
    ...(isOptional ? [text(' (optional)')] : []),
    ...(description === '' ? [] : [text(': '), ...withCode(description)]),
    ...listsIn(entry, depth + 1),
  ];
}

/** The first of some keys that has a text. */
function first(map: Props, keys: readonly string[]): string {
  const texts = keys.map((key) => (Object.hasOwn(map, key) ? map[key] : undefined));
  return (texts.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? '').trim();
}

const text = (value: string) => ({ type: 'text', value }) as const;
const code = (value: string) => element('code', {}, [text(value)]);
const strong = (value: string) => element('strong', {}, [text(value)]);

/** Of Markdown, descriptions in data have code at most. */
function withCode(value: string): ElementContent[] {
  const parts = value.split('`');
  if (parts.length % 2 === 0) return [text(value)];
  return parts.flatMap((part, index) => (part === '' ? [] : [index % 2 === 1 ? code(part) : text(part)]));
}
