// Untrusted configs and texts of other generators' projects are read in limited time, and reported once.
import { expect, test } from 'vitest';
import type { GeneratorName } from '../../src/model/generators/generator.js';
import { renderBody } from '../../src/render/body/body.js';
import { dataOf } from '../support/data.js';
import { bodyInput, type Files, modelOf, tempDir, writeFiles } from '../support/hub.js';

interface Hostile {
  readonly projects: Readonly<Record<string, { readonly content: string; readonly kinds: readonly string[]; readonly files?: Files }>>;
  readonly configs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly harmless: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
  readonly includes: Readonly<Record<string, string>>;
} // biome-ignore format: one line each
const { projects, configs, harmless, texts, includes } = dataOf<Hostile>('model/hostile-projects');
const timeout = 60_000;

const cases = Object.entries(projects).flatMap(([file, { kinds, ...project }]) =>
  kinds.flatMap((kind) =>
    Object.entries(configs[kind] ?? {}).map(([name, text]) => ({ file, name, text, ...project })),
  ),
);

test.each(cases)(
  '$file: $name',
  async ({ file, name, text, content, files }) => {
    const dir = writeFiles(tempDir(), { 'package.json': '{}', [`${content}/a.md`]: '# A\n', ...files, [file]: text });
    const { diagnostics } = await modelOf(`${dir}/${content}`);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toHaveLength(harmless.includes(name) ? 0 : 1);
    for (const { code, message } of diagnostics) expect([code, message.length < 1000]).toEqual(['DG315', true]);
  },
  timeout,
);

const dialects: readonly GeneratorName[] = ['vitepress', 'starlight', 'mkdocs', 'mdbook', 'hugo', 'jekyll'];
const bodies = dialects.flatMap((dialect) =>
  Object.entries(texts).map(([name, text]) => [dialect, name, text] as const),
);

test.each(bodies)('text for %s: %s', async (dialect, _, text) => {
  const { status } = await renderBody(bodyInput(text, { generator: dialect, variables: { includes, hasValues: true } }));
    expect(['rendered', 'limit']).toContain(status);
}, timeout); // biome-ignore format: one line

/** Templates of shortcodes with long run times, or growing output. */
const templates = {
  loops: `{{ $a := split (printf "%s" "${'x,'.repeat(500)}") "," }}${'{{ range $a }}'.repeat(9)}x${'{{ end }}'.repeat(9)}`,
  growing: `{{ $a := "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" }}${'{{ $a = replace $a "x" $a }}'.repeat(200)}{{ $a }}`,
  shared: `{{ $a := slice 1 }}${'{{ $a = slice $a $a }}'.repeat(500)}{{ eq $a $a }}{{ index $a 0 }}{{ printf "%s" $a }}`,
  itself: '{{ partial "x" . }}',
  nested: `{{ ${'('.repeat(5000)} }}`,
  open: '{{ if true }}'.repeat(1000),
  braces: '{{ "'.repeat(2000),
  spaces: `{{${' '.repeat(3900)}"`,
  'no text': '{{ .Get .Params }}{{ .Page.Param (dict "toString" 1) }}',
  long: `{{ $a := print ${'"xxxxxxxxxx" '.repeat(200)} }}${'{{ $a = print $a $a }}'.repeat(60)}`,
  lists: `{{ $a := slice 1 1 }}${'{{ $a = slice $a $a }}'.repeat(40)}{{ .Get $a }}{{ .Page.Param $a }}`,
  code: `{{ $f := index .Page.Params "constructor" "constructor" }}{{ $g := $f "globalThis.ran = true" }}{{ $g }}`,
  ofMethods: `{{ $f := index . "Get" "run" "constructor" }}{{ $g := $f "globalThis.ran = true" }}{{ $g }}`,
};

test.each(Object.entries(templates))(
  'a template of a shortcode: %s',
  async (_, text) => {
    const variables = { templates: { 'shortcodes/x': text, 'partials/x': text } };
    const uses = '{{< x >}}\n\n'.repeat(2000);
    const { status } = await renderBody(bodyInput(uses, { generator: 'hugo', variables }));
    expect(status).toBe('rendered');
    expect(globalThis).not.toHaveProperty('ran');
  },
  20_000,
);
