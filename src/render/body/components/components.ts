// Component nodes get their markup: React renders each once with a slot for its content, and the content is put into the slot. An
// element that is no component keeps its content; one that HTML knows is that element.
import type { Element, ElementContent, Properties, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentRegistry } from '../../../../templates/components/index.js';
import { WordsContext } from '../../../../templates/words.js';
import type { Words } from '../../../model/labels/words.js';
import { type ModuleFault, moduleFault } from '../../../model/module.js';
import type { ComponentNode } from '../../markdown/syntax/containers.js';
import { replaceChild, SKIP, visit } from '../../markdown/visit.js';
import { element, isBlank } from '../html/element.js';
import { genericMarkup, type UnknownComponent } from './generic.js';
import { htmlNames } from './names.js';
import { isPhrasing, sayUnshown, unshown } from './unshown.js';

type Place = UnknownComponent['place'];

interface Pending {
  readonly node: ComponentNode;
  readonly title: ElementContent[] | undefined;
}

/** The components of a tree on their way from Markdown to HTML. */
export class Components {
  readonly #registry: ComponentRegistry;
  readonly #words: Words;
  /** Stands for a component until its content is HTML, and for its content while React renders it. */
  readonly #tags: { readonly placeholder: string; readonly slot: string; readonly unshown: string };
  readonly #pending: Pending[] = [];
  #isUnshown = false;
  readonly #unknown = new Map<string, ComponentNode>();
  #toc: ComponentNode | undefined;
  readonly #threw = new Map<string, { readonly node: ComponentNode; readonly fault: ModuleFault }>();

  /** The token is one that no author can write. */
  constructor(registry: ComponentRegistry, token: string, words: Words) {
    this.#registry = registry;
    this.#words = words;
    this.#tags = {
      placeholder: `docgen-component-${token}`,
      slot: `docgen-slot-${token}`,
      unshown: `docgen-unshown-${token}`,
    };
  }

  /** A placeholder with the content of a component. */
  hold(node: ComponentNode, children: ElementContent[], title: ElementContent[] | undefined): Element {
    const index = this.#pending.push({ node, title }) - 1;
    return element(this.#tags.placeholder, { dataIndex: String(index) }, children);
  }

  /** Names that no component has, each with its first node. */
  unknown(): ReadonlyMap<string, ComponentNode> {
    return this.#unknown;
  }

  /** The first list of headings that shows nothing; absent if there is none, or if the owner has such a component. */
  toc(): ComponentNode | undefined {
    return this.#toc;
  }

  /** Names of components that threw, each with its first node and error. */
  threw(): ReadonlyMap<string, { readonly node: ComponentNode; readonly fault: ModuleFault }> {
    return this.#threw;
  }

  /** Puts the markup of every component in the place of its placeholder, innermost first; false if there is none. */
  render(tree: Root): boolean {
    if (this.#pending.length === 0) return false;
    const walk = (parent: Root | Element) => {
      let place: Place | undefined;
      const children = (parent.children as ElementContent[]).flatMap((child) => {
        if (child.type !== 'element') return [child];
        walk(child);
        if (child.tagName !== this.#tags.placeholder) return isAroundList(child) ? child.children : [child];
        const pending = this.#pending[Number(child.properties['dataIndex'])];
        place ??= placeIn(parent);
        return pending ? this.#markup(pending, child, place) : child.children;
      });
      parent.children = children;
    };
    walk(tree);
    if (this.#isUnshown) sayUnshown(tree, this.#tags.unshown, this.#words);
    return true;
  }

  #markup({ node, title }: Pending, { children, position }: Element, place: Place): ElementContent[] {
    const { name, props } = node;
    const at = position ? { position } : {};
    const entry = Object.hasOwn(this.#registry, name) ? this.#registry[name] : undefined;
    if (entry) {
      const slot = (key: string) => createElement(this.#tags.slot, { key, 'data-slot': key });
      const { key: _key, ref: _ref, ...written } = props; // React's, which no component gets
      const withTitle = title ? { ...written, title: slot('title') } : written;
      const own = createElement(entry.component, withTitle, children.length > 0 ? slot('children') : undefined);
      let html: string;
      try {
        html = renderToStaticMarkup(createElement(WordsContext.Provider, { value: this.#words }, own));
      } catch (error) {
        if (error instanceof RangeError) throw error; // the page's own nesting
        if (!this.#threw.has(name)) this.#threw.set(name, { node, fault: moduleFault(error) });
        return children;
      }
      if (html === '' && name === 'TOCInline') this.#toc ??= node;
      if (html === '' && place !== 'sentence') return [this.#unshown('')];
      return fill(html, this.#tags.slot, { children, title: title ?? [] }).map((child) => ({ ...at, ...child }));
    }
    if (name === 'head') return []; // of a page, not of its text
    if (htmlNames.has(name)) {
      const content = phrasingOnly.test(name) ? unwrapParagraph(children) : children;
      return [{ ...element(name, htmlProperties(props), content), ...at }];
    }
    const generic = genericMarkup({ name, props, children, place, words: this.#words });
    if (generic) return placed(generic, position);
    if (name !== '' && !this.#unknown.has(name)) this.#unknown.set(name, node);
    const isEmpty = name !== '' && children.every(isBlank);
    return isEmpty ? [this.#unshown(/^[A-Z]/.test(name) ? name : '')] : children;
  }

  #unshown(name: string): Element {
    this.#isUnshown = true;
    return unshown(this.#tags.unshown, name);
  }
}

/** Where a component stands, by its parent before its neighbours are rendered. */
function placeIn(parent: Root | Element): Place {
  if (parent.type === 'root' || !isPhrasing(parent)) return 'block';
  const filled = (parent.children as ElementContent[]).filter((child) => !isBlank(child));
  return parent.tagName === 'p' && filled.length === 1 ? 'paragraph' : 'sentence';
}

/** True for a paragraph of a component that became a list: none can hold one. */
function isAroundList({ tagName, children }: Element): boolean {
  return tagName === 'p' && children.some((child) => child.type === 'element' && child.tagName === 'ul');
}

/** Elements that were made here, at the place of the component. */
function placed(made: ElementContent[], position: Element['position']): ElementContent[] {
  visit({ type: 'root', children: made }, 'element', (node) => {
    if (position) node.position ??= position;
  });
  return made;
}

const phrasingOnly = /^(?:p|h[1-6]|summary|dt|figcaption|caption|t[dh])$/;

/** `<summary>More</summary>` on a line of its own holds a paragraph as Markdown has it, and none as its author means it. */
function unwrapParagraph(children: ElementContent[]): ElementContent[] {
  const filled = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [only] = filled;
  return filled.length === 1 && only?.type === 'element' && only.tagName === 'p' ? only.children : children;
}

/** Markup with its slots filled. */
function fill(
  html: string,
  slotTag: string,
  slots: { readonly children: ElementContent[]; readonly title: ElementContent[] },
): ElementContent[] {
  const parsed = raw({ type: 'root', children: [{ type: 'raw', value: html }] }) as Root;
  visit(parsed, 'element', (node, index, parent) => {
    if (node.tagName !== slotTag || !parent || index === undefined) return undefined;
    const content = node.properties['dataSlot'] === 'title' ? slots.title : slots.children;
    return [SKIP, replaceChild(parent, index, content)];
  });
  return parsed.children as ElementContent[];
}

const names: Readonly<Record<string, string>> = {
  alt: 'alt', align: 'align', class: 'className', className: 'className', colSpan: 'colSpan', colspan: 'colSpan', controls: 'controls', height: 'height', href: 'href',
  id: 'id', lang: 'lang', open: 'open', rowSpan: 'rowSpan', rowspan: 'rowSpan', src: 'src', start: 'start', title: 'title', width: 'width', dir: 'dir',
}; // biome-ignore format: a table

function htmlProperties(props: Readonly<Record<string, unknown>>): Properties {
  const properties: Properties = {};
  for (const [key, value] of Object.entries(props)) {
    if (!Object.hasOwn(names, key) || !['string', 'number', 'boolean'].includes(typeof value)) continue;
    properties[names[key] ?? key] = value as string | number | boolean;
  }
  return properties;
}
