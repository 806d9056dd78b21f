// A sitemap, or an index of sitemaps, as sitemaps.org describes them.
import { decodeXML } from 'entities';
import { Tokenizer } from 'htmlparser2';

export interface Sitemap {
  readonly pages: readonly string[];
  /** Of an index. */
  readonly sitemaps: readonly string[];
}

/** The `<loc>` of each `<url>` and each `<sitemap>`. Declarations of entities are not read, so that nothing expands. */
export function readSitemap(text: string): Sitemap {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const open: string[] = [];
  let loc: string | undefined;
  let name = '';
  const nothing = () => {};
  const localName = (start: number, end: number) => text.slice(start, end).replace(/^.*:/, '');
  const leave = (closed: string) => {
    if (closed === 'loc' && loc !== undefined) {
      const parent = open.at(-2);
      if (parent === 'url') pages.push(decodeXML(loc.trim()));
      else if (parent === 'sitemap') sitemaps.push(decodeXML(loc.trim()));
      loc = undefined;
    }
    if (open.at(-1) === closed) open.pop();
  };
  const add = (start: number, end: number) => {
    if (loc !== undefined && loc.length < 10_000) loc += text.slice(start, end);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname(start, end) {
        name = localName(start, end);
      },
      onopentagend() {
        if (open.length < 20) open.push(name);
        // `<image:loc>` is not the address of a page, but stands in an `<image:image>`.
        if (name === 'loc') loc = '';
      },
      onselfclosingtag: nothing,
      onclosetag: (start, end) => leave(localName(start, end)),
      ontext: add,
      oncdata: (start, end, closing) => add(start, end - closing),
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      ontextentity: nothing,
      ondeclaration: nothing,
      oncomment: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return { pages, sitemaps };
}
