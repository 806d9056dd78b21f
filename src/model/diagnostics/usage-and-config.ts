// 1xx: usage, config and commands.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

export const nodeTooOld = define<{ version: string; needed: string }>('DG101', {
  message: (d) => `Node ${d.version} is too old, docgen needs ${d.needed}`,
  hint: () => 'install a newer Node.js, for example with your version manager',
});
export const usage = define<{ reason: string }>('DG102', {
  message: (d) => d.reason,
  hint: () => 'see `docgen --help`',
});
export const configNotFound = define<{ path: string }>('DG103', {
  message: (d) => `config file ${inCode(d.path)} not found`,
  hint: () => 'omit `--config` to use docgen.config.* of this folder, or the defaults',
});
export const configUnreadable = define<{ reason: string }>('DG104', {
  message: (d) => `config cannot be loaded: ${d.reason}`,
  hint: ({ reason }) =>
    /'docgen(?:\/templates)?'/.test(reason) ? 'the package is called `docgen-hub`: import from that' : undefined,
});
export const configInvalid = define<{ key: string; reason: string; example?: string }>('DG105', {
  message: (d) => `config: ${d.key === '' ? '' : `${inCode(d.key)}: `}${d.reason}`,
  hint: (d) => d.example && `for example ${inCode(d.example)}`,
});
export const configUnknownKey = define<{ key: string; known: readonly string[] }>('DG106', {
  message: (d) => `config: unknown key ${inCode(d.key)}`,
  hint: (d) => didYouMean(d.key.split('.').at(-1) ?? '', d.known) ?? `known keys: ${d.known.join(', ')}`,
});
export const outputOverlapsContent = define<{ out: string; content: string }>('DG107', {
  message: (d) => `out folder ${inCode(d.out)} and content folder ${inCode(d.content)} overlap`,
  hint: () => 'choose an out folder beside the content, for example `--out build`',
});
export const contentNotFound = define<{ path: string; reason: string }>('DG108', {
  message: (d) => `content folder ${inCode(d.path)} ${d.reason}`,
  hint: () => 'correct `--content`, `--with` or `content` in the config; `docgen init` creates a folder with pages',
});
export const sidebarUnknownDoc = define<{ id: string; sidebar: string; known: readonly string[] }>('DG109', {
  message: (d) => `sidebar ${inCode(d.sidebar)}: no doc has the id ${inCode(d.id)}`,
  hint: (d) => didYouMean(d.id, d.known) ?? '`docgen inspect docs` lists the ids',
});
export const sidebarEmptyFolder = define<{ dir: string; sidebar: string }>('DG110', {
  message: (d) => `sidebar ${inCode(d.sidebar)}: no docs in folder ${inCode(d.dir)}`,
  hint: () =>
    'write the folder relative to the content root, without a slash at either end; if another program generates its docs, run it before the build',
});
export const sidebarEmptyCategory = define<{ label: string; sidebar: string; folders: readonly string[] }>('DG111', {
  message: (d) => `sidebar ${inCode(d.sidebar)}: category ${inCode(d.label)} has neither items nor a link`,
  hint: ({ folders }) => {
    if (folders.length === 0) return 'give it items, or a `link`';
    const named = `${folders.length === 1 ? 'folder' : 'folders'} ${folders.map(inCode).join(', ')}`;
    return `no docs in ${named}: if another program generates them, run it before the build`;
  },
});
export const noDocs = define<object>('DG112', {
  message: () => 'no `.md` or `.mdx` file in the content folders',
  hint: () => 'names that begin with `_` or `.` are skipped; check `content` in the config',
});
export const ejectExists = define<{ path: string }>('DG113', {
  message: (d) => `${inCode(d.path)} exists`,
  hint: () => '`--force` overwrites it',
});
export const baselineInvalid = define<{ reason: string }>('DG115', {
  message: (d) => `the baseline: ${d.reason}`,
  hint: () => 'restore it from version control, or delete it and run `docgen build --update-baseline`',
});
export const baselineIncomplete = define<{ sections: readonly string[] }>('DG119', {
  message: (d) => `\`--update-baseline\` needs every section, and some are not synced: ${d.sections.join(', ')}`,
  hint: () => 'run `docgen sync` first',
});
export const baselineGone = define<{ code: string; message: string; missing: number; count: number }>('DG116', {
  message: (d) => `no longer found${d.count > 1 ? ` (${d.missing} of ${d.count})` : ''}: ${d.code}: ${d.message}`,
  hint: () => '`docgen build --update-baseline` removes it from docgen.baseline.json',
});
export const parserNotNative = define<{ reason: string }>('DG117', {
  message: (d) => `the native Markdown parser cannot be loaded: ${d.reason}`,
  hint: () => 'install the packages again on this machine, with optional dependencies: `npm ci --include=optional`',
});
export const builtAsPreview = define<{ base: string; site: string }>('DG118', {
  message: (d) => `built as a preview: the base path is ${inCode(d.base)}, that of the site is ${inCode(d.site)}`,
  hint: () => '`--preview` confirms it; if this is the site itself, put its path in `url`, or give `--no-preview`',
});
export const templateBroken = define<{ name: string; reason: string }>('DG114', {
  message: (d) => `template ${inCode(d.name)}: ${d.reason}`,
  hint: () => 'correct your file, or move it away: without it docgen uses its own template',
});
export const labelsMissing = define<{ lang: string; missing: readonly string[]; languages: readonly string[] }>(
  'DG130',
  {
    message: (d) => `no labels for ${inCode(d.lang)}: ${d.missing.length} words of the interface are English`,
    hint: (d) =>
      `docgen speaks ${d.languages.join(', ')}; write the others into ${inCode('labels')}: ${d.missing.slice(0, 5).join(', ')}…`,
  },
);
export const stylesheetFile = define<{ url: string; reason: string; hint?: string | undefined }>('DG131', {
  message: (d) => `stylesheet: ${inCode(d.url)} ${d.reason}`,
  hint: (d) => d.hint ?? 'addresses are relative to the stylesheet; `/x.png` is a static file of the site',
});
export const stylesheetRemote = define<{ url: string; kind: 'import' | 'font' | 'image' }>('DG132', {
  message: (d) => `stylesheet: pages do not load ${inCode(d.url)}: only images, by https, come from other hosts`,
  hint: (d) =>
    d.kind === 'image' ? 'use https, or copy the file' : 'copy the file into the project and name it there',
});
export const homeNotFound = define<{ home: string; known: readonly string[] }>('DG133', {
  message: (d) => `config: \`home\`: no doc has the path or id ${inCode(d.home)}`,
  hint: (d) => didYouMean(d.home, d.known) ?? '`docgen inspect docs` lists the docs; paths are those in the content',
});
export const onePageNotFound = define<{ dir: string; known: readonly string[] }>('DG134', {
  message: (d) => `config: \`onePage\`: no page is listed in the folder ${inCode(d.dir)}`,
  hint: (d) => didYouMean(d.dir, d.known) ?? 'write it as a path from the root of the content; `.` is the whole hub',
});
export const siteUnreadable = define<{ file: string; reason: string }>('DG120', {
  message: (d) => `${inCode(d.file)} cannot be loaded: ${d.reason}`,
  hint: () =>
    'install the packages of the site, and set the variables that its config reads; or move the file away for a plain config',
});
