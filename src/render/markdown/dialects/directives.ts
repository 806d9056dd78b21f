// Container directives of Docusaurus and VitePress: `:::note[Title]`, `:::note Title`, `::: tip`, closed by as many colons.
import { parseYaml } from '../../../model/content/yaml.js';
import { matchAt, type Props, type Reader } from '../syntax/scan.js';
import { calloutKind } from './callouts.js';

const plain = '`[^`\\n]*`|`(?![^`\\n]*`)|[^[\\]\\n\\\\`]|\\\\.';
/** A title with brackets in it, two deep: links, and pictures in links. */
const title = String.raw`(?:${plain}|\[(?:${plain}|\[(?:${plain})*\])*\])*`;
const directiveOpening = new RegExp(
  String.raw`(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\[(${title})\])?[ \t]*(?:\{([^}\n]*)\})?[ \t]*([^\n]*)(?=\n|$)`,
  'y',
);
const directiveClosing = /(:{3,})[ \t]*(?=\n|$)/y;

export const directives: Reader = {
  first: ':',
  atLineStart: true,
  read: (text, offset) => {
    const close = matchAt(directiveClosing, text, offset);
    if (close)
      return { end: offset + close[0].length, meaning: { kind: 'close', family: 'directive', name: close[1] ?? '' } };
    const open = matchAt(directiveOpening, text, offset);
    if (!open) return undefined;
    const [whole, , name = '', bracketed, attributes = '', rest = ''] = open;
    const props = { ...attributesOf(attributes) };
    const title = bracketed ?? (rest.trim() === '' ? (props['title'] as string | undefined) : rest.trim());
    return { end: offset + whole.length, meaning: toMeaning(name, props, title) };
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

/** `.class #id key="value"` as props; classes are dropped. */
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
