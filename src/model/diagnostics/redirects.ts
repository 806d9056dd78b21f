// 5xx: redirects of moved pages.
import { define, inCode, unsyncedHint } from './define.js';

export const redirectUnusable = define<{ key: string; value: string; reason: string }>('DG511', {
  message: (d) => `${inCode(d.key)}: ${inCode(d.value.slice(0, 200))} ${d.reason}`,
  hint: () => 'write a path from the root of the site, such as `/docs/old-name`',
});
export const redirectTaken = define<{ from: string; other: string }>('DG512', {
  message: (d) => `redirect from ${inCode(d.from)}: ${d.other}`,
  hint: () => 'remove the redirect, or give one of them another address',
});
export const redirectNowhere = define<{
  from: string;
  to: string;
  near: string | undefined;
  unsynced?: string | undefined;
}>('DG513', {
  message: (d) => `redirect from ${inCode(d.from)}: nothing is at ${inCode(d.to)}`,
  hint: (d) => {
    if (d.unsynced !== undefined) return unsyncedHint(d.unsynced);
    return d.near === undefined
      ? 'if others serve it on the same host, name it in `external` of the config'
      : `did you mean ${inCode(d.near)}?`;
  },
});
export const redirectChain = define<{ from: string; through: string; to: string }>('DG514', {
  message: (d) => `redirect from ${inCode(d.from)}: ${inCode(d.through)} redirects again; it leads to ${inCode(d.to)}`,
  hint: (d) => `write ${inCode(d.to)}`,
});
export const redirectLoop = define<{ from: string; through: string }>('DG515', {
  message: (d) => `redirect from ${inCode(d.from)} leads back to itself, by ${inCode(d.through)}`,
});
export const redirectsTooMany = define<{ count: number; limit: number; of: string }>('DG516', {
  message: (d) => `${d.count} redirects ${d.of}; the first ${d.limit} are made`,
  hint: () => 'a redirect of the config may end in `*`, and stand for many',
});
export const redirectsHostLimit = define<{ file: string; count: number; limit: number; host: string }>('DG517', {
  message: (d) => `${inCode(d.file)} has ${d.count} lines, of which ${d.host} reads ${d.limit}`,
});
export const pageMoved = define<{ old: string; same: 'title' | 'text'; line: string }>('DG518', {
  message: (d) => `${inCode(d.old)} of the previous build is gone, and this page has the same ${d.same}`,
  hint: (d) => `if it moved, add ${d.line}`,
});
