/** The facts of a page: plain data, from its own text alone. The reader of Markdown makes them. */
export interface PageFacts {
  /** The heading that names the page. One below level 1 is above all others. */
  readonly title?: { readonly text: string; readonly level: number } | undefined;
  /** '' if no paragraph would do. */
  readonly description: string;
  /** Whether it is a page in HTML that only its layout gives a content, so that it is left out. */
  readonly isEmpty?: true | undefined;
}

export const noFacts: PageFacts = { description: '' };
