// 3xx: files as they are read.
import { define, inCode } from './define.js';

export const unreadable = define<{ reason: string }>({
  code: 'DG301',
  severity: 'warning',
  title: 'A file or folder cannot be read',
  effect: 'It is skipped.',
  message: (d) => `cannot be read (${d.reason})`,
  hint: () => 'check its owner and mode',
});
export const vanished = define<object>({
  code: 'DG302',
  severity: 'warning',
  title: 'A file was deleted while docgen was reading',
  effect: 'It is skipped.',
  message: () => 'vanished while it was being read',
  hint: () => 'run the build again',
});
export const notUtf8 = define<{ byte: number; offset: number; guess: string }>({
  code: 'DG303',
  severity: 'warning',
  title: 'A file is not valid UTF-8',
  effect: 'Invalid bytes are replaced by U+FFFD.',
  message: (d) =>
    `not valid UTF-8 at byte ${d.offset} (0x${d.byte.toString(16).padStart(2, '0').toUpperCase()}); looks like ${d.guess}`,
  hint: () => 'save the file as UTF-8',
});
export const controlCharacter = define<{ codePoint: number; count: number }>({
  code: 'DG304',
  severity: 'warning',
  title: 'A file contains control characters',
  effect: 'They are replaced by U+FFFD.',
  message: (d) =>
    `control character U+${d.codePoint.toString(16).padStart(4, '0').toUpperCase()} replaced${d.count > 1 ? ` (${d.count} control characters in all)` : ''}`,
  hint: () => 'remove it',
});
export const tooLarge = define<{ size: number; limit: number }>({
  code: 'DG305',
  severity: 'warning',
  title: 'A file is over the size limit',
  effect: 'It is skipped.',
  message: (d) => `${d.size} bytes is over the limit of ${d.limit}`,
  hint: () => 'split the file',
});
export const renderingStopped = define<{ reason: string }>({
  code: 'DG306',
  severity: 'warning',
  title: 'A page could not be rendered',
  effect: 'Its source is shown as text.',
  message: (d) => `rendering stopped: ${d.reason}`,
  hint: () => 'simplify the nesting or the table; to retry without a change, delete the cache folder',
});
export const symlinkSkipped = define<{ kind: 'inside' | 'outside' | 'broken' | 'loop' }>({
  code: 'DG307',
  severity: 'warning',
  title: 'The content contains a symbolic link',
  effect: 'It is skipped.',
  message: (d) =>
    ({
      inside: 'symbolic link skipped',
      outside: 'symbolic link skipped: its target is outside the content root',
      broken: 'symbolic link skipped: its target does not exist',
      loop: 'symbolic link skipped: it is part of a loop',
    })[d.kind],
  hint: () => 'copy the file there, or add the folder to `content` of the config',
});
export const notRegular = define<{ kind: string }>({
  code: 'DG308',
  severity: 'warning',
  title: 'An entry of the content is neither a file nor a folder',
  effect: 'It is skipped.',
  message: (d) => `not a regular file (${d.kind})`,
});
export const nameNotUtf8 = define<object>({
  code: 'DG309',
  severity: 'warning',
  title: 'A file name is not valid UTF-8',
  effect: 'The file is skipped.',
  message: () => 'file name is not valid UTF-8',
  hint: () => 'rename the file',
});
export const versionsFile = define<{ reason: string }>({
  code: 'DG310',
  severity: 'warning',
  title: 'A file or folder of versions cannot be used',
  effect: 'The content folder is built without it.',
  message: (d) => `versions: ${d.reason}`,
  hint: () => `${inCode('disableVersioning: true')} in the config builds the content folder alone`,
});
export const gitIgnored = define<{ names: readonly string[] }>({
  code: 'DG311',
  severity: 'info',
  title: 'git ignores Markdown of a content folder',
  effect: 'It is left out, as is all that git ignores.',
  message: (d) =>
    `left out, since git ignores it: ${d.names.slice(0, mostShown).map(inCode).join(', ')}${d.names.length > mostShown ? ` and ${d.names.length - mostShown} more` : ''}`,
  hint: () => '`gitignore: false` beside `dir` in `content` of the config builds it too',
});

export const builtSite = define<object>({
  code: 'DG312',
  severity: 'info',
  title: 'A folder of the content is a site that docgen built',
  effect: 'It is left out.',
  message: () => 'left out: `docgen build` made this folder',
  hint: () => 'delete it, or build into a folder outside the content; to publish it as it is, name it in `static`',
});

export const nameWithLineEnd = define<object>({
  code: 'DG313',
  severity: 'warning',
  title: 'A file or folder name contains a line end',
  effect: 'It is skipped.',
  message: () => 'skipped: the name contains a line end',
  hint: () => 'rename it',
});

/** Names that are shown of what is left out. */
const mostShown = 5;
