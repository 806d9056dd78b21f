// 2xx: sources, exports and content folders.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

const ofSource = (d: { source: string }) => `source ${inCode(d.source)}: `;

export const sourceRefused = define<{ source: string; reason: string }>({
  code: 'DG201',
  severity: 'error',
  title: 'The address of a source is not one that docgen fetches from',
  effect: 'The source is not synced; its former export stays.',
  message: (d) => `${ofSource(d)}${d.reason}`,
  hint: () =>
    'allowed are `https://`, `ssh://`, `git@host:path` and paths of this disk, without a name or password in them',
});
export const sourceArgument = define<{ source: string; key: string; value: string; reason: string }>({
  code: 'DG202',
  severity: 'error',
  title: 'A value of a source could be taken for something else: an option, a path out of its folder',
  effect: 'The source is not synced; its former export stays.',
  message: (d) => `${ofSource(d)}${inCode(d.key)}: ${inCode(d.value)} ${d.reason}`,
});
export const fetchFailed = define<{ source: string; reason: string }>({
  code: 'DG203',
  severity: 'error',
  title: 'A source cannot be fetched',
  effect: 'The source is not synced; its former export stays, the other sources go on.',
  message: (d) => `${ofSource(d)}cannot be fetched: ${d.reason}`,
  hint: () => 'check the address, the network, and whether git can reach it: `git ls-remote ADDRESS`',
});
export const refNotFound = define<{ source: string; ref: string }>({
  code: 'DG204',
  severity: 'error',
  title: 'A source has no such branch, tag or commit',
  effect: 'The source is not synced; its former export stays.',
  message: (d) => `${ofSource(d)}ref ${inCode(d.ref)} not found`,
  hint: () =>
    'it may have been renamed, deleted or replaced; correct `ref`, or move to what is there now with `docgen sync --update`',
});
export const nothingGathered = define<{ source: string; from: string; near: string | undefined }>({
  code: 'DG205',
  severity: 'error',
  title: 'A source has no file at a path that the config names',
  effect: 'The source is not synced; its former export stays.',
  message: (d) => `${ofSource(d)}no file at ${inCode(d.from)}`,
  hint: (d) => (d.near === undefined ? 'correct `from`, `include` or `exclude`' : `did you mean ${inCode(d.near)}?`),
});
export const prefixTaken = define<{ prefix: string; dirs: readonly string[] }>({
  code: 'DG207',
  severity: 'error',
  title: 'Two content folders claim the same prefix',
  effect: 'Nothing is built.',
  message: (d) =>
    `content folders ${d.dirs.map(inCode).join(' and ')} are both mounted at ${d.prefix === '' ? 'the root' : inCode(d.prefix)}`,
  hint: () => 'give each its own `prefix`',
});
export const lockWouldChange = define<{ source: string; reason: string }>({
  code: 'DG208',
  severity: 'error',
  title: 'With `--frozen`, the lock file does not say what the config asks for',
  effect: 'Nothing is synced.',
  message: (d) => `${ofSource(d)}docgen.lock.json would change: ${d.reason}`,
  hint: () => 'run `docgen sync` where the lock file may change, and commit it',
});
export const licenseNotFound = define<{ source: string }>({
  code: 'DG209',
  severity: 'warning',
  title: 'A source has no licence file',
  effect: 'Its pages name no licence.',
  message: (d) => `${ofSource(d)}no licence file found`,
  hint: () => 'ask the project under which licence its docs are, and name it with `license`',
});
export const entrySkipped = define<{ source: string; path: string; reason: string }>({
  code: 'DG210',
  severity: 'warning',
  title: 'A file of a source cannot be exported safely',
  effect: 'It is left out.',
  message: (d) => `${ofSource(d)}${inCode(d.path)} left out: ${d.reason}`,
});
export const sourceTooLarge = define<{ source: string; what: string; limit: string }>({
  code: 'DG211',
  severity: 'error',
  title: 'A source is over a limit',
  effect: 'The source is not synced; its former export stays.',
  message: (d) => `${ofSource(d)}${d.what} is over the limit of ${d.limit}`,
  hint: () => 'gather less of it, with `from`, `include` and `exclude`',
});
export const notSynced = define<{ sections: readonly string[] }>({
  code: 'DG212',
  severity: 'info',
  title: 'Sources of the config are not synced yet',
  effect: 'The content is built without them.',
  message: (d) => `sources not synced: ${d.sections.join(', ')}; \`docgen sync\` gathers them`,
});

/** What happened to a file of an export. */
export type ExportChange = 'changed' | 'added' | 'removed';

export const exportDamaged = define<{
  section: string;
  file?: { readonly path: string; readonly change: ExportChange };
}>({
  code: 'DG213',
  severity: 'warning',
  title: 'The record of an export is missing or damaged, or a file of it is not as `docgen sync` left it',
  effect: 'Without the record, pages are built without their origin; a changed or added file is built as it is.',
  message: (d) =>
    `section ${inCode(d.section)}: ${
      d.file === undefined
        ? 'its pages do not say where they come from, the record of the export is damaged'
        : `${inCode(d.file.path)} was ${d.file.change} after \`docgen sync\``
    }`,
  hint: () => 'run `docgen sync` again; a page of your own belongs into the content',
});
export const gitUnusable = define<{ reason: string }>({
  code: 'DG214',
  severity: 'error',
  title: 'The `git` program is missing or too old',
  effect: 'Nothing is synced.',
  message: (d) => d.reason,
  hint: () => 'install git 2.34 or newer',
});
export const lockUnreadable = define<{ reason: string }>({
  code: 'DG215',
  severity: 'error',
  title: 'The lock file cannot be read',
  effect: 'Nothing is synced.',
  message: (d) => `docgen.lock.json cannot be read: ${d.reason}`,
  hint: () => 'take it from version control again, or remove it and run `docgen sync`',
});
export const sectionUnknown = define<{ section: string; known: readonly string[] }>({
  code: 'DG216',
  severity: 'error',
  title: 'A section that is to be synced is not in the config',
  effect: 'Nothing is synced.',
  message: (d) => `no source has the section ${inCode(d.section)}`,
  hint: (d) =>
    didYouMean(d.section, d.known) ??
    (d.known.length === 0 ? 'the config has no `sources`' : `sections: ${d.known.join(', ')}`),
});
export const exportMissing = define<{ section: string }>({
  code: 'DG217',
  severity: 'warning',
  title: 'The lock file names a section whose export is not there',
  effect: 'The content is built without it; with `--strict` the former site stays.',
  message: (d) => `section ${inCode(d.section)} is in docgen.lock.json, but its export is not there`,
  hint: () => 'run `docgen sync`',
});
export const exportNotWritten = define<{ what: string; reason: string }>({
  code: 'DG218',
  severity: 'error',
  title: 'An export cannot be written',
  effect: 'The former export of the section stays; the other sections go on.',
  message: (d) => `${inCode(d.what)} cannot be written: ${d.reason}`,
  hint: () => 'check the space on the disk, and owner and mode of `.docgen`',
});
