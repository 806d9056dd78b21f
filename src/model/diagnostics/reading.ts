// 3xx: files as they are read.
import { define, inCode } from './define.js';

export const unreadable = define<{ reason: string }>('DG301', {
  message: (d) => `cannot be read (${d.reason})`,
  hint: () => 'check its owner and mode',
});
export const vanished = define<object>('DG302', {
  message: () => 'vanished while it was being read',
  hint: () => 'run the build again',
});
export const notUtf8 = define<{ byte: number; offset: number; guess: string }>('DG303', {
  message: (d) =>
    `not valid UTF-8 at byte ${d.offset} (0x${d.byte.toString(16).padStart(2, '0').toUpperCase()}); looks like ${d.guess}`,
  hint: () => 'save the file as UTF-8',
});
export const controlCharacter = define<{ codePoint: number; count: number }>('DG304', {
  message: (d) =>
    `control character U+${d.codePoint.toString(16).padStart(4, '0').toUpperCase()} replaced${d.count > 1 ? ` (${d.count} control characters in all)` : ''}`,
  hint: () => 'remove it',
});
export const tooLarge = define<{ size: number; limit: number }>('DG305', {
  message: (d) => `${d.size} bytes is over the limit of ${d.limit}`,
  hint: () => 'split the file',
});
export const renderingStopped = define<{ reason: string }>('DG306', {
  message: (d) => `rendering stopped: ${d.reason}`,
  hint: () => 'simplify the nesting or the table; to retry without a change, delete the cache folder',
});
export const symlinkSkipped = define<{ kind: 'inside' | 'outside' | 'broken' | 'loop' }>('DG307', {
  message: (d) =>
    ({
      inside: 'symbolic link skipped',
      outside: 'symbolic link skipped: its target is outside the content root',
      broken: 'symbolic link skipped: its target does not exist',
      loop: 'symbolic link skipped: it is part of a loop',
    })[d.kind],
  hint: () => 'copy the file there, or add the folder to `content` of the config',
});
export const notRegular = define<{ kind: string }>('DG308', {
  message: (d) => `not a regular file (${d.kind})`,
});
export const nameNotUtf8 = define<object>('DG309', {
  message: () => 'file name is not valid UTF-8',
  hint: () => 'rename the file',
});
export const versionsFile = define<{ reason: string }>('DG310', {
  message: (d) => `versions: ${d.reason}`,
  hint: () => `${inCode('disableVersioning: true')} in the config builds the content folder alone`,
});
export const gitIgnored = define<{ names: readonly string[] }>('DG311', {
  message: (d) =>
    `left out, since git ignores it: ${d.names.slice(0, mostShown).map(inCode).join(', ')}${d.names.length > mostShown ? ` and ${d.names.length - mostShown} more` : ''}`,
  hint: () => '`gitignore: false` beside `dir` in `content` of the config builds it too',
});

export const builtSite = define<object>('DG312', {
  message: () => 'left out: `docgen build` made this folder',
  hint: () => 'delete it, or build into a folder outside the content; to publish it as it is, name it in `static`',
});

export const nameWithLineEnd = define<object>('DG313', {
  message: () => 'skipped: the name contains a line end',
  hint: () => 'rename it',
});

/** Names that are shown of what is left out. */
const mostShown = 5;
