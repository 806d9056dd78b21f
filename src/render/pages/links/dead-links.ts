// Links of a body that lead nowhere when their holes are filled: a page shows them as text.

/** A link as bodies print it. */
const linkTag = /<a((?: [^\s"=<>]+(?:="[^"]*")?)*)>|<\/a>/g;

/** Markup without the tags of links that have no address; one that is a place to link to stays that place. */
export function withoutDeadLinks(markup: string): string {
  const closings: string[] = [];
  return markup.replace(linkTag, (tag, attributes?: string) => {
    if (attributes === undefined) return closings.pop() ?? tag;
    if (attributes.startsWith(' href=')) {
      closings.push('</a>');
      return tag;
    }
    const names = attributes.replace(/="[^"]*"/g, '=');
    const isPlace = / id=/.test(names);
    const isLink = / href=/.test(names);
    closings.push(isLink ? '</a>' : isPlace ? '</span>' : '');
    return isLink ? tag : isPlace ? `<span${attributes}>` : '';
  });
}
