// Redirect files as hosts parse them: with nginx itself, and by the grammars of other hosts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { available } from '../support/shared.js';
import { run } from '../support/sync.js';

const data = dataOf<{
  odd: string[];
  config: { basePath: string; redirects: object[] };
  prefixes: readonly (readonly [string, number, string])[];
}>('cli/redirect-hosts');

/** URLs with all characters that have a meaning in some host's file. */
const odd = data.odd;
const config = data.config;

async function built(host: string, more: object = {}) {
  const dir = writeFiles(tempDir(), {
    'docgen.config.json': JSON.stringify({ ...config, ...more }),
    'content/new.md': '---\ntitle: New\n---\n## Part\n',
    'content/b.md': `---\nredirect_from: ${JSON.stringify(odd)}\n---\n# B\n`,
    'static/v1/left.txt': 'a file below an address that moved',
    'content/$ "odd" {page}.md': '---\nredirect_from: /to-odd\n---\n# Odd\n',
  });
  const ran = await run(dir, 'build', '--redirects', host);
  expect(ran.stderr).toMatch(/^built /m);
  expect(ran.stderr).not.toContain('DG51');
  return { out: join(dir, 'build'), read: (name: string) => readFileSync(join(dir, 'build', name), 'utf8') };
}

/** URLs with their targets and status codes, as a browser sends them. */
const wanted: readonly (readonly [string, number, string])[] = [
  ['/plain', 301, '/docs/new/'],
  ['/plain/', 301, '/docs/new/'],
  ['/plain?x=1', 301, '/docs/new/'],
  ['/temporary', 307, '/docs/new/#part'],
  ['/old.html', 301, '/docs/b/?x=1'],
  ['/rss.xml', 301, 'https://other.example/feed%3Ax?y=1'],
  ['/gone/deep/x', 301, '/docs/b/'],
  ['/to-odd', 301, '/docs/%24%20%22odd%22%20%7Bpage%7D/'],
  ...odd.map((path) => [encodeURI(decodeURIComponent(path)).replace('#', '%23'), 301, '/docs/b/'] as const),
];
const prefixes = data.prefixes;

async function freePort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);

describe.runIf(available('nginx', nginx !== undefined, 'redirects in nginx'))('nginx', () => {
  test('accepts the file, and redirects each URL', async () => {
    const { out } = await built('nginx');
    const dir = tempDir();
    const port = await freePort();
    mkdirSync(join(dir, 'logs'));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${dir}/${kind};`,
    );
    writeFileSync(
      join(dir, 'nginx.conf'),
      `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {}\n` +
        `http { access_log off; ${paths.join(' ')} absolute_redirect off;\n` +
        `server { listen 127.0.0.1:${port}; root ${out}; include ${out}/redirects.nginx.conf; } }\n`,
    );
    const args = ['-p', dir, '-c', join(dir, 'nginx.conf')];
    const checked = spawnSync(String(nginx), [...args, '-t'], { encoding: 'utf8' });
    expect(checked.stderr).toContain('test is successful');
    const child = spawn(String(nginx), args, { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    for (
      let tries = 0;
      tries < 100 &&
      !(await ask('/').then(
        () => true,
        () => false,
      ));
      tries += 1
    )
      await setTimeout(50);
    for (const [path, status, to] of [...wanted, ...prefixes]) {
      const { status: got, headers } = await ask(path);
      expect([path, got, headers.get('location')?.replace(`http://127.0.0.1:${port}`, '')]).toEqual([path, status, to]);
      expect(headers.get('x-evil')).toBeNull();
    }
    expect((await ask('/docs/new/')).status).toBe(200);
    expect((await ask('/v1x')).status).toBe(404);
    // nginx compares decoded URLs, so other spellings are also in the location, from which nothing is served.
    for (const path of ['/%761/left.txt', '/v1/left.txt']) expect((await ask(path)).status, path).not.toBe(200);
    expect((await ask('/%761/left.txt')).status).toBe(404);
  });
});

test('_redirects: each line is `from to status`, without special characters', async () => {
  const { read } = await built('none');
  expect(() => read('_redirects')).toThrow();
  const lines = (await built('apache')).read('_redirects').trimEnd().split('\n');
  const rule = /^(\/[^\s:*?#"<>\\^`{|}]*?)(\/\*)? ((?:https:\/\/[\w.-]+)?\/[^\s:*"<>\\^`{|}]*?)(:splat)? (30[1278])$/;
  const parsed = lines.map((line) => rule.exec(line));
  expect(lines.filter((_, index) => !parsed[index])).toEqual([]);
  // Wildcards come last, because Cloudflare applies the first rule that matches.
  const first = parsed.findIndex((match) => match?.[2] !== undefined);
  expect(parsed.slice(first).every((match) => match?.[2] !== undefined)).toBe(true);
  const byFrom = new Map(
    parsed.map((match) => [
      decodeURIComponent(`${match?.[1]}${match?.[2] ?? ''}`),
      `${match?.[3]}${match?.[4] ?? ''} ${match?.[5]}`,
    ]),
  );
  for (const [path, status, to] of wanted.filter(([path]) => !/\?|deep/.test(path)))
    expect([path, byFrom.get(decodeURIComponent(path))]).toEqual([path, `${to} ${status}`]);
  expect(byFrom.get('/v1/*')).toBe('/docs/:splat 308');
  expect(byFrom.get('/gone/*')).toBe('/docs/b/ 301');
  expect(byFrom.get('/ext ra/*')).toBe('https://other.example/x/:splat 302');
});

test('.htaccess: each line is a RedirectMatch whose pattern matches only its URL', async () => {
  const lines = (await built('apache')).read('.htaccess').trimEnd().split('\n');
  const parsed = lines.map((line) => {
    const [, status = '', pattern = '', to = ''] = /^RedirectMatch (\d+) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"$/.exec(
      line,
    ) ?? [line];
    return {
      status: Number(status),
      pattern: new RegExp(pattern.replaceAll('\\"', '"')),
      to: to.replace(/\\(["\\])/g, '$1'),
    };
  });
  for (const [path, status, to] of wanted) {
    const decoded = decodeURIComponent(path.replace(/\?.*/, ''));
    const found = parsed.filter(({ pattern }) => pattern.test(decoded));
    // Apache encodes the target.
    const plain = decodeURIComponent(to.replace('%3A', ':')).replaceAll('$', '\\$');
    expect([path, found.map((one) => `${one.to} ${one.status}`)]).toEqual([path, [`${plain} ${status}`]]);
  }
  expect(parsed.filter(({ pattern }) => pattern.test('/plainly') || pattern.test('/x/plain'))).toEqual([]);
  expect('/v1/a/b'.replace(parsed.find(({ status }) => status === 308)?.pattern ?? /$/, '/docs/$1')).toBe('/docs/a/b');
});

test('vercel.json: each source is a path, or a prefix with a wildcard', async () => {
  const { redirects } = JSON.parse((await built('vercel')).read('vercel.json')) as {
    redirects: { source: string; destination: string; statusCode: number }[];
  };
  for (const { source, destination } of redirects) {
    expect(source.replace(/\/:rest\*$/, '')).toMatch(/^\/[^:*()+?{}\\!]*$/);
    expect(destination.replace(/:rest\*$/, '').replace(/^https:/, '')).not.toMatch(/[:*(){}\\]/);
  }
  const bySource = new Map(
    redirects.map(({ source, destination, statusCode }) => [
      decodeURIComponent(source),
      `${destination} ${statusCode}`,
    ]),
  );
  for (const [path, status, to] of wanted.filter(([path]) => !/\?|deep/.test(path)))
    expect([path, bySource.get(decodeURIComponent(path))]).toEqual([path, `${to} ${status}`]);
  expect(bySource.get('/v1/:rest*')).toBe('/docs/:rest* 308');
});

scenarios('cli/redirect-hosts');
