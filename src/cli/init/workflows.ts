// Files that init makes of the templates in `templates/init`: starter pages, and the file that builds and publishes the site at a host.
import { readFileSync } from 'node:fs';
import { packageFile } from '../../model/input/package-file.js';
import type { Facts } from './facts.js';

const files = {
  github: { path: '.github/workflows/docs.yml', template: 'github.yml' },
  gitlab: { path: '.gitlab-ci.yml', template: 'gitlab.yml' },
  netlify: { path: 'netlify.toml', template: 'netlify.toml' },
  cloudflare: { path: 'wrangler.jsonc', template: 'wrangler.jsonc' },
};

export type Host = keyof typeof files | 'none';
export const hosts = [...(Object.keys(files) as (keyof typeof files)[]), 'none'] as const;

/** Returns the file of a host, with its path from the folder of the config; undefined for `none`. `name` is that of the project at the host. */
export function workflowOf(
  host: Host,
  { manager, inRepository: folder, toTop, branch }: Facts,
  { out, name }: { readonly out: string; readonly name: string },
): { readonly path: string; readonly text: string } | undefined {
  if (host === 'none') return undefined;
  const inside = (path: string) => (folder === '' ? path : `${folder}/${path}`);
  const ifNested = (text: string) => (folder === '' ? undefined : text);
  const lockHash = `hashFiles('${inside('docgen.lock.json').replaceAll("'", "''")}')`;
  const { path, template } = files[host];
  const text = fillTemplate(template, {
    ...{ ...manager, locks: undefined, name },
    branch: yaml(branch),
    nested: ifNested(''),
    folder: ifNested(yaml(folder)),
    quotedFolder: ifNested(yaml(JSON.stringify(folder))),
    jsonFolder: ifNested(escaped(folder)),
    jsonOut: escaped(out),
    out: yaml(inside(out)),
    public: ifNested('"$CI_PROJECT_DIR/public"') ?? 'public',
    store: yaml(inside('.docgen/store')),
    hasLock: yaml(`${lockHash} != ''`),
    key: yaml(`docgen-sources-\${{ ${lockHash} }}`),
  });
  return { path: host === 'cloudflare' || toTop === '' ? path : `${toTop}/${path}`, text }; // wrangler runs in the folder of the config
}

/** A scalar of YAML; a string of JSON is one of YAML too. */
const yaml = (text: string) => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

/** The inside of a string of JSON or TOML. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** Reads a file of `templates/init` and fills in `{{name}}`. A line is left out if one of its names has no value. */
export function fillTemplate(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const placeholder = /\{\{(\w+)\}\}/g;
  const lines = readFileSync(packageFile(`templates/init/${path}`), 'utf8').split(/^/m);
  const filled = lines.filter((line) =>
    [...line.matchAll(placeholder)].every(([, name = '']) => values[name] !== undefined),
  );
  return filled.join('').replace(placeholder, (_, name: string) => values[name] ?? '');
}
