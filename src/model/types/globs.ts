// Globs in the config, with globby's rules: a glob that matches a folder matches everything in it, and `!` excludes.
import { memoize } from 'lodash-es';
import picomatch from 'picomatch';
import { ancestorsOf } from './path.js';

type Test = (text: string) => boolean;

export function globTest(globs: readonly string[]): Test {
  const isMatch = (list: readonly string[]): Test => {
    const tests = list.map(plain).filter(Boolean).map(testOf); // picomatch throws for an empty glob
    return (path) => tests.some((test) => test(path));
  };
  const isTaken = isMatch(globs.filter((glob) => !glob.startsWith('!')));
  const isOut = isMatch(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)));
  return (path) => isTaken(path) && !isOut(path);
}

/** Whether the parts match tests in their order, where `any` matches any number of parts. Takes linear time for each test: if a part does not match, only the last `any` takes one part more. */
function matches(tests: readonly (Test | 'any')[], parts: ArrayLike<string>): boolean {
  let [test, part, afterAny, retry] = [0, 0, -1, 0];
  while (part < parts.length) {
    const isPart = tests[test];
    if (isPart === 'any') {
      test += 1;
      [afterAny, retry] = [test, part];
      if (test === tests.length) return true;
    } else if (isPart?.(parts[part] ?? '')) {
      test += 1;
      part += 1;
    } else if (afterAny < 0) return false;
    else {
      retry += 1;
      [test, part] = [afterAny, retry];
    }
  }
  return tests.slice(test).every((one) => one === 'any');
}

/** Whether a name of a glob means the same without the names around it: its groups are not nested, and end in it. */
const isWhole = (name: string) =>
  name === '**' ||
  !/[\\"!+|()[\]{}]|\*[*(]/.test(name.replace(/\[[^()[\]{}]*\]|\{[^()[\]{}]*\}|(?<![*+!])\([^()[\]{}]*\)/g, ''));

/** Tests whether a glob matches a path or a folder above it, by names if that is possible, because it takes linear time. After a `*`, a last `**` matches at least one name. */
function testOf(glob: string): Test {
  const names = glob.replace(/(?<=(?:^|[^*])\*)(?:\/\*\*)+$/, '/*').split('/');
  if (!names.every(isWhole)) {
    const isMatch = picomatch(glob, { dot: true });
    return (path) => [path, ...ancestorsOf(path)].some((one) => isMatch(one));
  }
  const tests = [...names.map((name) => (name === '**' ? 'any' : testOfName(name))), 'any' as const];
  return (path) => `${path}/`.startsWith(`${glob}/`) || matches(tests, path.split('/'));
}

/** In a name with groups, a wildcard takes the first match of the text after it if another wildcard follows. */
function testOfName(name: string): Test {
  if (!/[*?[{(]/.test(name)) return (text) => text === name;
  if (/[[{(]/.test(name)) {
    const { source } = picomatch.makeRe(name, { dot: true });
    const wildcard = /(\[\^\/\]\*\?(?:\\.|\[\^\/\](?!\*)|[^\\[\](){}|*+?^$/])+)(?=\[\^\/\]\*\?)/g;
    const regex = new RegExp(source.replace(wildcard, (part, _, at) => `(?=(?<at${at}>${part}))\\k<at${at}>`));
    return (text) => regex.test(text);
  }
  const tests = name.split('').map((sign) => (sign === '*' ? 'any' : (text: string) => sign === '?' || text === sign));
  return (text) => matches(tests, text);
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
      (one.split('**').length > 3 && !one.split('/').every(isWhole)) ||
      one.split('/').some((part) => /[^\w.*?~ -]/.test(part) && part.split(/\*+|[({]|\]\+/).length > 4),
  );
