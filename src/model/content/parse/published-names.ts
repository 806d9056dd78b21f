// Which files of the content may be published, by the name they are published under. Pure.
import { segmentFault } from '../../types/path.js';

const list = (words: string) => words.split(' ');

/** Extensions of files that no browser runs and no server executes; nothing else is published. */
export const publishable: ReadonlySet<string> = new Set([
  ...list('png apng jpg jpeg jfif gif webp avif heic bmp ico tif tiff svg'),
  ...list('mp3 ogg oga opus wav flac m4a aac weba mp4 m4v webm ogv mov mkv avi'),
  ...list('woff woff2 ttf otf eot'),
  ...list('pdf epub docx xlsx pptx odt ods odp'),
  ...list('zip tar gz tgz bz2 xz zst 7z rar'),
  ...list('txt text log csv tsv json jsonl ndjson geojson ipynb'),
  ...list('md markdown mdx rst adoc yaml yml toml ini cfg conf properties diff patch proto sql'),
]);

/** Returns the extension of a file in lower case, with its dot, or undefined if a file of this name must not be published. */
export function publishedExtension(name: string): string | undefined {
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return publishable.has(extension) ? `.${extension}` : undefined;
}

/** Files that hosts and local servers read as their configuration where they are at the root of a site; docgen's own for nginx too. */
const hostFile =
  /^(?:vercel|now|firebase|serve|package|staticwebapp\.config|_?routes|static|edgeone|wrangler)\.jsonc?$|^(?:netlify|wrangler|fly)\.toml$|^(?:_config|render|amplify|app|customHttp)\.ya?ml$|^(?:redirects\.)?nginx\.conf$/i;

/** Whether a file in a static folder that is not in the config may be published under its own name. */
export function isPlainName(path: string): boolean {
  const names = path.split('/');
  const isSound = names.every((name) => segmentFault(name) === undefined && !name.startsWith('.'));
  return isSound && !hostFile.test(path) && publishedExtension(names.at(-1) ?? '') !== undefined;
}
