// Renders templates with React, with the context that all of them share.
import { type ComponentProps, createElement, type FunctionComponent, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Parts, PartsContext } from '../../../../templates/parts.js';
import { type Words, WordsContext } from '../../../../templates/words.js';
import { DeferredMarkup, tidyMarkup } from './deferred-markup.js';
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
