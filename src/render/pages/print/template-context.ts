// What every template may ask for: the parts of a page, and the words of the interface.
import { createElement, type ReactElement, type ReactNode } from 'react';
import { type Parts, PartsContext } from '../../../../templates/parts.js';
import { type Words, WordsContext } from '../../../../templates/words.js';

export interface TemplateContext {
  readonly parts: Parts;
  readonly words: Words;
}

export function inContext(node: ReactNode, { parts, words }: TemplateContext): ReactElement {
  const inWords = createElement(WordsContext.Provider, { value: words }, node);
  return createElement(PartsContext.Provider, { value: parts }, inWords);
}
