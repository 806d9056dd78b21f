// The bodies of docs as pages ask for them, in their order: some are rendered ahead, so that no thread waits; what stays of a body
// when its page is made is its ids, for the links of others.
import type { Doc } from '../../model/docs/doc.js';
import type { Site } from '../../model/site.js';
import type { Body, BodyInput, RenderBody } from '../body/body-types.js';
import { collectIncludes } from '../body/syntax/includes.js';
import { ownSites } from '../pages/links/original-address.js';

/** Bodies that are on their way at a time, at most. */
const ahead = 256;

export class Bodies {
  readonly #site: Site;
  readonly #ownSites: readonly string[];
  readonly #render: RenderBody;
  readonly #ids = new Map<string, readonly string[]>();

  constructor(site: Site, render: RenderBody) {
    this.#site = site;
    this.#ownSites = ownSites(site);
    this.#render = render;
  }

  /** The body of each doc, in the order of the docs. */
  async *inOrder(docs: readonly Doc[]): AsyncGenerator<Body> {
    const started: Promise<Body>[] = [];
    let next = 0;
    for (let index = 0; index < docs.length; index += 1) {
      for (; next < Math.min(docs.length, index + ahead); next += 1) {
        const rendering = this.#renderDoc(docs[next] as Doc);
        rendering.catch(() => {}); // told to whoever awaits it, also when that is never
        started[next] = rendering;
      }
      yield started[index] as Promise<Body>;
      delete started[index];
    }
  }

  /** All that the body of a doc depends on. */
  inputOf({ source, body, bodyLine }: Doc): BodyInput {
    const { includable, config } = this.#site;
    const partials = collectIncludes(body, source, (path) => includable.get(path));
    const { components } = config;
    return { source, text: body, line: bodyLine, partials, ownSites: this.#ownSites, components };
  }

  /** Says which ids a doc has whose body need not be rendered. */
  know(docId: string, ids: readonly string[]): void {
    this.#ids.set(docId, ids);
  }

  /** Ids of the headings and anchors of a doc's body; undefined where it is not rendered yet. */
  idsOf(docId: string): readonly string[] | undefined {
    return this.#ids.get(docId);
  }

  async #renderDoc(doc: Doc): Promise<Body> {
    const rendered = await this.#render(this.inputOf(doc));
    this.#ids.set(doc.id, rendered.ids);
    return rendered;
  }
}
