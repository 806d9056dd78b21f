// Shows the templates of components that are files of the project. Scripts are not run: what only they can determine is left out and reported.
import { dropRightWhile, dropWhile, mapValues, maxBy, memoize, pickBy } from 'lodash-es';
import type { Parents, RootContent } from 'mdast';
import { componentNames, hasImports, importsIn, renamedComponents } from '../../../model/content/parse/imports.js';
import { Templates } from '../../../model/input/code/component-templates.js';
import { showsCode } from '../../../model/input/code/elements.js';
import {
  Computed,
  isList,
  isLiteralRecord,
  isUnknown,
  type Literal,
  type LiteralRecord,
  Markup,
  recordIn,
  SourceFunction,
} from '../../../model/input/code/literal-values.js';
import { imagesIn } from '../../../model/input/code/operators.js';
import { componentsOf, importsOf } from '../../../model/input/imports.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { type ComponentNode, component, isBlank, textOrHtml } from '../syntax/containers.js';
import type { UnreadSyntax } from '../syntax/generator-syntax.js';
import { importKey, type MarkdownFile, modulesOf, packages } from '../syntax/included-files.js';
import namesJson from '../syntax/names.json' with { type: 'json' };
import type { Props } from '../syntax/scan.js';
import { htmlNames } from '../syntax/tags.js';
import { pageModule } from './page-module.js';
import { templateText } from './template-text.js';

/** Maximum nesting of components in each other, and number of elements that the components of a page show. */
const max = { depth: 8, elements: 20_000 };

interface LocalContext {
  readonly files: Parameters<typeof modulesOf>[0];
  readonly isKnown: (name: string) => boolean;
  readonly variables: MarkdownFile['variables'];
  readonly report: (unread: UnreadSyntax, node: ComponentNode) => void;
  /** Parses Markdown that a component renders. */
  readonly parse: (text: string, toOffset: () => number) => RootContent[];
}

/** A component of the project: a file, and the name that it exports for React. */
interface ComponentFile {
  readonly file: string;
  readonly exported: string;
}

/** The components that a text names: files, and those of the generator under other names. */
interface Names {
  readonly files: ReadonlyMap<string, ComponentFile>;
  /** Components that are pictures without words. */
  readonly icons: ReadonlySet<string>;
  /** Components that are images: Astro imports an SVG file as one. */
  readonly images: ReadonlyMap<string, Literal>;
  readonly renamed: (name: string) => string;
}

/** A component file in use. */
interface Use extends Names {
  /** Content that is not shown yet. */
  readonly slots: Map<string, RootContent[]>;
  readonly depth: number;
  readonly node: ComponentNode;
  readonly name: string;
  isComputed: boolean;
}

export class LocalComponents {
  readonly #templates: Templates;
  /** The code of pages that export components. */
  readonly #pages = new Map<string, string>();
  #left = max.elements;
  /** The paths that the text imports. Those of images are resolved like links of the text. */
  #imported: ReadonlySet<string> = new Set();
  /** In the index of a folder that does not list its pages yet: its last component that gets the pages of the site. Others can show some of them. */
  #lister: string | undefined;
  /** The component of the text that is read. */
  #current = '';
  readonly #templateOf = memoize((file: string) => templateText(file, this.#textOf(file)));

  constructor(private readonly context: LocalContext) {
    const modules = modulesOf(context.files);
    this.#templates = new Templates({ ...modules, read: (path) => this.#pages.get(path) ?? modules.read(path) });
  }

  /** Replaces the components that a text imports, innermost first. `path` is that of the text. */
  read(tree: Parents, path: string, text: string): void {
    const names = this.#namesIn(path, text);
    const isAsking = ([, { file }]: readonly [string, ComponentFile]) => this.#asksForPages(file);
    const asking = /.\/index\.mdx?$/.test(path) ? [...names.files].filter(isAsking) : [];
    this.#lister = maxBy(asking, ([name]) => text.lastIndexOf(`<${name}`))?.[0];
    this.#imported = new Set(importsOf(text).map((one) => one.path));
    if (names.files.size > 0 || names.icons.size > 0) this.#replace(tree, names);
  }

  #replace(parent: Parents, names: Names): void {
    parent.children = (parent.children as RootContent[]).flatMap((child) => {
      if ('children' in child) this.#replace(child as Parents, names);
      if (child.type !== 'component') return [child];
      if (names.icons.has(child.name)) return [];
      const file = names.files.get(child.name);
      this.#current = child.name;
      return (file !== undefined && this.#show(file, child, 0)) || [child];
    }) as typeof parent.children;
  }

  /** Files of the components that a file names, by their names in it. */
  readonly #namesIn = memoize((path: string, text: string): Names => {
    const { files, isKnown, variables } = this.context;
    const named = Object.hasOwn(files.imports, path) ? files.imports[path] : undefined;
    const imports = importsIn(path, text);
    const all = [...componentsOf(variables, () => componentNames(text)), ...imports];
    const icons = all.flatMap(({ name, path }) => (iconModule.test(path) ? [name] : []));
    const found = all.flatMap(({ name, path, isExport, original = name }) => {
      const file = isPackage(path) ? path : named?.[importKey({ kind: 'data', path })];
      const isOwn = !isKnown(name) || ofManySites.includes(name);
      const exported = isExport ? original : 'default';
      const isRead = file !== undefined && (isPackage(file) || hasImports(file)) && isOwn;
      return isRead ? [[name, { file, exported }] as const] : [];
    });
    const page = /\.mdx?$/.test(path) ? pageModule(text) : undefined;
    if (page) this.#pages.set(path, page.code);
    const own = page?.names.map((name) => [name, { file: path, exported: name }] as const) ?? [];
    const images = imports.flatMap(({ name, path }) => {
      const glob = /\.svg$/i.test(path) ? named?.[importKey({ kind: 'glob', path })] : undefined;
      const [image] = glob === undefined ? [] : Object.values(imagesIn('', glob, this.#textOf(glob), true));
      return isLiteralRecord(image) ? [[name, image['src']] as const] : [];
    });
    return {
      files: new Map([...found, ...own]),
      icons: new Set(icons),
      images: new Map(images),
      renamed: renamedComponents(imports),
    };
  });

  /** Returns undefined if the component can't be read or shows nothing that is known. */
  #show(
    { file, exported }: ComponentFile,
    node: ComponentNode,
    depth: number,
    written?: LiteralRecord,
  ): RootContent[] | undefined {
    node.file = shownName(file);
    if (depth > max.depth) return undefined;
    const text = this.#textOf(file);
    const template = this.#templateOf(file);
    const slots = slotsOf(node);
    const { messages, lang } = this.context.variables;
    const given = {
      props: written ?? mapValues(node.props, (value) => (value === undefined ? unknownValue : (value as Literal))),
      slots: [...slots.keys()],
      messages: isRecord(messages) ? (messages as LiteralRecord) : {},
      lang: String(lang ?? 'en'),
    };
    const nodes = template
      ? this.#templates.show(file, template, given)
      : this.#templates.showExport(file, exported, given);
    const { files, ...others } = this.#namesIn(file, text);
    const origin = template ? undefined : files.get(exported); // a file can export it from another one
    if (!nodes) return origin && origin.file !== file ? this.#show(origin, node, depth + 1, written) : undefined;
    const names = { files: new Map([...files, ['Astro.self', { file, exported }]]), ...others };
    const use: Use = { ...names, slots, depth, node, name: shownName(file), isComputed: false };
    const content = nodes.flatMap((one) => this.#nodesOf(one, use));
    const isBare = content.every(isEmpty) && (use.isComputed || content.length > 0);
    const isList = isBare && this.#current === this.#lister && this.#asksForPages(file);
    if (isList) this.#lister = undefined;
    // A program can show content that the template doesn't.
    const isUnread = isBare && (use.isComputed || (slots.size > 0 && content.some(hasProgram)));
    if (isUnread && !template) return undefined;
    // Nothing is known but the props, which are only worth showing if they are data.
    if (isUnread && !isList)
      return Object.values(node.props).every(isScalar)
        ? [{ ...node, props: {}, children: [...slots.values()].flat() }]
        : [node];
    if (use.isComputed || isList) {
      const [generator, { name }] = [template ? (template.language === 'vue' ? 'Vue' : 'Astro') : 'React', use];
      const kind = { isContainer: false, isDropped: true, isTemplate: true };
      this.context.report({ name, syntax: `{…} in ${name}`, generator, ...kind }, node);
      content.push(...(slots.get('default') ?? [])); // unless the template shows it
    }
    if (isList) return [component('DocCardList', {}, [], node.position)];
    return dropRightWhile(dropWhile(content, isBlank), isBlank);
  }

  /** Whether a component, or a module that it imports, gets the pages of the site. */
  #asksForPages(file: string): boolean {
    const { imports } = this.context.files;
    const texts = [file, ...Object.values(imports[file] ?? {})].map((path) => this.#textOf(path).replaceAll('"', "'"));
    return texts.some((text) => pageLists.some((call) => text.includes(call)));
  }

  #textOf(file: string): string {
    const { wholeTexts } = this.context.files;
    return Object.hasOwn(wholeTexts, file) ? (wholeTexts[file] ?? '') : '';
  }

  #nodesOf(value: Literal, use: Use): RootContent[] {
    if (value instanceof Markup) return this.#elementOf(value, use);
    if (isUnknown(value) || value instanceof SourceFunction) use.isComputed = true;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (!this.#canSpend(text, use)) return [];
    if (isList(value)) return value.flatMap((one) => this.#nodesOf(one, use));
    return text === '' ? [] : [{ type: 'text', value: text }];
  }

  /** Lists and records are counted like elements, because one can be in others many times. */
  #canSpend(text: string, use: Use, cost = 1): boolean {
    this.#left -= cost + text.length / 100;
    use.isComputed ||= this.#left < 0;
    return this.#left >= 0;
  }

  /** Returns a copy of a value, or undefined if a part of it is not plain data. */
  #copyOf(value: Literal, use: Use): unknown {
    if (!this.#canSpend(typeof value === 'string' ? value : '', use, 0.1) || value === null) return undefined;
    if (typeof value !== 'object') return value;
    if (!isList(value) && !isLiteralRecord(value)) return undefined;
    const copyOf = (one: Literal) => this.#copyOf(one, use);
    const copy = isList(value) ? value.map(copyOf) : mapValues(value, copyOf);
    return Object.values(copy).includes(undefined) ? undefined : copy;
  }

  #elementOf({ name: local, props: written, children: inner }: Markup, use: Use): RootContent[] {
    const is = local === 'component' ? written['is'] : undefined; // Vue's element with a computed name
    if (is !== undefined && isUnknown(is)) use.isComputed = true;
    const name = use.renamed(textIn(is) || local);
    const isIcon = icon.test(name) || use.icons.has(name);
    const isHidden = isIcon || unseen.includes(name) || hidden.test(textIn(written['class']));
    if (!this.#canSpend(name, use) || isHidden) return [];
    const children = () => inner.flatMap((one) => this.#nodesOf(one, use));
    if (name === 'slot') {
      const slot = textIn(written['name']) || 'default';
      const content = use.slots.get(slot);
      use.slots.delete(slot); // nodes have one place, and twice as many in each component would be too many
      return content ?? children();
    }
    const { props, text } = this.#propsOf(written, use);
    if ((/^(?:(?:React\.)?Fragment)?$/.test(name) || onlyContent.includes(name)) && props['slot'] === undefined)
      return text ?? children();
    const code = codeIn(name, written, inner);
    if (code?.trim() === '') use.isComputed = true; // a program loads it
    if (code !== undefined)
      return code.trim() === ''
        ? []
        : [{ type: 'code', lang: languageOf(name, written) || null, meta: null, value: code }];
    const source = /^(?:Image|Picture|img)$/.test(name) ? 'src' : name === 'Code' ? 'code' : '';
    const path = source === 'src' ? textIn(written[source]) : '';
    if (isUnknown(written[source] ?? '') || (packageAlias.test(path) && !this.#imported.has(path))) {
      use.isComputed = true;
      return []; // without its source, there is nothing to show
    }
    const image = use.images.get(name);
    if (image !== undefined)
      return [component('img', { src: textIn(image), alt: textIn(written['title']) }, [], use.node.position)];
    const isElement = /^[a-z]/.test(name);
    // A browser shows the content of an element that it doesn't know.
    if (isElement && !htmlNames.has(name)) return text ?? children();
    const node = component(name, props, text ?? children(), use.node.position);
    node.template = use.name;
    const file = isElement ? undefined : use.files.get(name);
    return (file !== undefined && this.#show(file, node, use.depth + 1, written)) || [node];
  }

  /** The literal props of an element, and the text that one sets. */
  #propsOf(written: LiteralRecord, use: Use): { readonly props: Props; readonly text: RootContent[] | undefined } {
    const props: Record<string, unknown> = Object.create(null);
    let text: RootContent[] | undefined;
    for (const [key, value] of Object.entries(written)) {
      const [isText, type] = /^(?:v-|set:)(html|text)$/.exec(key) ?? [];
      if (isText) text = this.#contentIn(type as 'html' | 'text', value, use);
      if (isUnknown(value) && /^(?:href|src|alt|title|label|\.\.\.)$/.test(key)) use.isComputed = true;
      if (isText || /^class|^style$|:/.test(key)) continue;
      props[key] = this.#copyOf(key === 'src' && isLiteralRecord(value) ? value['src'] : value, use);
    }
    return { props: pickBy(props, (value) => value !== undefined), text };
  }

  #contentIn(type: 'html' | 'text', value: Literal, use: Use): RootContent[] {
    if (typeof value === 'string') return [textOrHtml(type, value, use.node.position)];
    const { markdown } = recordIn(value); // the result of a package that renders Markdown
    if (typeof markdown === 'string' && this.#canSpend(markdown, use))
      return this.context.parse(markdown, () => use.node.position?.start.offset ?? 0);
    use.isComputed = true;
    return [];
  }
}

/** Whether pages show the components of a package, such as `starlight-kbd/components`. Those of Docusaurus have their own markup. */
const isPackage = (path: string) => path.endsWith('/components') && packages.has(path);

/** A prop with a value that the text computes. */
const unknownValue = new Computed({ file: '', line: 1 });

/** The start of a path that only the bundler of a site or a package resolves. */
const packageAlias = /^@(?!\/|site\/)/;

/**
 * `pageLists`: what a script that lists pages of the site contains. `ofManySites`: names that sites often have for components of their own,
 * although a generator has one of that name.
 */
const { ofManySites, onlyContent, pageLists, unseen } = namesJson.components;
/** A module of unplugin-icons, or a package of icons, such as `lucide-vue-next`, `react-icons/fa` and `@iconify/vue`. */
const iconModule =
  /(?:^|\/)~icons\/|^(?![./~]|@site\/|@\/|src\/)(?:.*[/@-])?(?:icons?|lucide|heroicons|iconify)(?:[/-].*)?$/;
/** Pictures without words. */
const icon = /^(?:[A-Z]*Icon(?:[A-Z]\w*)?|[A-Z]\w*Icon)$/;
const hidden = /(?:^|\s)(?:sr-only|visually-hidden)(?:\s|$)/;

/** The name of a component's file; with its folder if that has the component's name. */
const shownName = (file: string) => /[^/]+(?:\/index\.\w+)?$/.exec(file)?.[0] ?? file;

/** The text of an element that shows code, or undefined. */
function codeIn(name: string, { code, value, chart }: LiteralRecord, children: readonly Literal[]): string | undefined {
  const isText = children.length > 0 && children.every((one) => typeof one === 'string');
  const texts = [code, value, chart, isText ? children.join('').replace(/^\n|\n$/g, '') : undefined];
  return showsCode.test(name) ? texts.find((one) => typeof one === 'string') : undefined;
}

const languageOf = (name: string, { language, lang, class: ofClass, className }: LiteralRecord): string =>
  name === 'Mermaid' ? 'mermaid' : textIn(language ?? lang ?? ofClass ?? className).replace(/^language-/, '');

const textIn = (value: Literal): string => (typeof value === 'string' ? value : '');

/** Whether readers see nothing of a node. */
const isEmpty = (node: RootContent): boolean =>
  node.type === 'component' && !/^(?:img|Image)$/.test(node.name) && Object.values(node.props).every(isScalar)
    ? node.children.every(isEmpty)
    : isBlank(node);
/** Whether a node is or contains a component, which can show more than its template has. */
const hasProgram = (node: RootContent): boolean =>
  node.type === 'component' && (/^[A-Z]/.test(node.name) || node.children.some(hasProgram));
const isScalar = (value: unknown) => typeof value !== 'object';

/** The content of a component, by the slot that each part is for. */
function slotsOf({ children }: ComponentNode): Map<string, RootContent[]> {
  const slots = new Map<string, RootContent[]>();
  for (const child of children) {
    const { slot = 'default', ...props } = child.type === 'component' ? child.props : {};
    const isNamed = child.type === 'component' && typeof slot === 'string' && slot !== 'default';
    const isFragment = child.type === 'component' && child.name === 'Fragment';
    const content = isNamed ? (isFragment ? child.children : [{ ...child, props }]) : [child];
    const name = isNamed ? slot : 'default';
    slots.set(name, [...(slots.get(name) ?? []), ...content]);
  }
  if (slots.get('default')?.every(isBlank)) slots.delete('default');
  return slots;
}
