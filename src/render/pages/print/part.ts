// A part that is the same on every page, printed once.
import { type ComponentProps, createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Parts } from '../../../../templates/parts.js';
import { broken } from '../parts.js';
import { LateMarkup, tidyMarkup } from './markup.js';
import { inContext, type TemplateContext } from './template-context.js';

/** Throws a `BuildError` with DG114 where a template of the maintainer's throws. */
export function printPart<Name extends keyof Parts>(
  name: Name,
  props: ComponentProps<Parts[Name]>,
  context: TemplateContext,
): LateMarkup {
  try {
    const element = createElement(context.parts[name] as FunctionComponent<object>, props);
    return new LateMarkup(tidyMarkup(renderToStaticMarkup(inContext(element, context))));
  } catch (error) {
    throw broken(name, error);
  }
}
