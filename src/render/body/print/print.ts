// A finished HTML tree as sanitised markup, in one pass, by the rules of `schema`.
import type { Element, Nodes, Root } from 'hast';
import type { Schema } from 'hast-util-sanitize';
import { find, type Info, html as names } from 'property-information';
import { voidTags } from '../../markdown/dialects/html-text.js';
import { schema } from './sanitize.js';

/** The markup of a tree, each child of the root on a line of its own. */
export function print({ children }: Root): string {
  let markup = '';
  for (const [index, child] of children.entries()) markup += (index > 0 ? '\n' : '') + printNode(child, 0);
  return markup === '' || /[\r\n]$/.test(markup) ? markup : `${markup}\n`;
}

type Definition = NonNullable<Schema['attributes']>[string][number];

/** What may stand in a property, and how HTML writes it. */
interface Rule extends Pick<Info, 'attribute' | 'boolean' | 'overloadedBoolean'> {
  readonly definition: Definition;
  readonly schemes: readonly string[] | undefined;
}

const ofAll = rulesOf('*');
const ofElements = new Map((schema.tagNames ?? []).map((name) => [name, rulesOf(name)]));
const isStripped = new Set(schema.strip);

/** By property; of several definitions of a property the first counts. */
function rulesOf(name: string): ReadonlyMap<string, Rule> {
  const rules = (schema.attributes?.[name] ?? []).map((definition): [string, Rule] => {
    const key = typeof definition === 'string' ? definition : definition[0];
    const { attribute, boolean, overloadedBoolean } = find(names, key);
    return [key, { definition, schemes: schema.protocols?.[key] ?? undefined, attribute, boolean, overloadedBoolean }];
  });
  return new Map(rules.reverse());
}

/** `tables` is how many tables are around the node: parts of a table are none outside of one. */
export function printNode(node: Nodes, tables: number): string {
  switch (node.type) {
    case 'text':
      return escapeText(node.value);
    case 'element':
      return printElement(node, tables);
    case 'plain':
      return node.html;
    default:
      return ''; // comments, above all
  }
}

function printElement(node: Element, tables: number): string {
  return printTag(node, printChildren(node, node.tagName === 'table' ? tables + 1 : tables), tables);
}

/** An element whose content is printed. */
export function printTag({ tagName, properties }: Element, content: string, tables = 0): string {
  const rules = ofElements.get(tagName);
  if (!rules || (tables === 0 && schema.ancestors?.[tagName])) return isStripped.has(tagName) ? '' : content;
  let tag = `<${tagName}`;
  for (const key in properties) {
    const value = properties[key];
    if (value === null || value === undefined) continue;
    tag += printAttribute(rules.get(key), value) ?? printAttribute(ofAll.get(key), value) ?? '';
  }
  return content === '' && voidTags.has(tagName) ? `${tag}>` : `${tag}>${content}</${tagName}>`;
}

export function printChildren({ children }: Element | Root, tables: number): string {
  let markup = '';
  for (const child of children) markup += printNode(child, tables);
  return markup;
}

type Primitive = string | number | boolean;

/** An attribute with a space before it, '' for one that is off; undefined where there is no rule that allows the value. */
function printAttribute(rule: Rule | undefined, value: Primitive | readonly Primitive[]): string | undefined {
  if (rule === undefined) return undefined;
  if (typeof value !== 'object') return isAllowed(rule, value) ? printValue(rule, value) : undefined;
  const list = value.filter((one) => typeof one !== 'boolean' && isAllowed(rule, one));
  return printValue(rule, rule.boolean || rule.overloadedBoolean || list.join(' ').trim());
}

function printValue({ attribute, boolean, overloadedBoolean }: Rule, value: Primitive): string {
  const isName = value === '' || value === attribute;
  const isSwitch = (boolean || overloadedBoolean) && (isName || typeof value !== 'string');
  const shown = isSwitch ? (overloadedBoolean && isName) || Boolean(value) : value;
  if (shown === false || Number.isNaN(shown)) return '';
  return shown === true ? ` ${attribute}` : ` ${attribute}="${escapeAttribute(String(shown))}"`;
}

function isAllowed({ definition, schemes }: Rule, value: Primitive): boolean {
  const scheme = schemes && /^([^:/?#]*):/.exec(String(value))?.[1];
  if (scheme !== undefined && !schemes?.includes(scheme)) return false;
  if (typeof definition === 'string' || definition.length === 1) return true;
  return definition.slice(1).some((one) => (one instanceof RegExp ? one.test(String(value)) : one === value));
}

export function escapeText(value: string): string {
  return value.replace(/[<&]/g, toReference);
}

/** With `<`, so that no page holds as much as the text of a tag that is none. */
function escapeAttribute(value: string): string {
  return value.replace(/["&'`\0<]/g, (sign) => (sign === '<' ? '&lt;' : toReference(sign)));
}

function toReference(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
}
