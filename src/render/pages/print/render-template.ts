// Renders templates with React, with the context that all of them share. Some markup is inserted after React has rendered.
import { escape as escaped } from 'lodash-es';
import { type ComponentProps, createElement, type FunctionComponent, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Parts, PartsContext } from '../../../../templates/parts.js';
import { type Words, WordsContext } from '../../../../templates/words.js';
import { sha256 } from '../../../model/input/hash.js';
import { bytesOf, type OutputChunk } from '../../base/output-file.js';
import { attributesIn, printedTag } from '../../base/printed-tags.js';
import { broken } from './load-templates.js';

export interface TemplateContext {
  readonly parts: Parts;
  readonly words: Words;
}

export function renderNode(node: ReactNode, { parts, words }: TemplateContext): string {
  const inWords = createElement(WordsContext.Provider, { value: words }, node);
  return tidyMarkup(renderToStaticMarkup(createElement(PartsContext.Provider, { value: parts }, inWords)));
}

/** Renders a component that is the same on every page, once. @throws BuildError (DG114) if an ejected template throws. */
export function renderSharedTemplate<Name extends keyof Parts>(
  name: Name,
  props: ComponentProps<Parts[Name]>,
  context: TemplateContext,
): DeferredMarkup {
  try {
    const element = createElement(context.parts[name] as FunctionComponent<object>, props);
    return new DeferredMarkup(renderNode(element, context));
  } catch (error) {
    throw broken(name, error);
  }
}

/** Text or UTF-8 bytes that replace the printed `html` after React has rendered. */
export class DeferredMarkup {
  readonly html = '';
  #hash: string | undefined;
  readonly pieces: readonly OutputChunk[];

  constructor(content: string | readonly OutputChunk[]) {
    this.pieces = typeof content === 'string' ? [content] : content;
  }

  /** JSON of props contains the hash of the markup. It is calculated once, because many pages share the same one. */
  toJSON(): string {
    this.#hash ??= sha256(bytesOf(this.pieces));
    return this.#hash;
  }
}

const names = new Set(
  'charSet srcSet itemScope itemProp itemType tabIndex hrefLang dateTime crossOrigin referrerPolicy'.split(' '),
);
const flags = new Set(['open', 'itemscope', 'hidden', 'controls']);
const tag = printedTag('[a-z][^\\s/>]*');

// Normalizes React's markup. React escapes `<`, `>` and `"` in all texts and values, so regular expressions can match tags and skip values.
export function tidyMarkup(markup: string): string {
  return markup.replace(tag, (_, slash: string, element: string, attributes: string) => {
    const tidied = attributesIn(attributes).map(({ name, value, source }) => {
      const lower = names.has(name) ? name.toLowerCase() : name;
      return value === '' && flags.has(lower) ? ` ${lower}` : source.replace(name, lower);
    });
    return `<${slash}${element}${tidied.join('')}>`;
  });
}

/** Escapes a text as React does, for text and for attribute values. */
export const escapeAsReact = (text: string): string =>
  /["&'<>]/.test(text) ? escaped(text).replaceAll('&#39;', '&#x27;') : text;
