// Interprets JSX elements without running code.
import { cleanStrings } from '../text.js';
import type { Node } from './babel.js';
import {
  Computed,
  isList,
  isLiteralRecord,
  isUnknown,
  type Literal,
  type Location,
  Markup,
  type Scope,
} from './literal-values.js';
import { memberOf, nameOf, type ReadValue, recordOf, sureOf } from './operators.js';
import type { Reading } from './statements.js';

/** Components of Starlight and Docusaurus themes that render code and diagrams. docgen renders these itself, because a site's own ones would have to run. */
export const showsCode = /^(?:Code|CodeBlock|Mermaid)$/;

/** Returns an element, or its output if it is a component of the project that docgen can interpret. */
export function readElement(
  node: Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>,
  scope: Scope,
  { value, show }: Reading,
  at: Location,
): Literal {
  const read: ReadValue = (one) => value(one, scope);
  if (node.type === 'JSXFragment') return new Markup('', recordOf([]), childrenOf(node.children, read, at));
  const { name, attributes } = node.openingElement;
  const props = attributes.flatMap((attribute) => attributeOf(attribute, read, at));
  // The tag of an element can be a constant.
  const own =
    name.type === 'JSXIdentifier' && /^[A-Z]/.test(name.name) ? read({ ...name, type: 'Identifier' } as Node) : 0;
  const inner = childrenOf(node.children, read, at);
  const passed = inner.length > 0 ? ([['children', inner.length === 1 ? inner[0] : inner]] as const) : [];
  const entries = [...props, ...passed];
  const shown = showsCode.test(tagName(name)) ? undefined : show(own, recordOf(sureOf(entries)), at);
  if (shown !== undefined && !isUnknown(shown)) return shown;
  const { children, ...rest } = recordOf(entries);
  const list = children === undefined ? [] : isList(children) ? children : [children];
  const tag = typeof own === 'string' ? own : tagName(name);
  const isElement = /^[a-z]/.test(tag);
  const named = Object.entries(rest).map(
    ([key, value]) => [isElement && key === 'className' ? 'class' : key, value] as const,
  );
  return new Markup(tag, recordOf(named), list);
}

function childrenOf(children: readonly Node[], read: ReadValue, { file }: Location): readonly Literal[] {
  const isHtml = /\.(?:astro|vue)$/.test(file);
  return children.flatMap((child): readonly Literal[] => {
    if (child.type === 'JSXText') {
      const { value } = cleanStrings(child.value); // `&#0;` is decoded
      return isHtml ? [value] : textOfJsx(value);
    }
    if (child.type !== 'JSXExpressionContainer') return [read(child)];
    return child.expression.type === 'JSXEmptyExpression' ? [] : [read(child.expression)];
  });
}

/** JSX removes spaces at the ends of lines, and empty lines. */
function textOfJsx(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.length - 1;
  const trimmed = lines.map((line, index) => line.slice(index > 0 ? /^[ \t]*/.exec(line)?.[0].length : 0));
  const kept = trimmed
    .map((line, index) => (index < last ? line.replace(/(?<![ \t\r])[ \t\r]+$/, '') : line))
    .filter((line) => line !== '');
  return kept.length > 0 ? [kept.join(' ')] : [];
}

function attributeOf(node: Node, read: ReadValue, at: Location): readonly (readonly [string, Literal])[] {
  if (node.type === 'JSXSpreadAttribute') {
    const value = read(node.argument);
    return isLiteralRecord(value) ? Object.entries(value) : [['...', new Computed(at)]];
  }
  if (node.type !== 'JSXAttribute') return [];
  const { name, value } = node;
  const key = tagName(name);
  if (!value) return [[key, true]];
  const inner = value.type === 'JSXExpressionContainer' ? value.expression : value;
  const result = inner.type === 'JSXEmptyExpression' ? undefined : read(inner);
  if (key === 'dangerouslySetInnerHTML') return [['set:html', memberOf(result, '__html', at)]];
  return [[key, result]];
}

const tagName = (node: Node): string => {
  if (node.type === 'JSXNamespacedName') return `${node.namespace.name}:${node.name.name}`;
  return node.type === 'JSXMemberExpression' ? `${tagName(node.object)}.${node.property.name}` : nameOf(node);
};
