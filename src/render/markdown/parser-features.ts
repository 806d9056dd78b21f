/** What both builds of satteri read: CommonMark and GFM; front matter is taken off before. */
export const parserFeatures = { gfm: true, frontmatter: false };
