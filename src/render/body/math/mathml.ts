// TeX to MathML, which browsers show without a font or a script. What comes out of KaTeX is printed anew, over an allow-list.
import { mathAttributes, mathElements } from './allowed.js';
import { countedMacros } from './macros.js';

/**
 * Bounds on one formula and on those of one page, in characters of TeX, and their number; on what the macros of a page put in, in
 * tokens; on markup, and how deep it is.
 */
const most = { formula: 5_000, page: 200_000, count: 2_000, tokens: 1_000_000, markup: 100_000, depth: 100 };

/** Markup of formulas, in order; undefined for one that is no TeX, or over a bound. KaTeX is loaded when a page has the first. */
export async function formulasOf(
  formulas: readonly { readonly value: string; readonly isDisplay: boolean }[],
): Promise<readonly (string | undefined)[]> {
  if (formulas.length === 0) return [];
  const { default: katex } = await import('katex');
  let left = most.page;
  const budget = { tokens: most.tokens };
  return formulas.map(({ value, isDisplay }, index) => {
    left -= value.length;
    if (left < 0 || index >= most.count || value.length > most.formula) return undefined;
    try {
      return printed(
        katex.renderToString(value, { ...options, displayMode: isDisplay, macros: countedMacros(value, budget) }),
      );
    } catch {
      return undefined; // no TeX, macros without an end, or nested too deeply
    }
  });
}

/** For texts of anyone: no commands that link or load, bounds on macros and sizes, an exception for each fault. */
const options = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 1_000,
} as const;

const annotation = /<annotation [^<>]*>[^<]*<\/annotation>/g;
const tag = /<(\/?)([a-z]+)((?: [a-z-]+ ?="[^"<]*")*) ?(\/?)>|[^<]+/giy;
const attribute = / ([a-z-]+) ?="([^"]*)"/gi;
const names = new Set(mathElements);
const dropped = new Set(['span', 'semantics']);

/** The markup with nothing but what is allowed; undefined where it has something else, or is over a bound. */
function printed(markup: string): string | undefined {
  const text = markup.replace(annotation, '');
  if (text.length > most.markup) return undefined;
  let html = '';
  let depth = 0;
  tag.lastIndex = 0;
  while (tag.lastIndex < text.length) {
    const [whole, slash, name, attributes = '', isVoid] = tag.exec(text) ?? [];
    if (whole === undefined) return undefined;
    if (name === undefined) html += whole;
    else if (!dropped.has(name)) {
      if (!names.has(name)) return undefined;
      depth += slash ? -1 : isVoid ? 0 : 1;
      if (depth > most.depth) return undefined;
      html += slash ? whole : `<${name}${allowedOf(attributes)}>${isVoid ? `</${name}>` : ''}`;
    }
  }
  return html;
}

function allowedOf(attributes: string): string {
  const kept = [...attributes.matchAll(attribute)].filter(
    ([, name = '', value = '']) => Object.hasOwn(mathAttributes, name) && mathAttributes[name]?.test(value),
  );
  return kept.map(([, name, value]) => ` ${name}="${value}"`).join('');
}
