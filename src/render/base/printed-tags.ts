// Matches tags in HTML that docgen, React and KaTeX serialized: `<` always starts a tag, and every value is in double quotes.

const attributes = String.raw`(?: [^\s"=<>]+(?:="[^"]*")?)*`;
const attribute = / ([^\s"=<>]+)(?:="([^"]*)")?/g;

/** Returns a pattern for tags. Its groups are the slash of a closing tag, the name, the attributes and the slash at the end. */
export const printedTag = (name: string, flags = 'g'): RegExp =>
  new RegExp(`<(/?)(${name})(${attributes}) ?(/?)>`, flags);

/** Matches the rest of a tag from a position between its attributes. */
export const restOfTag = new RegExp(`${attributes}>`, 'y');

export const attributesIn = (text: string) =>
  Array.from(text.matchAll(attribute), ([source, name = '', value = '']) => ({ name, value, source }));
