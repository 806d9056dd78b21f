// The server of `docgen serve` and `docgen dev`: available URLs, and allowed requests.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Options } from '../../src/cli/options.js';
import { hostCheck, resolveAddress, startServer as startHere } from '../../src/cli/server.js';
import { dataOf } from '../support/data.js';
import { ask, startServer } from '../support/dev.js';
import { type Files, tempDir, writeFiles } from '../support/hub.js';
import { run } from '../support/sync.js';

interface Data {
  outside: string[];
  readonly site: Files;
  readonly types: Readonly<Record<string, string>>;
  readonly targets: readonly (readonly [address: string, basePath: string, to: string])[];
  readonly nowhere: readonly string[];
  readonly local: readonly string[];
  readonly refused: readonly string[];
}
const data = dataOf<Data>('cli/serve');

const site = data.site;

/** Creates a built site, and a folder next to it whose name starts with the same text. */
function siteFolder(): string {
  const dir = tempDir();
  writeFiles(join(dir, 'build'), site);
  writeFiles(dir, { 'build-secret/a.txt': 'secret', 'outside/a.txt': 'outside', 'secret.txt': 'secret' });
  symlinkSync(join(dir, 'outside'), join(dir, 'build/out'));
  symlinkSync(join(dir, 'secret.txt'), join(dir, 'build/secret.txt'));
  symlinkSync('.docgen-manifest', join(dir, 'build/manifest.txt'));
  symlinkSync('docs/copy.md', join(dir, 'build/inside.md'));
  return dir;
}

test('URLs resolve to files as on hosts', async () => {
  const out = join(siteFolder(), 'build');
  const target = async (address: string, basePath = '/') => {
    const found = await resolveAddress(address, { out, basePath });
    if (!found) return '–';
    return 'file' in found ? found.file.slice(out.length + 1) : `→ ${found.redirect}`;
  };
  for (const [address, basePath, to] of data.targets)
    expect({ address, to: await target(address, basePath) }).toEqual({ address, to });
  for (const address of [...data.nowhere, `/${'a'.repeat(5000)}`])
    expect({ address, to: await target(address) }).toEqual({ address, to: '–' });
});

test('only hosts of this machine are allowed', () => {
  const local = hostCheck(false);
  for (const host of data.local) expect({ host, isAllowed: local(host) }).toEqual({ host, isAllowed: true });
  for (const host of [undefined, '', hostname(), ...data.refused])
    expect({ host, isAllowed: local(host) }).toEqual({ host, isAllowed: host === 'localhost' });
  const network = hostCheck(true);
  for (const host of ['192.168.1.5:4000', '[fe80::1]:4000', hostname(), `${hostname()}.local:4000`, 'localhost'])
    expect({ host, isAllowed: network(host) }).toEqual({ host, isAllowed: true });
  for (const host of ['evil.example', 'true', `${hostname()}.evil.example`])
    expect({ host, isAllowed: network(host) }).toEqual({ host, isAllowed: false });
  expect(hostCheck('docs.test')('docs.test:4000')).toBe(true);
  expect(hostCheck('docs.test')('other.test:4000')).toBe(false);
});

test('files, and paths that are not files', async () => {
  const dir = siteFolder();
  const { url, stop } = await startServer(dir, ['serve']);
  const types = data.types;
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await ask(url, path);
    expect({ path, status, type: headers['content-type'] }).toEqual({ path, status: 200, type });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
  expect((await ask(url, '/docs/')).body).toBe(site['docs/index.html']);
  const missing = await ask(url, '/<script>');
  expect(missing).toMatchObject({ status: 404, body: '<p>not found</p>' });
  expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(await ask(url, '/docs?x')).toMatchObject({ status: 302, headers: { location: '/docs/?x' } });
  for (const path of data.outside)
    expect(await ask(url, path)).toMatchObject({ status: 404, body: '<p>not found</p>' });

  const part = await ask(url, '/assets/film.mp4', { headers: { range: 'bytes=2-4' } });
  expect(part).toMatchObject({ status: 206, body: '234', headers: { 'content-range': 'bytes 2-4/10' } });
  expect(await ask(url, '/assets/film.mp4', { headers: { range: 'bytes=-3' } })).toMatchObject({
    status: 206,
    body: '789',
  });
  expect(await ask(url, '/assets/film.mp4', { headers: { range: 'bytes=20-' } })).toMatchObject({ status: 416 });
  const { etag = '' } = (await ask(url, '/assets/film.mp4')).headers;
  expect(await ask(url, '/assets/film.mp4', { headers: { 'if-none-match': String(etag) } })).toMatchObject({
    status: 304,
  });
  expect(await ask(url, '/assets/film.mp4', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
    expect(await ask(url, '/docs/', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(await stop('SIGTERM')).toEqual({ status: 143, signal: null });
});

test('allowed and rejected requests', async () => {
  const { url, stop, stderr } = await startServer(siteFolder(), ['serve']);
  const { port } = new URL(url);
  const hostile = 'evil.example\u001b[2J';
  const refused = await ask(url, '/docs/', { headers: { host: `rebound.example:${port}` } });
  expect(refused).toMatchObject({ status: 403, body: expect.not.stringContaining('docs</p>') });
  expect(await rawAnswer(Number(port), `GET /docs/ HTTP/1.1\r\nHost: ${hostile}\r\n\r\n`)).toMatch(/^HTTP\/1.1 400/);
  expect(await rawAnswer(Number(port), 'GET http://rebound.example/docs/ HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(
    /^HTTP\/1.1 404/,
  );
  const foreign = (mode: string) => ({ headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode } });
  expect(await ask(url, '/docs/', foreign('no-cors'))).toMatchObject({ status: 403 });
  expect(await ask(url, '/docs/', foreign('navigate'))).toMatchObject({ status: 200 });
  expect(await ask(url, '/docs/')).toMatchObject({ status: 200 });
  expect(await stop()).toEqual({ status: 130, signal: null });
  expect(stderr().match(/"code":"DG851"/g)).toHaveLength(1);
  expect(stderr()).not.toContain('\u001b');
});

/** Sends bytes that no client library would send, and returns the response. */
function rawAnswer(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
      socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('a page that a build replaces before it is read', async () => {
  const out = join(siteFolder(), 'build');
  const sendPage = vi.fn(async (response: ServerResponse) => void response.end('the page'));
  sendPage.mockRejectedValueOnce(new Error('ENOENT'));
  const server = await startHere({ site: () => ({ out, basePath: '/' }), sendPage }, { port: 0 } as Options);
  expect(await ask(server?.url('/') ?? '', '/docs/')).toMatchObject({ status: 200, body: 'the page' });
  await server?.closeAt(AbortSignal.abort());
});

test('another folder, a base path, a port in use, and the network', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'public'), site);
  const first = await startServer(dir, ['serve', 'public', '--base', '/hub/']);
  expect(new URL(first.url).pathname).toBe('/hub/');
  expect(await ask(first.url, '/hub/docs/')).toMatchObject({ status: 200, body: site['docs/index.html'] });
  expect(await ask(first.url, '/docs/')).toMatchObject({ status: 404 });
  const { port } = new URL(first.url);
  const second = await startServer(dir, ['serve', 'public', '--host'], { port });
  expect(Number(new URL(second.url).port)).not.toBe(Number(port));
  expect(await ask(second.url, '/docs/', { headers: { host: '192.0.2.7' } })).toMatchObject({ status: 200 });
  expect(await ask(second.url, '/docs/', { headers: { host: 'rebound.example' } })).toMatchObject({ status: 403 });
  await second.stop();
  expect(second.stderr()).toContain('DG850');
  expect(second.stderr()).toContain('DG852');
});

test('folders that cannot be served', async () => {
  const dir = tempDir();
  expect(await run(dir, 'serve')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/DG102: folder .* does not exist/),
  });
  mkdirSync(join(dir, 'build'));
  expect(await run(dir, 'serve', '--port', '70000')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('65535'),
  });
  expect(await run(dir, 'serve', '--host', '192.0.2.1')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot listen'),
  });
  writeFileSync(join(dir, 'docgen.config.json'), '{');
  expect(await run(dir, 'serve')).toMatchObject({ status: 2, stderr: expect.stringContaining('DG104') });
});
