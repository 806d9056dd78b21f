/** Facts of a page: plain data from its own text. The parser of Markdown creates them. */
export interface PageFacts {
  /** Heading that names the page. A heading below level 1 is the highest one of the page. */
  readonly title?: { readonly text: string; readonly level: number } | undefined;
  /** '' if no paragraph is suitable. */
  readonly description: string;
  /** Whether the page is an HTML file whose content comes only from its layout, so that docgen leaves it out. */
  readonly isEmpty?: true | undefined;
}

export const noFacts: PageFacts = { description: '' };
