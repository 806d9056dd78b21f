// Finds the day of the last change of each file of a commit, as `git log -1 -- FILE` does, for all files at once.
import { entriesOf, type RunGit } from './git-process.js';

/**
 * Returns days such as `2026-01-31` in UTC, for files below the paths `below`, if their commits have a valid time and are in the history.
 * Git follows the first parent of a merge that has the same file. A commit that differs from all its parents is the last change.
 */
export async function lastChanges(
  run: RunGit,
  commit: string,
  files: readonly string[],
  below: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const isShallow = (await run(['rev-parse', '--is-shallow-repository'])).toString().trim() === 'true';
  const listed = await run(['rev-list', '--topo-order', '--no-commit-header', '--format=%H %ct %P', commit]);
  const lines = listed.toString().trim().split('\n');
  const commits = lines.map((line) => {
    const [hash = '', time = '', ...parents] = line.split(' ');
    return { hash, time, parents: parents.filter((parent) => parent !== '') };
  });
  const merges = commits.flatMap(({ hash, parents: [first = '', ...others] }) =>
    others.map((other) => `${hash} ${first} ${other}`),
  );
  // Against the first parent; of merges what differs from the first parent and another one.
  const firsts = commits.map(({ hash, parents }) => [hash, ...parents.slice(0, 1)].join(' '));
  const fromFirst = await changesOf(firsts, below, run);
  const fromBoth = await changesOf(merges, below, run);
  const days = new Map<string, string>();
  /** Files whose way leads through a commit. */
  const open = new Map([[commit, new Set(files)]]);
  let merge = 0;
  for (const [index, { hash, time, parents }] of commits.entries()) {
    const differs = fromBoth.slice(merge, merge + Math.max(0, parents.length - 1)).map((paths) => new Set(paths));
    merge += differs.length;
    const here = open.get(hash);
    open.delete(hash);
    if (!here) continue;
    for (const path of fromFirst[index] ?? []) {
      if (!here.delete(path)) continue;
      const same = differs.findIndex((paths) => !paths.has(path));
      const day = isShallow && parents.length === 0 ? undefined : dayOf(time);
      if (same !== -1) leadTo(open, parents[same + 1], new Set([path]));
      else if (day !== undefined) days.set(path, day);
    }
    leadTo(open, parents[0], here);
  }
  return days;
}

function leadTo(open: Map<string, Set<string>>, commit: string | undefined, paths: Set<string>): void {
  const there = commit === undefined ? undefined : open.get(commit);
  if (there) for (const path of paths) there.add(path);
  else if (commit !== undefined && paths.size > 0) open.set(commit, paths);
}

/** Returns the paths that differ, for each line of a commit and those that it is compared with. */
async function changesOf(
  lines: readonly string[],
  below: readonly string[],
  run: RunGit,
): Promise<readonly string[][]> {
  if (lines.length === 0) return [];
  const options = ['--stdin', '--always', '--root', '-r', '-c', '--raw', '-z', '--no-renames'];
  const paths = below.includes('') ? [] : ['--', ...below];
  const output = await run(['--literal-pathspecs', 'diff-tree', ...options, ...paths], `${lines.join('\n')}\n`);
  const changes: string[][] = [];
  let isPath = false;
  for (const entry of entriesOf(output)) {
    // A line with modes and hashes begins with a colon, and a path follows. Any other is a commit.
    if (isPath) changes.at(-1)?.push(entry);
    else if (!entry.startsWith(':')) changes.push([]);
    isPath = !isPath && entry.startsWith(':');
  }
  return changes;
}

/** Undefined for a missing time, or one after the year 9999. */
function dayOf(seconds: string): string | undefined {
  const time = Number(seconds) * 1000;
  return seconds !== '' && time < Date.UTC(10_000) ? new Date(time).toISOString().slice(0, 10) : undefined;
}
