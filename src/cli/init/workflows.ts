// What builds and publishes the site at a host: one file for each, as its owner would write it.
import type { Manager } from './manager.js';

export const hosts = ['github', 'gitlab', 'netlify', 'cloudflare', 'none'] as const;
export type Host = (typeof hosts)[number];

export interface WorkflowOptions {
  readonly manager: Manager;
  /** Folder of the config from the top of the repository, '' for the top. */
  readonly folder: string;
  readonly out: string;
  readonly branch: string;
  /** Name of the project at the host, where it has one. */
  readonly name: string;
}

/** The file of a host, by its path from the top of the repository; undefined where nothing is wanted. */
export function workflowOf(
  host: Host,
  options: WorkflowOptions,
): { readonly path: string; readonly text: string } | undefined {
  switch (host) {
    case 'github':
      return { path: '.github/workflows/docs.yml', text: github(options) };
    case 'gitlab':
      return { path: '.gitlab-ci.yml', text: gitlab(options) };
    case 'netlify':
      return { path: 'netlify.toml', text: netlify(options) };
    case 'cloudflare':
      return { path: `${options.folder === '' ? '' : `${options.folder}/`}wrangler.jsonc`, text: cloudflare(options) };
    case 'none':
      return undefined;
    default:
      return host satisfies never;
  }
}

/** A scalar of YAML; JSON's strings are YAML's. */
const yaml = (text: string) => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

function github({ manager, folder, out, branch }: WorkflowOptions): string {
  const inside = (path: string) => (folder === '' ? path : `${folder}/${path}`);
  const lock = `hashFiles('${inside('docgen.lock.json').replaceAll("'", "''")}')`;
  const inFolder = folder === '' ? '' : `    defaults:\n      run:\n        working-directory: ${yaml(folder)}\n`;
  const { setup, enable } = manager;
  const prepare =
    setup !== undefined ? `      - uses: ${setup}\n` : enable !== undefined ? `      - run: ${enable}\n` : '';
  return `# Builds the docs and publishes them on GitHub Pages. In the repository's settings, under Pages, choose "GitHub Actions" as the source.
name: Docs
on:
  push:
    branches: [${yaml(branch)}]
  workflow_dispatch:
permissions:
  contents: read
  pages: write
  id-token: write
concurrency:
  group: pages
jobs:
  docs:
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: \${{ steps.deploy.outputs.page_url }}
${inFolder}    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${prepare}      - run: ${manager.install}
      - uses: actions/cache@v4
        if: ${yaml(`${lock} != ''`)}
        with:
          path: ${yaml(inside('.docgen/store'))}
          key: ${yaml(`docgen-sources-\${{ ${lock} }}`)}
          restore-keys: docgen-sources-
      - run: ${manager.run} docgen sync --frozen
      - uses: actions/configure-pages@v5
        id: pages
      - run: ${manager.run} docgen build --format github --base "$BASE/" --no-preview
        env:
          BASE: \${{ steps.pages.outputs.base_path }}
      - uses: actions/upload-pages-artifact@v3
        with:
          path: ${yaml(inside(out))}
      - uses: actions/deploy-pages@v4
        id: deploy
`;
}

function gitlab({ manager, folder }: WorkflowOptions): string {
  const enter = folder === '' ? '' : `    - cd ${yaml(JSON.stringify(folder))}\n`;
  const out = folder === '' ? 'public' : '"$CI_PROJECT_DIR/public"';
  return `# Builds the docs and publishes them on GitLab Pages.
pages:
  image: node:22
  cache:
    key: docgen-sources
    paths:
      - ${yaml(folder === '' ? '.docgen/store' : `${folder}/.docgen/store`)}
  script:
${enter}${manager.enable === undefined ? '' : `    - ${manager.enable}\n`}    - ${manager.install}
    - ${manager.run} docgen sync --frozen
    - ${manager.run} docgen build --base "/$(echo "$CI_PAGES_URL" | cut -d/ -f4-)/" --no-preview --out ${out}
  artifacts:
    paths:
      - public
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`;
}

/** Without `sources` in the config there is nothing to sync. */
const syncAndBuild = ({ run }: Manager) => `${run} docgen sync --frozen && ${run} docgen build`;

function netlify({ manager, folder, out }: WorkflowOptions): string {
  return `[build]
${folder === '' ? '' : `  base = ${JSON.stringify(folder)}\n`}  command = ${JSON.stringify(syncAndBuild(manager))}
  publish = ${JSON.stringify(out)}

[build.environment]
  NODE_VERSION = "22"
`;
}

function cloudflare({ manager, out, name }: WorkflowOptions): string {
  return `// \`npx wrangler deploy\` builds the docs and publishes them, here as at Cloudflare.
{
  "name": ${JSON.stringify(name)},
  "compatibility_date": "2025-01-01",
  "build": { "command": ${JSON.stringify(syncAndBuild(manager))} },
  "assets": { "directory": ${JSON.stringify(`./${out}`)}, "not_found_handling": "404-page" }
}
`;
}
