// Which files of the content may be published, by the name they are published under and by how their bytes begin. Pure.
import { isPlainSvg } from './svg.js';

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

/** The extension of a published file in lower case, with its dot; undefined where a file of that name is not published. */
export function publishedExtension(name: string): string | undefined {
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return publishable.has(extension) ? `.${extension}` : undefined;
}

/** Why the bytes of a file are not what its extension says, as far as that is dangerous; undefined where they may be published. */
export function contentFault(bytes: Uint8Array, extension: string): 'markup' | 'active-svg' | undefined {
  if (extension === '.svg') return isPlainSvg(bytes) ? undefined : 'active-svg';
  // A browser that is told no type, or told to look, takes for HTML or XML what begins as a tag, behind a byte order mark and spaces.
  // Byte by byte and past any NUL, it reads the same in UTF-8 and both forms of UTF-16.
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /^(?:[\s\p{Cc}]|\xef\xbb\xbf|\xff\xfe|\xfe\xff)*<\0*[a-z!?/]/iu.test(start) ? 'markup' : undefined;
}
