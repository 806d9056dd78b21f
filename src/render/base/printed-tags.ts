// Tags in finished HTML, as docgen, React and KaTeX print it: `<` only begins a tag, and every value is in double quotes.

const attributes = String.raw`(?: [^\s"=<>]+(?:="[^"]*")?)*`;
const attribute = / ([^\s"=<>]+)(?:="([^"]*)")?/g;

/** The groups are the slash of a closing tag, the name, the attributes and the slash at the end. */
export const printedTag = (name: string, flags = 'g'): RegExp =>
  new RegExp(`<(/?)(${name})(${attributes}) ?(/?)>`, flags);

/** Matches the attributes after a certain place of a tag, and the end of the tag. */
export const restOfTag = new RegExp(`${attributes}>`, 'y');

export const attributesIn = (text: string) =>
  Array.from(text.matchAll(attribute), ([source, name = '', value = '']) => ({ name, value, source }));
