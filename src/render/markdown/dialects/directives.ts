// Containers of Docusaurus, VitePress and MyST: `:::note[Title]`, `:::note Title`, `::: tip`, `:::{tip} Title`, closed by the same number of colons.
import { parseYaml } from '../../../model/input/yaml.js';
import { calloutKind } from '../syntax/callouts.js';
import { type ParsedSyntax, type Props, patternReader } from '../syntax/scan.js';

const plain = '`[^`\\n]*`|`(?![^`\\n]*`)|[^[\\]\\n\\\\`]|\\\\.';
/** A title with brackets up to two levels deep, for links and images in links. */
const title = String.raw`(?:${plain}|\[(?:${plain}|\[(?:${plain})*\])*\])*`;
const opening = String.raw`(?:\{(?=[\w-]+\}))?([A-Za-z][\w-]*)(?:(?<=\{[\w-]{1,99})\})?[ \t]*(?:\[(${title})\])?[ \t]*(?:\{([^}\n]*)\})?[ \t]*([^\n]*)`;
/** Matches a line that opens a container, or closes one if it has no name. */
const directive = new RegExp(String.raw`(:{3,})[ \t]*(?:${opening})?(?=\n|$)`, 'y');

export const directives = patternReader({ first: ':', atLineStart: true }, directive, toMeaning);

function toMeaning([, colons = '', name, bracketed, attributes = '', rest = '']: readonly string[]): ParsedSyntax {
  if (name === undefined) return { kind: 'close', family: 'directive', name: colons };
  const props: Props = attributesOf(attributes);
  const [, written = '', id] = /^(.*?)(?:\{#([\w-]+)\})?$/.exec(rest.trim()) ?? [];
  const title = bracketed ?? (written === '' ? (props['title'] as string | undefined) : written.trim());
  const kind = calloutKind(name);
  const component = kind ? 'Admonition' : name === 'details' ? 'Details' : name === 'tabs' ? 'Tabs' : '';
  return {
    kind: 'open',
    family: 'directive',
    name: component,
    props: { ...props, ...(kind && { type: kind }), ...(id !== undefined && { id }) },
    ...(title !== undefined && title !== '' && component !== '' && { title }),
  };
}

/** Parses `.class #id key="value"`, without classes. */
function attributesOf(text: string): Record<string, unknown> {
  const pairs = text.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S+))/g);
  return Object.fromEntries(
    Array.from(pairs, ([, key = '', double, single, bare]) => [key, double ?? single ?? scalar(bare ?? '')]),
  );
}

function scalar(text: string): unknown {
  const parsed = parseYaml(text);
  return 'value' in parsed && ['string', 'number', 'boolean'].includes(typeof parsed.value) ? parsed.value : text;
}
