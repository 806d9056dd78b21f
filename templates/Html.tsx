import { createElement } from 'react';
import type { HtmlString } from './types.js';

/** Renders markup unchanged in the given element. */
export function Html({ as = 'div', markup, ...rest }: { as?: string; markup: HtmlString; className?: string }) {
  return createElement(as, { ...rest, dangerouslySetInnerHTML: { __html: markup.html } });
}
