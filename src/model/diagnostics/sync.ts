// 2xx: sources, exports and content folders.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

const ofSource = (d: { source: string }) => `source ${inCode(d.source)}: `;

export const sourceRefused = define<{ source: string; reason: string }>({
  code: 'DG201',
  severity: 'error',
  title: 'The address of a source is not allowed',
  effect: 'The source is not synced; its previous export is unchanged.',
  message: (d) => `${ofSource(d)}${d.reason}`,
  hint: () => 'allowed: `https://`, `ssh://`, `git@host:path` and local paths, without a user name or password',
});
export const sourceArgument = define<{ source: string; key: string; value: string; reason: string }>({
  code: 'DG202',
  severity: 'error',
  title: 'A value of a source is unsafe: it could be read as an option, or it is a path out of its folder',
  effect: 'The source is not synced; its previous export is unchanged.',
  message: (d) => `${ofSource(d)}${inCode(d.key)}: ${inCode(d.value)} ${d.reason}`,
});
export const fetchFailed = define<{ source: string; reason: string }>({
  code: 'DG203',
  severity: 'error',
  title: 'A source cannot be fetched',
  effect: 'The source is not synced; its previous export is unchanged; the other sources are synced.',
  message: (d) => `${ofSource(d)}cannot be fetched: ${d.reason}`,
  hint: () => 'check the address, the network, and whether git can reach it: `git ls-remote ADDRESS`',
});
export const refNotFound = define<{ source: string; ref: string; near?: string | undefined }>({
  code: 'DG204',
  severity: 'error',
  title: 'A source has no such branch, tag or commit',
  effect: 'The source is not synced; its previous export is unchanged.',
  message: (d) => `${ofSource(d)}ref ${inCode(d.ref)} not found`,
  hint: ({ near }) =>
    near === undefined
      ? 'it may have been renamed, deleted or replaced; correct `ref`, or update docgen.lock.json with `docgen sync --update`'
      : `did you mean ${inCode(near)}?`,
});
export const nothingGathered = define<{ source: string; from: string; near: string | undefined }>({
  code: 'DG205',
  severity: 'error',
  title: 'A path of a source matches no file',
  effect: 'What is at the other paths of the source is synced; the export has nothing of this path.',
  message: (d) => `${ofSource(d)}no file at ${inCode(d.from)}`,
  hint: (d) => (d.near === undefined ? 'correct `from`, `include` or `exclude`' : `did you mean ${inCode(d.near)}?`),
});
export const prefixTaken = define<{ prefix: string; dirs: readonly string[] }>({
  code: 'DG207',
  severity: 'error',
  title: 'Two content folders have the same prefix',
  effect: 'Nothing is built.',
  message: (d) =>
    `content folders ${d.dirs.map(inCode).join(' and ')} are both mounted at ${d.prefix === '' ? 'the root' : inCode(d.prefix)}`,
  hint: () => 'give each its own `prefix`',
});
export const lockWouldChange = define<{ source: string; reason: string }>({
  code: 'DG208',
  severity: 'error',
  title: 'With `--frozen`, docgen.lock.json does not match the config',
  effect: 'The source is not synced; its previous export is unchanged; the other sources are synced.',
  message: (d) => `${ofSource(d)}docgen.lock.json and the config do not agree: ${d.reason}`,
  hint: () =>
    'on your own machine run `docgen sync`, which brings docgen.lock.json up to date, and commit it; `--frozen` changes nothing',
});
export const licenseNotFound = define<{ source: string }>({
  code: 'DG209',
  severity: 'warning',
  title: 'A source has no licence file',
  effect: 'Its pages show no licence.',
  message: (d) => `${ofSource(d)}no licence file found`,
  hint: () => 'ask the project for the licence of its docs, and set `license`',
});
export const entrySkipped = define<{ source: string; path: string; reason: string }>({
  code: 'DG210',
  severity: 'warning',
  title: 'A file of a source cannot be exported safely',
  effect: 'It is skipped.',
  message: (d) => `${ofSource(d)}${inCode(d.path)} skipped: ${d.reason}`,
});
export const sourceTooLarge = define<{ source: string; what: string; limit: string }>({
  code: 'DG211',
  severity: 'error',
  title: 'A source is over a limit',
  effect: 'The source is not synced; its previous export is unchanged.',
  message: (d) => `${ofSource(d)}${d.what} is over the limit of ${d.limit}`,
  hint: () => 'select fewer files with `from`, `include` and `exclude`',
});
export const notSynced = define<{ sections: readonly string[] }>({
  code: 'DG212',
  severity: 'info',
  title: 'Sources of the config are not synced yet',
  effect: 'The content is built without them.',
  message: (d) =>
    `sources not synced: ${d.sections.join(', ')}; run \`docgen sync\`, and correct the errors that it reports`,
});

/** What happened to a file of an export. */
export type ExportChange = 'changed' | 'added' | 'removed';

export const exportDamaged = define<{
  section: string;
  file?: { readonly path: string; readonly change: ExportChange };
}>({
  code: 'DG213',
  severity: 'warning',
  title: 'The record of an export is missing or damaged, or a file of the export was changed after `docgen sync`',
  effect: 'Without the record, pages show no provenance; changed and added files are built.',
  message: (d) =>
    `section ${inCode(d.section)}: ${
      d.file === undefined
        ? 'the record of the export is damaged, its pages show no provenance'
        : `${inCode(d.file.path)} was ${d.file.change} after \`docgen sync\``
    }`,
  hint: () => 'run `docgen sync` again; put your own pages into the content folder',
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
  title: 'docgen.lock.json cannot be read',
  effect: 'Nothing is synced.',
  message: (d) => `docgen.lock.json cannot be read: ${d.reason}`,
  hint: () => 'restore it from version control, or delete it and run `docgen sync`',
});
export const sectionUnknown = define<{ section: string; known: readonly string[] }>({
  code: 'DG216',
  severity: 'error',
  title: 'A section of the command line is not in the config',
  effect: 'Nothing is synced.',
  message: (d) => `no source has the section ${inCode(d.section)}`,
  hint: (d) =>
    didYouMean(d.section, d.known) ??
    (d.known.length === 0 ? 'the config has no `sources`' : `sections: ${d.known.join(', ')}`),
});
export const exportMissing = define<{ section: string }>({
  code: 'DG217',
  severity: 'warning',
  title: 'The export of a section in docgen.lock.json is missing',
  effect: 'The content is built without it; with `--strict` the site is unchanged.',
  message: (d) => `section ${inCode(d.section)} is in docgen.lock.json, but its export is missing`,
  hint: () => 'run `docgen sync`, and correct the errors that it reports',
});
export const exportNotWritten = define<{ what: string; reason: string }>({
  code: 'DG218',
  severity: 'error',
  title: 'An export cannot be written',
  effect: 'The previous export of the section is unchanged; the other sections are synced.',
  message: (d) => `${inCode(d.what)} cannot be written: ${d.reason}`,
  hint: () => 'check the free disk space, owner and mode of `.docgen`, and that nothing in it is a link or a pipe',
});
export const pathWithoutPages = define<{ source: string; from: string }>({
  code: 'DG220',
  severity: 'warning',
  title: 'A path of a source gives no page',
  effect: 'Its other files are exported.',
  message: (d) => `${ofSource(d)}${inCode(d.from)} gives no page`,
  hint: () =>
    'pages are `.md` and `.mdx` files without a name that begins with `_`; correct `from` or `include`, or name pages by `rename`',
});
export const noPage = define<{ source: string; path: string }>({
  code: 'DG221',
  severity: 'warning',
  title:
    'A gathered Markdown file is no page, because a name in its path begins with `_`, and no gathered text includes it',
  effect: 'It is exported, and readers do not see it.',
  message: (d) => `${ofSource(d)}${inCode(d.path)} is no page, and no gathered text includes it`,
  hint: () => 'give it a name without `_` by `rename` of the path, or leave it out by `exclude`',
});
export const pageShadowed = define<{ path: string; origin: string | undefined; by: string | undefined }>({
  code: 'DG222',
  severity: 'warning',
  title: 'Two sections have a page at the same path',
  effect: 'Only the page of the section that comes first in the config is built.',
  message: (d) =>
    `this page is not built${d.origin === undefined ? '' : ` (${d.origin})`}, because another section has ${inCode(d.path)} too${
      d.by === undefined ? '' : ` (${d.by})`
    }`,
  hint: () => 'leave the file out by `exclude` of one of the sources, or give it another name by `rename`',
});
export const pageHidden = define<{ path: string; origin: string | undefined }>({
  code: 'DG219',
  severity: 'info',
  title: 'A page of an overlay hides another page',
  effect: 'The page of the overlay is built; links to the other one lead to it.',
  message: (d) =>
    `this page of the overlay hides ${inCode(d.path)}${d.origin === undefined ? '' : `, gathered from ${d.origin}`}`,
});
