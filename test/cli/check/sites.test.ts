// Entire sites: of docgen, and of another generator. All findings are compared with the source.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFolder, diagnosticsOf, saidOf } from '../../support/check.js';
import { say, tempDir, writeFiles } from '../../support/hub.js';
import { available, hasShared } from '../../support/shared.js';
import { builtSite } from '../../support/sites.js';

/** Returns all diagnostics except infos. */
async function warned(dir: string): Promise<string[]> {
  const { folder, faults } = await checkFolder(dir, { isPlain: true });
  expect(folder.isBuiltByDocgen).toBe(true);
  return diagnosticsOf(dir, faults).flatMap((one) => (one.severity === 'info' ? [] : [say(one)]));
}

test('the sample has no problems', async () => {
  const { out } = await builtSite('sample');
  expect(await warned(out)).toEqual([]);
});

if (hasShared('the corpus, checked')) {
  test('the corpus only has the broken anchors that the build reported', async () => {
    const { out, ran } = await builtSite('corpus');
    const found = await warned(out);
    const anchorsOf = (text: string) =>
      [...text.matchAll(/DG[06]02.*? anchor `(#[^`]*)`|DG602: anchor `(#[^`]*)`/g)]
        .map(([, a, b]) => (a ?? b ?? '').toLowerCase())
        .sort();
    expect(found.filter((line) => !line.startsWith('DG002'))).toEqual([]);
    expect(found.length).toBeGreaterThan(20);
    expect(anchorsOf(found.join('\n'))).toEqual(anchorsOf(ran.stderr));
  });
}

const hasHugo = spawnSync('hugo', ['version']).status === 0;
if (available('hugo', hasHugo, 'a site of Hugo, checked')) {
  const layout = (main: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>{{ .Title }}</title><meta name="description" content="{{ .Title }}"><link rel="canonical" href="{{ .Permalink }}"></head><body><a href="{{ .Site.Home.RelPermalink }}">Home</a>${main}<script>document.title</script><form action="/search"></form></body></html>`;
  const files = {
    'layouts/_default/single.html': layout('<h1>{{ .Title }}</h1>{{ .Content }}'),
    'layouts/_default/list.html': layout(
      '{{ .Content }}{{ range .Pages }}<a href="{{ .Permalink }}">{{ .Title }}</a>{{ end }}',
    ),
    'layouts/index.html': layout(
      '{{ range .Site.RegularPages }}<a href="{{ .RelPermalink }}">x</a>{{ end }}{{ range .Site.Sections }}<a href="{{ .RelPermalink }}">x</a>{{ end }}',
    ),
    'static/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/guide/Größe & more.md': '---\ntitle: Size\n---\n\n## End {#end}\n',
    'content/guide/setup.md':
      '---\ntitle: Set up\naliases: [/old/setup/]\n---\n\n## First steps\n\n[steps](#first-steps), [old](/hub/old/setup), [more]({{< ref "größe & more" >}}#end), ![logo](/hub/logo.svg)\n\n[wrong](#second), [nowhere](/hub/none/), ![none](/hub/none.png)\n',
  };

  describe('a site of Hugo', () => {
    const built = (base: string, more: string) => {
      const dir = writeFiles(tempDir(), {
        ...files,
        'content/guide/setup.md': files['content/guide/setup.md'].replaceAll('/hub/', base),
        'config.toml': `title = "Small"
baseURL = "https://site.example${base}"
disableKinds = ["taxonomy", "term"]
${more}`,
      });
      expect(spawnSync('hugo', ['--quiet'], { cwd: dir }).status).toBe(0);
      return join(dir, 'public');
    };
    const wrong = [
      expect.stringMatching(/^DG002 .* anchor `#second` not found in `guide\/setup/),
      expect.stringMatching(/^DG001 .* broken link `\S*none\/`$/),
      expect.stringMatching(/^DG003 .* image `\S*none.png` not found$/),
    ];
    test.each([
      ['below a path', '/hub/', ''],
      ['with files for pages', '/hub/', 'uglyURLs = true\n'],
      ['with relative addresses', '/', 'relativeURLs = true\n'],
      ['with whole addresses', '/', 'canonifyURLs = true\n'],
    ])('%s: three faults', async (_, base, more) => {
      const dir = built(base, more);
      const said = await saidOf(dir);
      expect(said).toEqual(wrong);
      expect(readFileSync(join(dir, 'index.html'), 'utf8')).toContain('<script>');
    });
  });
}
