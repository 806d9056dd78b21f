// Globs in the config, with globby's rules: a glob that matches a folder matches everything in it, and `!` excludes.
import { memoize } from 'lodash-es';
import picomatch from 'picomatch';
import { ancestorsOf } from './path.js';

type Test = (text: string) => boolean;

export function globTest(globs: readonly string[]): Test {
  const isMatch = (list: readonly string[]): Test => {
    const plain = list.map((glob) => glob.replace(/^\.?\/|\/$/g, ''));
    const tests = plain.filter(Boolean).map(testOf); // picomatch throws for an empty glob
    return (path) => tests.some((test) => test(path));
  };
  const isTaken = isMatch(globs.filter((glob) => !glob.startsWith('!')));
  const isOut = isMatch(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)));
  return (path) => isTaken(path) && !isOut(path);
}

/** Whether items match a pattern in order. `any` matches any number of items. Takes linear time per part: after a mismatch, only the last `any` is extended. */
export function matchesInOrder<Part, Item>(
  pattern: readonly Part[],
  items: ArrayLike<Item>,
  any: Part,
  isMatch: (part: Part, item: Item) => boolean,
): boolean {
  let [at, item, last, taken] = [0, 0, -1, 0];
  while (item < items.length) {
    const part = pattern[at];
    if (part === any) [last, at, taken] = [at, at + 1, item];
    else if (part !== undefined && isMatch(part, items[item] as Item)) [at, item] = [at + 1, item + 1];
    else if (last !== -1) [at, taken, item] = [last + 1, taken + 1, taken + 1];
    else return false;
  }
  return pattern.slice(at).every((part) => part === any);
}

/** Whether a name in a glob can be matched by itself: its groups are not nested, and end in the same name. */
const isWhole = (name: string) =>
  name === '**' ||
  !/[\\"!+|()[\]{}]|\*[*(]/.test(name.replace(/\[[^()[\]{}]*\]|\{[^()[\]{}]*\}|(?<![*+!])\([^()[\]{}]*\)/g, ''));

const any: Test = () => true;

/** Returns a test for whether a glob matches a path or a folder above it. Matches name by name if possible, in linear time. After a `*`, a last `**` matches one name or more. */
function testOf(glob: string): Test {
  const names = glob.replace(/(?<=(?:^|[^*])\*)(?:\/\*\*)+$/, '/*').split('/');
  if (!names.every(isWhole)) {
    const isMatch = picomatch(glob, { dot: true });
    return (path) => [path, ...ancestorsOf(path)].some((one) => isMatch(one));
  }
  const tests = [...names.map((name) => (name === '**' ? any : testOfName(name))), any];
  return (path) =>
    `${path}/`.startsWith(`${glob}/`) || matchesInOrder(tests, path.split('/'), any, (test, name) => test(name));
}

/** Tests one name. If another wildcard follows, a wildcard ends at the first match of the text after it. */
function testOfName(name: string): Test {
  if (!/[*?[{(]/.test(name)) return (text) => text === name;
  if (/[[{(]/.test(name)) {
    const { source } = picomatch.makeRe(name, { dot: true });
    const wildcard = /(\[\^\/\]\*\?(?:\\.|\[\^\/\](?!\*)|[^\\[\](){}|*+?^$/])+)(?=\[\^\/\]\*\?)/g;
    const regex = new RegExp(source.replace(wildcard, (part, _, at) => `(?=(?<at${at}>${part}))\\k<at${at}>`));
    return (text) => regex.test(text);
  }
  return (text) => matchesInOrder(name.split(''), text, '*', (sign, char) => sign === '?' || char === sign);
}

/** Returns a test for globs in files of a project, without slow ones. Compiled once per list, because pages inherit values by lists of globs. */
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
