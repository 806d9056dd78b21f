// Renders components with React. Each has a slot for its content, which is filled in afterwards. Unknown components are replaced by their content.
import type { Element, ElementContent, Properties, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentRegistry } from '../../../../templates/components/index.js';
import { WordsContext } from '../../../../templates/words.js';
import { type ModuleFault, moduleFault } from '../../../model/config/module.js';
import type { Words } from '../../../model/labels/ui-text.js';
import { replaceNodes, visit } from '../../base/visit.js';
import type { ComponentNode } from '../../markdown/syntax/containers.js';
import namesJson from '../../markdown/syntax/names.json' with { type: 'json' };
import { htmlNames } from '../../markdown/syntax/tags.js';
import { allowed } from '../../svg/allowed.js';
import { element, isBlank, phrasing } from '../html/element.js';
import { genericMarkup, type UnknownComponent } from './generic.js';
import { describeUnshown, isPhrasing, unshown } from './unshown.js';

type Place = UnknownComponent['place'];
type Pending = { readonly node: ComponentNode; readonly title: ElementContent[] | undefined };

export class Components {
  /** Unknown components by name, each with its first node. */
  readonly unknown = new Map<string, ComponentNode>();
  readonly threw = new Map<string, { readonly node: ComponentNode; readonly fault: ModuleFault }>();
  /** Names of temporary elements: `placeholder` replaces a component until its content is HTML, `slot` its content while React renders it. */
  readonly #tags: { readonly placeholder: string; readonly slot: string };
  readonly #pending: Pending[] = [];
  #isUnshown = false;

  constructor(
    private readonly registry: ComponentRegistry,
    token: string,
    private readonly words: Words,
  ) {
    this.#tags = { placeholder: `docgen-component-${token}`, slot: `docgen-slot-${token}` };
  }

  insertPlaceholder(node: ComponentNode, children: ElementContent[], title: ElementContent[] | undefined): Element {
    const index = this.#pending.push({ node, title }) - 1;
    return element(this.#tags.placeholder, { dataIndex: String(index) }, children);
  }

  /** Renders all components, innermost first. Returns false if there are none. */
  render(tree: Root): boolean {
    if (this.#pending.length === 0) return false;
    const walk = (parent: Root | Element, inTable: boolean) => {
      let place: Place | undefined;
      const children = (parent.children as ElementContent[]).flatMap((child) => {
        if (child.type !== 'element') return [child];
        const isHeld = child.tagName === this.#tags.placeholder;
        const pending = isHeld ? this.#pending[Number(child.properties['dataIndex'])] : undefined;
        const name = pending?.node.name ?? child.tagName;
        walk(child, /^(?:table|thead|tbody)$/.test(name) || (inTable && name === 'p')); // Markdown created the paragraph
        if (!isHeld) return [child];
        place ??= inTable ? 'row' : placeIn(parent);
        return pending ? this.#markup(pending, child, place) : child.children;
      });
      parent.children = children;
    };
    walk(tree, false);
    if (this.#isUnshown) describeUnshown(tree, this.words);
    return true;
  }

  /** Renders a component: by React if it is registered, as an HTML element, as generic markup, or only its content. */
  #markup(pending: Pending, { children: all, position }: Element, place: Place): ElementContent[] {
    const { node } = pending;
    const { name, props } = node;
    const { title, children } = splitSummary(pending, all);
    const entry = Object.hasOwn(this.registry, name) ? this.registry[name] : undefined;
    if (entry) return this.#rendered(entry.component, { node, title }, children, place);
    if (name === 'head') return []; // `head` belongs to a page, not to its text
    if (namesJson.components.onlyContent.includes(name)) return children;
    const tag = name === 'Heading' && /^h[1-6]$/.test(String(props['as'])) ? String(props['as']) : name;
    if (htmlNames.has(tag)) {
      const content = phrasingOnly.test(tag) ? unwrapParagraph(children) : children;
      const data = { isJsx: tag === name, template: node.template };
      return [{ ...element(tag, htmlProperties(props), content), ...(position && { position }), data }];
    }
    const generic = genericMarkup({ name, props, children, place, words: this.words });
    if (generic) return placed(generic, node, true);
    const isUnknown = name !== '' && !allowed.elements.has(name);
    if (isUnknown && !this.unknown.has(name)) this.unknown.set(name, node);
    const isEmpty = name !== '' && children.every(isBlank);
    return isEmpty ? [this.#unshown(/^[A-Z]/.test(name) ? name : '')] : children;
  }

  /** Renders a registered component with React. If it throws, only its content is shown. */
  #rendered(
    component: ComponentRegistry[string]['component'],
    { node, title }: Pending,
    children: ElementContent[],
    place: Place,
  ): ElementContent[] {
    const { name, props } = node;
    const slot = (key: string) => createElement(this.#tags.slot, { key, 'data-slot': key });
    const { key: _key, ref: _ref, ...passed } = props; // props that React reserves
    const withTitle = title ? { ...passed, title: slot('title') } : passed;
    const own = createElement(component, withTitle, children.length > 0 ? slot('children') : undefined);
    let html: string;
    try {
      html = renderToStaticMarkup(createElement(WordsContext.Provider, { value: this.words }, own));
    } catch (error) {
      if (error instanceof RangeError) throw error; // the page is nested too deeply
      if (!this.threw.has(name)) this.threw.set(name, { node, fault: moduleFault(error) });
      return children;
    }
    if (html === '' && name === 'TOCInline') return [{ ...element('div', {}), data: { toc: props } }];
    if (html === '' && name === 'DocCardList') return [{ ...element('div', {}), data: { cards: true } }];
    if (html === '' && place !== 'sentence') return [this.#unshown('')];
    return placed(fill(html, this.#tags.slot, { children, title: title ?? [] }), node, false);
  }

  #unshown(name: string): Element {
    this.#isUnshown = true;
    return unshown(name);
  }
}

/** Returns the context of a component in its parent, before its neighbors are rendered. */
function placeIn(parent: Root | Element): Place {
  if (parent.type === 'root' || !isPhrasing(parent)) return 'block';
  const filled = (parent.children as ElementContent[]).filter((child) => !isBlank(child));
  return parent.tagName === 'p' && filled.length === 1 ? 'paragraph' : 'sentence';
}

/** Returns the title and the content of a component. The title of `<Details>` can be a `<summary>` in its content. */
function splitSummary({ node: { name, props }, title }: Pending, content: ElementContent[]) {
  const isUntitled = name === 'Details' && !title && !props['summary'] && !props['title'];
  const summary = isUntitled ? content.find(isSummary) : undefined;
  return { title: summary?.children ?? title, children: content.filter((child) => child !== summary) };
}

const isSummary = (node: ElementContent): node is Element => node.type === 'element' && node.tagName === 'summary';

/** Sets a component's position on its elements, and on links its template and, if docgen guessed them from props, its name. */
function placed(made: ElementContent[], componentNode: ComponentNode, isGuessed: boolean): ElementContent[] {
  const { name, template, position } = componentNode;
  visit({ type: 'root', children: made }, 'element', (node) => {
    if (!position || node.position) return;
    node.position = position;
    const data = { template, ...(isGuessed && { component: name }) };
    if (node.tagName === 'a') node.data = data as Element['data'];
  });
  return made;
}

const phrasingOnly = /^(?:p|h[1-6]|summary|dt|figcaption|caption|t[dh])$/;

/** Removes the paragraph that Markdown creates in `<summary>More</summary>` on its own line. */
function unwrapParagraph(children: ElementContent[]): ElementContent[] {
  const [only, ...others] = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  return only?.type === 'element' && only.tagName === 'p' && others.length === 0 ? only.children : children;
}

function fill(
  html: string,
  slotTag: string,
  slots: { readonly children: ElementContent[]; readonly title: ElementContent[] },
): ElementContent[] {
  const parsed = raw({ type: 'root', children: [{ type: 'raw', value: html }] }) as Root;
  replaceNodes(parsed, 'element', ({ tagName, properties }) =>
    tagName === slotTag ? slots[properties['dataSlot'] === 'title' ? 'title' : 'children'] : undefined,
  );
  return parsed.children as ElementContent[];
}

const names: Readonly<Record<string, string>> = namesJson.attributes;

function htmlProperties(props: Readonly<Record<string, unknown>>): Properties {
  const properties: Properties = {};
  for (const [key, value] of Object.entries(props)) {
    if (!Object.hasOwn(names, key) || !['string', 'number', 'boolean'].includes(typeof value)) continue;
    properties[names[key] ?? key] = value as string | number | boolean;
  }
  return properties;
}

export function isInlineName(name: string, registry: ComponentRegistry): boolean {
  if (Object.hasOwn(registry, name)) return registry[name]?.isInline === true;
  return !htmlNames.has(name) || phrasing.has(name);
}
