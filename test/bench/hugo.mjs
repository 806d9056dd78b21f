// The same hub as a Hugo site: the bodies as they are, docgen's records as front matter, and a small template with the same tree.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf, writerTo } from './hubs.mjs';

/** Returns the version of Hugo on this machine, or undefined. */
export function hugoVersion() {
  try {
    return /v[\d.]+/.exec(execFileSync('hugo', ['version'], { encoding: 'utf8' }))?.[0];
  } catch {
    return undefined;
  }
}

const config = `baseURL = "https://docs.example/"
title = "hub"
disableKinds = ["taxonomy", "term", "RSS", "robotsTXT", "section", "home"]
disablePathToLower = true
[markup.goldmark.renderer]
unsafe = true
[markup.highlight]
noClasses = false
`;

const treeTemplate = `<ul>{{ range .items }}<li>
{{- if .items }}<details><summary{{ if hasPrefix $.href .dir }} data-current="branch"{{ end }}>
{{- with .href }}<a href="{{ . }}"{{ if eq . $.href }} aria-current="page"{{ end }}>{{ end }}{{ .label }}{{ with .href }}</a>{{ end -}}
</summary>{{ partial "tree.html" (dict "items" .items "href" $.href) }}</details>
{{- else }}<a href="{{ .href }}"{{ if eq .href $.href }} aria-current="page"{{ end }}>{{ .label }}</a>{{ end -}}
</li>{{ end }}</ul>
`;

const pageTemplate = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }}</title><meta name="description" content="{{ .Params.description }}"><link rel="stylesheet" href="/styles.css"></head>
<body><header><a href="/docs/">hub</a></header>
<nav aria-label="Docs">TREE</nav>
<main><article><h1>{{ .Title }}</h1>{{ .Content }}</article>{{ .TableOfContents }}
<nav>{{ with .Params.previous }}<a href="{{ . }}">Previous</a>{{ end }}{{ with .Params.next }}<a href="{{ . }}">Next</a>{{ end }}</nav>
</main></body></html>
`;

/** How the tree gets onto a page: made once for all pages, or for each with its own place in it marked, as docgen does. */
const treeCalls = {
  shared: '{{ partialCached "tree.html" (dict "items" .Site.Data.tree "href" "") }}',
  marked: '{{ partial "tree.html" (dict "items" .Site.Data.tree "href" .Params.here) }}',
};

/**
 * Writes the site. `records` is what `docgen inspect version --json` says, `docs` what `docgen inspect docs --json` says; `tree` is
 * `shared` or `marked`.
 */
export function writeHugoSite({ content, records, docs, out, tree }) {
  const write = writerTo(out);
  const [items] = Object.values(records.version.docsSidebars);
  write('config.toml', config);
  write('data/tree.json', JSON.stringify(items.map(toNode)));
  write('layouts/partials/tree.html', treeTemplate);
  write('layouts/_default/single.html', pageTemplate.replace('TREE', treeCalls[tree]));
  for (const [index, { id, title, description, permalink, source }] of docs.entries()) {
    const [previous, next] = records.nav[id] ?? [];
    const frontMatter = { title, description, url: `${permalink}/`, here: permalink, previous, next };
    // Braces that Hugo would read as its own shortcodes.
    const body = bodyOf(readFileSync(join(content, source), 'utf8')).replace(/\{\{(?=[<%])/g, '{ {');
    write(`content/p${index}.md`, `${JSON.stringify(frontMatter)}\n\n${body}`);
  }
}

function toNode(item) {
  if (item.type !== 'category') return { label: item.label, href: item.href };
  const children = item.items.map(toNode);
  return { label: item.label, href: item.href, dir: dirOf(children), items: children };
}

/** The address that all below a category begin with. */
function dirOf(nodes) {
  const [first] = nodes;
  const href = first?.href ?? first?.dir ?? '?';
  return href.slice(0, href.lastIndexOf('/') + 1);
}
