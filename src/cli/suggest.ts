// Suggests config lines with which `--strict` accepts the warnings of a build: URLs for `external`, and severities. Pure.
import { groupBy, mapValues, partition } from 'lodash-es';
import { catalog, compareStrings, type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { ancestorsOf, within } from '../model/types/path.js';

/** Maximum URLs in the suggested `external`. */
const maxExternal = 6;

/** Maximum globs of an entry of `at`. More files are named by their folders. */
const maxPaths = 3;

/** Returns lines of `docgen.config.ts`. `pathOf` is the path of a file from the folder of the config. */
export function suggestedConfig(found: readonly Diagnostic[], pathOf: (file: string) => string): readonly string[] {
  const urlOf = ({ code, message }: Diagnostic) =>
    code === problem.linkBroken.code ? /^broken link `(\/[^`?#*!()[\]{}\\]+)[^`]*`/.exec(message)?.[1] : undefined;
  const urls = [...new Set(found.flatMap((one) => urlOf(one) ?? []))].sort(compareStrings);
  const external = urls.length > maxExternal ? [] : urls;
  const others = found.filter((one) => external.length === 0 || urlOf(one) === undefined);
  const byCode = groupBy(others, ({ code }) => code);
  const globs = mapValues(byCode, (those) => {
    const files = those.map(({ place }) => place && pathOf(place.file));
    return files.every((file) => file !== undefined) ? globsOf(files) : ['**'];
  });
  const note = (codes: readonly string[]) =>
    codes.map((code) => `${byCode[code]?.length} × ${catalog.find((entry) => entry.code === code)?.title}`).join(', ');
  const [everywhere, inFiles] = partition(
    Object.keys(byCode).sort(compareStrings),
    (code) => globs[code]?.[0] === '**',
  );
  const at = Object.entries(groupBy(inFiles, (code) => shown(globs[code] ?? []))).map(
    ([paths, codes]) => `    { paths: ${paths}, codes: ${shown(codes)}, severity: 'info' }, // ${note(codes)}`,
  );
  return [
    ...(external.length > 0 ? [`external: ${shown(external)}, // if another application serves them`] : []),
    ...(others.length > 0 ? ['diagnostics: {'] : []),
    ...everywhere.map((code) => `  ${code}: 'info', // ${note([code])}`),
    ...(at.length > 0 ? ['  at: [', ...at, '  ],'] : []),
    ...(others.length > 0 ? ['},'] : []),
  ];
}

const shown = (names: readonly string[]) => `[${names.map((name) => `'${name.replaceAll("'", "\\'")}'`).join(', ')}]`;

/** Returns globs of the files: the files, or the deepest folders that are few enough. */
function globsOf(files: readonly string[]): readonly string[] {
  const unique = [...new Set(files)].sort(compareStrings);
  const isGlob = (name: string) => /[*?[\]{}()!]/.test(name);
  if (unique.length <= maxPaths && !unique.some(isGlob)) return unique;
  const folders = unique.map((file) =>
    ancestorsOf(file)
      .filter((folder) => !/(?:^|\/)\.\.$/.test(folder))
      .reverse(),
  );
  for (let depth = Math.max(...folders.map(({ length }) => length)); depth > 0; depth--) {
    const names = folders.map((above) => above[Math.min(depth, above.length) - 1] ?? '**');
    const top = [...new Set(names)].filter((name) => !names.some((other) => other !== name && within(name, other)));
    if (top.includes('**') || top.some(isGlob)) return ['**'];
    if (top.length <= maxPaths) return top.map((name) => `${name}/**`);
  }
  return ['**'];
}
