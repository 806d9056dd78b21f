// 3xx: files as they are read.
import { define } from './define.js';

export const unreadable = define<{ reason: string }>({
  code: 'DG301',
  severity: 'warning',
  title: 'A file or folder cannot be read',
  effect: 'It is left out.',
  message: (d) => `cannot be read (${d.reason})`,
  hint: () => 'check its owner and mode',
});
export const vanished = define<object>({
  code: 'DG302',
  severity: 'warning',
  title: 'A file vanished while docgen was reading',
  effect: 'It is left out.',
  message: () => 'vanished while it was being read',
  hint: () => 'run the build again',
});
export const notUtf8 = define<{ byte: number; offset: number; guess: string }>({
  code: 'DG303',
  severity: 'warning',
  title: 'A file is not valid UTF-8',
  effect: 'Bad bytes show as U+FFFD.',
  message: (d) =>
    `not valid UTF-8 at byte ${d.offset} (0x${d.byte.toString(16).padStart(2, '0').toUpperCase()}); looks like ${d.guess}`,
  hint: () => 'save the file as UTF-8',
});
export const controlCharacter = define<{ codePoint: number; count: number }>({
  code: 'DG304',
  severity: 'warning',
  title: 'A file holds control characters',
  effect: 'They show as U+FFFD.',
  message: (d) =>
    `control character U+${d.codePoint.toString(16).padStart(4, '0').toUpperCase()} replaced${d.count > 1 ? ` (${d.count} control characters in all)` : ''}`,
  hint: () => 'remove it',
});
export const tooLarge = define<{ size: number; limit: number }>({
  code: 'DG305',
  severity: 'warning',
  title: 'A file is over the size limit',
  effect: 'It is left out.',
  message: (d) => `${d.size} bytes is over the limit of ${d.limit}`,
  hint: () => 'split the file',
});
export const renderingStopped = define<{ reason: string }>({
  code: 'DG306',
  severity: 'warning',
  title: 'A page could not be rendered',
  effect: 'It shows its escaped source.',
  message: (d) => `rendering stopped: ${d.reason}`,
  hint: () => 'simplify the nesting or the table at this place; to try again without a change, delete the cache folder',
});
export const symlinkSkipped = define<{ kind: 'inside' | 'outside' | 'broken' | 'loop' }>({
  code: 'DG307',
  severity: 'warning',
  title: 'A symbolic link in the content',
  effect: 'It is left out.',
  message: (d) =>
    ({
      inside: 'symbolic link skipped',
      outside: 'symbolic link skipped: it leaves the content root',
      broken: 'symbolic link skipped: it leads nowhere',
      loop: 'symbolic link skipped: it loops',
    })[d.kind],
  hint: () => 'put the file itself there, or mount the folder it leads to as a content folder of its own',
});
export const notRegular = define<{ kind: string }>({
  code: 'DG308',
  severity: 'warning',
  title: 'An entry of the content is neither file nor folder',
  effect: 'It is left out.',
  message: (d) => `not a regular file (${d.kind})`,
});
export const nameNotUtf8 = define<object>({
  code: 'DG309',
  severity: 'warning',
  title: 'A file name is not valid UTF-8',
  effect: 'The file is left out.',
  message: () => 'file name is not valid UTF-8',
  hint: () => 'rename the file',
});
