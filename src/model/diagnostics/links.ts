// 6xx: links, images and includes.
import { define, inCode, unsyncedHint } from './define.js';
import { didYouMean } from './diagnostic.js';

/** `unsynced`: the section into which the address leads, if `docgen sync` has not exported it. */
interface NotFound {
  readonly url: string;
  readonly near: string | undefined;
  readonly unsynced?: string | undefined;
}

const notFoundHint = ({ near, unsynced }: NotFound) =>
  unsynced === undefined ? near && `did you mean ${inCode(near)}?` : unsyncedHint(unsynced);

export const linkBroken = define<NotFound & { readonly isInRepository?: boolean }>('DG601', {
  message: (d) => `link to ${inCode(d.url)} matches no page`,
  hint: (d) =>
    d.isInRepository
      ? 'its repository has this file but no address on the web: add the file to `paths` of the source'
      : notFoundHint(d),
});
export const anchorBroken = define<{ anchor: string; page: string; ids: readonly string[] }>('DG602', {
  message: (d) => `anchor ${inCode(`#${d.anchor}`)} not found in ${inCode(d.page)}`,
  hint: (d) =>
    didYouMean(d.anchor, d.ids) ??
    (d.ids.length ? `anchors there: ${d.ids.slice(0, 8).join(', ')}` : 'that page has no anchors'),
});
export const imageBroken = define<NotFound>('DG603', {
  message: (d) => `image ${inCode(d.url)} not found`,
  hint: notFoundHint,
});
export const activeContent = define<{ url: string }>('DG604', {
  message: (d) => `${inCode(d.url)} has a file type that is not published, or its content is markup; it is not copied`,
  hint: () =>
    'published types: images, audio, video, fonts, documents, archives and text; link to other files in their repository',
});
export const linkOutside = define<{ url: string }>('DG605', {
  message: (d) => `${inCode(d.url)} is outside the content root`,
  hint: () => 'link to its web address, or add its folder to `content` of the config',
});
export const linkHidden = define<{ url: string }>('DG606', {
  message: (d) => `${inCode(d.url)} is an excluded, hidden or draft file`,
  hint: () => 'files whose names begin with `_` or `.`, tests and drafts have no pages',
});
export const includeMissing = define<{ path: string; isCode: boolean }>('DG609', {
  message: (d) => `included file ${inCode(d.path)} not found`,
  hint: (d) =>
    d.isCode
      ? "the page's repository has no such file, of a gathered page at its commit; if it has, run `docgen sync`; with `--with`, no files outside the folder are read"
      : 'put it beside the page, with a name that begins with `_`',
});
export const includeLeftOut = define<{ path: string; reason: string }>('DG611', {
  message: (d) => `included file ${inCode(d.path)} is left out: ${d.reason}`,
  hint: (d) => (d.reason === 'it includes itself' ? 'include what both need from a third file' : undefined),
});
