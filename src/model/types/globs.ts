// Globs in the config, with globby's rules: a glob that matches a folder matches everything in it, and `!` excludes.
import { memoize } from 'lodash-es';
import picomatch from 'picomatch';
import { ancestorsOf } from './path.js';

export function globTest(globs: readonly string[]): (path: string) => boolean {
  const isMatch = (list: readonly string[]) => {
    const tests = list.map(plain).filter(Boolean).map(testOf); // picomatch throws for an empty glob
    return (path: string) => [path, ...ancestorsOf(path)].some((one) => tests.some((test) => test(one)));
  };
  const isTaken = isMatch(globs.filter((glob) => !glob.startsWith('!')));
  const isOut = isMatch(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)));
  return (path) => isTaken(path) && !isOut(path);
}

/** A wildcard takes the first match of the text after it if another wildcard follows in the name, so that names take linear time. */
function testOf(glob: string): (path: string) => boolean {
  const { source } = picomatch.makeRe(glob, { dot: true });
  const wildcard = /(\[\^\/\]\*\?(?:\\.|\[\^\/\](?!\*)|[^\\[\](){}|*+?^$/])+)(?=\[\^\/\]\*\?)/g;
  const regex = new RegExp(source.replace(wildcard, (part, _, at) => `(?=(?<at${at}>${part}))\\k<at${at}>`));
  return (path) => path === glob || regex.test(path);
}

const plain = (glob: string) => glob.replace(/^\.?\//, '').replace(/\/$/, '');

/** Globs in the files of a project, without those that can take seconds to match. Compiled once for a list, because pages inherit values by lists of globs. */
export const projectGlobTest = memoize((globs: readonly string[]) =>
  globTest(globs.filter((glob) => !isSlowGlob(glob))),
);
projectGlobTest.cache = new WeakMap();

/** Whether a glob can take seconds to match: it is long, repeats a group, or has many groups in a name. */
export const isSlowGlob = (glob: string): boolean =>
  glob.length > 1_000 ||
  /[)}]\+|\)\*|[+*]\(/.test(glob) ||
  (/^\{([^{}]*)\}$/.exec(glob)?.[1]?.split(',') ?? [glob]).some(
    (one) =>
      one.split('**').length > 4 ||
      one.split('/').some((part) => /[^\w.*?~ -]/.test(part) && part.split(/\*+|[({]|\]\+/).length > 4),
  );
