// 2xx: sources, exports and content folders.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

const ofSource = (d: { source: string }) => `source ${inCode(d.source)}: `;

export const sourceRefused = define<{ source: string; reason: string }>('DG201', {
  message: (d) => `${ofSource(d)}${d.reason}`,
  hint: () => 'allowed: `https://`, `ssh://`, `git@host:path` and local paths, without a user name or password',
});
export const sourceArgument = define<{ source: string; key: string; value: string; reason: string; near?: string }>(
  'DG202',
  {
    message: (d) => `${ofSource(d)}${inCode(d.key)}: ${inCode(d.value)} ${d.reason}`,
    hint: (d) => d.near && `write ${inCode(d.near)}`,
  },
);
/** What git reports if a server wants a name, or refuses one. */
const notSignedIn = /could not read|authentication failed|permission denied|returned error: 40[13]|terminal prompts/i;

export const fetchFailed = define<{ source: string; reason: string; address: string }>('DG203', {
  message: (d) => `${ofSource(d)}cannot be fetched: ${d.reason}`,
  hint: ({ address, reason }) => {
    const host = /^[\w-]+(?:\.[\w-]+)+\//.test(address) ? '' : 'github.com/';
    if (/^\w[\w-]*\/[\w.-]+$|^[\w-]+(?:\.[\w-]+)+\/[\w./-]+$/.test(address))
      return `this is a path on this machine; did you mean ${inCode(`https://${host}${address}`)}?`;
    const attempt = inCode(`git ls-remote ${address}`);
    return notSignedIn.test(reason)
      ? `if the repository is private, sign in: see "Private repositories" in the guide "Keep a hub up to date", and try ${attempt}`
      : `check the address, the network, and whether git can reach it: ${attempt}`;
  },
});
export const refNotFound = define<{
  source: string;
  ref: string;
  near?: string | undefined;
  /** The server lists no branch and no tag. */
  isEmpty?: boolean;
}>('DG204', {
  message: (d) => `${ofSource(d)}ref ${inCode(d.ref)} not found`,
  hint: ({ near, isEmpty }) => {
    if (isEmpty)
      return 'the server lists no branch: the repository is empty, or its address leads to another page, such as one for signing in';
    return near === undefined
      ? 'it may have been renamed, deleted or replaced; correct `ref`, or update docgen.lock.json with `docgen sync --update`'
      : `did you mean ${inCode(near)}?`;
  },
});
export const nothingGathered = define<{
  source: string;
  from: string;
  near: string | undefined;
  /** The commit of the lockfile. */
  locked?: { readonly section: string; readonly commit: string } | undefined;
}>('DG205', {
  message: (d) =>
    `${ofSource(d)}no file at ${inCode(d.from)}${d.locked ? `, at the locked commit ${inCode(d.locked.commit)}` : ''}`,
  hint: (d) => {
    const update = d.locked && `if it was added since, run ${inCode(`docgen sync ${d.locked.section} --update`)}`;
    const first = d.near === undefined ? 'correct `from`, `include` or `exclude`' : `did you mean ${inCode(d.near)}?`;
    return [first, update].filter((part) => part !== undefined).join(d.near === undefined ? '; ' : ' ');
  },
});
export const prefixTaken = define<{ prefix: string; dirs: readonly string[] }>('DG207', {
  message: (d) =>
    `content folders ${d.dirs.map(inCode).join(' and ')} are both mounted at ${d.prefix === '' ? 'the root' : inCode(d.prefix)}`,
  hint: () => 'give each its own `prefix`',
});
export const lockWouldChange = define<{ source: string; reason: string } | undefined>('DG208', {
  message: (d) =>
    d ? `${ofSource(d)}docgen.lock.json and the config do not agree: ${d.reason}` : 'there is no docgen.lock.json',
  hint: () =>
    'on your own machine run `docgen sync`, which brings docgen.lock.json up to date, and commit it; `--frozen` changes nothing',
});
export const licenseNotFound = define<{ source: string }>('DG209', {
  message: (d) => `${ofSource(d)}no licence file found`,
  hint: () => 'ask the project for the licence of its docs, and set `license`',
});
export const entrySkipped = define<{ source: string; path: string; reason: string }>('DG210', {
  message: (d) => `${ofSource(d)}${inCode(d.path)} skipped: ${d.reason}`,
});
export const sourceTooLarge = define<{ source: string; what: string; limit: string }>('DG211', {
  message: (d) => `${ofSource(d)}${d.what} is over the limit of ${d.limit}`,
  hint: () => 'select fewer files with `from`, `include` and `exclude`',
});
export const notSynced = define<{ sections: readonly string[] }>('DG212', {
  message: (d) =>
    `sources not synced: ${d.sections.join(', ')}; run \`docgen sync\`, and correct the errors that it reports`,
});

/** What happened to a file of an export. */
export type ExportChange = 'changed' | 'added' | 'removed';

export const exportDamaged = define<{
  section: string;
  file?: { readonly path: string; readonly change: ExportChange };
}>('DG213', {
  message: (d) =>
    `section ${inCode(d.section)}: ${
      d.file === undefined
        ? 'the record of the export is damaged, its pages show no provenance'
        : `${inCode(d.file.path)} was ${d.file.change} after \`docgen sync\``
    }`,
  hint: () => 'run `docgen sync` again; put your own pages into the content folder',
});
export const gitUnusable = define<{ reason: string }>('DG214', {
  message: (d) => d.reason,
  hint: () => 'install git 2.34 or newer',
});
export const lockUnreadable = define<{ reason: string }>('DG215', {
  message: (d) => `docgen.lock.json cannot be read: ${d.reason}`,
  hint: () => 'restore it from version control, or delete it and run `docgen sync`',
});
export const sectionUnknown = define<{ section: string; known: readonly string[] }>('DG216', {
  message: (d) => `no source has the section ${inCode(d.section)}`,
  hint: (d) =>
    didYouMean(d.section, d.known) ??
    (d.known.length === 0 ? 'the config has no `sources`' : `sections: ${d.known.join(', ')}`),
});
export const exportMissing = define<{ section: string }>('DG217', {
  message: (d) => `section ${inCode(d.section)} is in docgen.lock.json, but its export is missing`,
  hint: () => 'run `docgen sync`, and correct the errors that it reports',
});
export const exportOutdated = define<{ section: string; difference: string }>('DG223', {
  message: (d) => `section ${inCode(d.section)} was synced ${d.difference}`,
  hint: () => 'run `docgen sync`, and correct the errors that it reports',
});
export const exportNotWritten = define<{ what: string; reason: string }>('DG218', {
  message: (d) => `${inCode(d.what)} cannot be written: ${d.reason}`,
  hint: () => 'check the free disk space, owner and mode of `.docgen`, and that nothing in it is a link or a pipe',
});
export const pathWithoutPages = define<{ source: string; from: string }>('DG220', {
  message: (d) => `${ofSource(d)}${inCode(d.from)} gives no page`,
  hint: () =>
    'pages are `.md` and `.mdx` files without a name that begins with `_`; correct `from` or `include`, or name pages by `rename`',
});
export const noPage = define<{ source: string; path: string }>('DG221', {
  message: (d) => `${ofSource(d)}${inCode(d.path)} is no page, and no gathered text includes it`,
  hint: () => 'give it a name without `_` by `rename` of the path, or leave it out by `exclude`',
});
export const pageShadowed = define<{ path: string; origin: string | undefined; by: string | undefined }>('DG222', {
  message: (d) =>
    `this page is not built${d.origin === undefined ? '' : ` (${d.origin})`}, because another section has ${inCode(d.path)} too${
      d.by === undefined ? '' : ` (${d.by})`
    }`,
  hint: () => 'leave the file out by `exclude` of one of the sources, or give it another name by `rename`',
});
export const pageHidden = define<{ path: string; origin: string | undefined }>('DG219', {
  message: (d) =>
    `this page of the overlay hides ${inCode(d.path)}${d.origin === undefined ? '' : `, gathered from ${d.origin}`}`,
});
