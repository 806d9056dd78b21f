// Container directives of Docusaurus and VitePress: `:::note[Title]`, `:::note Title`, `::: tip`, closed by as many colons.
import { parseYaml } from '../../model/yaml.js';
import type { Props, Reader } from './scan.js';

/** Kinds of callouts, with the names that other dialects have for them. */
const callouts: Readonly<Record<string, string>> = {
  note: 'note', secondary: 'note', info: 'info', tip: 'tip', hint: 'tip', success: 'success', check: 'success', important: 'important',
  warning: 'warning', warn: 'warning', caution: 'caution', danger: 'danger', error: 'danger',
}; // biome-ignore format: a list of words

/** The callout that a name stands for, or undefined. */
export function calloutKind(name: string): string | undefined {
  return Object.hasOwn(callouts, name.toLowerCase()) ? callouts[name.toLowerCase()] : undefined;
}

const opening =
  /(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\[((?:[^\]\n\\]|\\.)*)\])?[ \t]*(?:\{([^}\n]*)\})?[ \t]*([^\n]*)(?=\n|$)/y;
const closing = /(:{3,})[ \t]*(?=\n|$)/y;

export const directives: Reader = {
  first: ':',
  atLineStart: true,
  read: (text, offset) => {
    closing.lastIndex = offset;
    const close = closing.exec(text);
    if (close) return { end: closing.lastIndex, meaning: { kind: 'close', family: 'directive', name: close[1] ?? '' } };
    opening.lastIndex = offset;
    const open = opening.exec(text);
    if (!open) return undefined;
    const [, , name = '', bracketed, attributes = '', rest = ''] = open;
    const props = { ...attributesOf(attributes) };
    const title = bracketed ?? (rest.trim() === '' ? (props['title'] as string | undefined) : rest.trim());
    return { end: opening.lastIndex, meaning: toMeaning(name, props, title) };
  },
};

function toMeaning(name: string, props: Props, title: string | undefined) {
  const kind = calloutKind(name);
  const component = kind ? 'Admonition' : name === 'details' ? 'Details' : name === 'tabs' ? 'Tabs' : '';
  return {
    kind: 'open',
    family: 'directive',
    name: component,
    props: kind ? { ...props, type: kind } : props,
    ...(title !== undefined && title !== '' && component !== '' && { title }),
  } as const;
}

/** `.class #id key="value"` as props; classes are an author's own business and go. */
function attributesOf(text: string): Record<string, unknown> {
  const pairs = [...text.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S+))/g)];
  return Object.fromEntries(
    pairs.map(([, key = '', double, single, bare]) => [key, double ?? single ?? scalar(bare ?? '')]),
  );
}

function scalar(text: string): unknown {
  const parsed = parseYaml(text);
  return 'value' in parsed && ['string', 'number', 'boolean'].includes(typeof parsed.value) ? parsed.value : text;
}
