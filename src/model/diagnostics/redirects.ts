// 5xx: redirects of moved pages.
import { define, inCode } from './define.js';

export const redirectUnusable = define<{ key: string; value: string; reason: string }>({
  code: 'DG511',
  severity: 'warning',
  title: 'An address of a redirect cannot be used',
  effect: 'The redirect is left out.',
  message: (d) => `${inCode(d.key)}: ${inCode(d.value.slice(0, 200))} ${d.reason}`,
  hint: () => 'write a path from the root of the site, such as `/docs/old-name`',
});
export const redirectTaken = define<{ from: string; other: string }>({
  code: 'DG512',
  severity: 'warning',
  title: 'A redirect begins where a page, a file or another redirect is',
  effect: 'The redirect is left out.',
  message: (d) => `redirect from ${inCode(d.from)}: ${d.other}`,
  hint: () => 'remove the redirect, or give one of them another address',
});
export const redirectNowhere = define<{ from: string; to: string; near: string | undefined }>({
  code: 'DG513',
  severity: 'warning',
  title: 'A redirect leads to an address that the site does not have',
  effect: 'The redirect is left out.',
  message: (d) => `redirect from ${inCode(d.from)}: nothing is at ${inCode(d.to)}`,
  hint: (d) =>
    d.near === undefined
      ? 'if others serve it on the same host, name it in `external` of the config'
      : `did you mean ${inCode(d.near)}?`,
});
export const redirectChain = define<{ from: string; through: string; to: string }>({
  code: 'DG514',
  severity: 'info',
  title: 'A redirect leads to another redirect',
  effect: 'It leads to the end of the chain.',
  message: (d) => `redirect from ${inCode(d.from)}: ${inCode(d.through)} redirects again; it leads to ${inCode(d.to)}`,
  hint: (d) => `write ${inCode(d.to)}`,
});
export const redirectLoop = define<{ from: string; through: string }>({
  code: 'DG515',
  severity: 'warning',
  title: 'Redirects lead back to where they begin',
  effect: 'They are left out.',
  message: (d) => `redirect from ${inCode(d.from)} leads back to itself, by ${inCode(d.through)}`,
});
export const redirectsTooMany = define<{ count: number; limit: number; of: string }>({
  code: 'DG516',
  severity: 'warning',
  title: 'There are more redirects than docgen makes',
  effect: 'Those over the limit are left out.',
  message: (d) => `${d.count} redirects ${d.of}; the first ${d.limit} are made`,
  hint: () => 'a redirect of the config may end in `*`, and stand for many',
});
export const redirectsHostLimit = define<{ file: string; count: number; limit: number; host: string }>({
  code: 'DG517',
  severity: 'info',
  title: 'A host reads fewer redirects than its file has',
  effect: 'All are written; each redirect that is not read is still a page.',
  message: (d) => `${inCode(d.file)} has ${d.count} lines, of which ${d.host} reads ${d.limit}`,
});
export const pageMoved = define<{ old: string; same: 'title' | 'text'; line: string }>({
  code: 'DG518',
  severity: 'info',
  title: 'A page of the previous build is gone, and another has its title or its text',
  effect: 'The old address leads nowhere until a redirect is added.',
  message: (d) => `${inCode(d.old)} of the previous build is gone, and this page has the same ${d.same}`,
  hint: (d) => `if it moved, add ${d.line}`,
});
