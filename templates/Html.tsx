import { createElement } from 'react';
import type { HtmlString } from './types.js';

/** Shows markup as it is, inside an element of the caller's choice. */
export function Html({ as = 'div', markup, ...rest }: { as?: string; markup: HtmlString; className?: string }) {
  return createElement(as, { ...rest, dangerouslySetInnerHTML: { __html: markup.html } });
}
