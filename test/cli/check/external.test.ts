import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ExternalOptions, externalFaults, readCache, writeCache } from '../../../src/cli/check/external.js';
import { isExampleHost, isNamed, isPrivateAddress, isPrivateHost } from '../../../src/cli/check/hosts.js';
import { checkFolder, diagnosticsOf } from '../../support/check.js';
import { dataOf } from '../../support/data.js';
import { say, tempDir, writeFiles } from '../../support/hub.js';
import { run } from '../../support/sync.js';

type Lists = 'paths' | 'privateAddresses' | 'publicAddresses' | 'privateHosts';
const data = dataOf<Record<Lists, string[]>>('cli/check/external');

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** Starts a server that responds by path, and records requests. */
async function serve(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const times: number[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    times.push(performance.now());
    const path = request.url ?? '';
    const count = asked.filter((one) => one === `${request.method} ${path}`).length;
    const answer = answers[path] ?? answers[path.replace(/\?.*/, '')];
    if (answer) answer(request, response, count);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { close, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, times };
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

const options = (more: Partial<ExternalOptions> & { intranet?: boolean; timeout?: number } = {}): ExternalOptions => ({
  policy: {
    timeout: more.timeout ?? 300,
    backoff: [10, 20],
    maxWait: 1500,
    intranet: more.intranet ?? true,
    signal: new AbortController().signal,
  },
  pause: 5,
  allow: [],
  ignore: [],
  cacheFile: join(tempDir(), 'cache.json'),
  maxAge: 1000_000,
  onProgress: () => {},
  ...more,
});

const head = '<!doctype html><html lang="en"><head><title>T</title></head><body>';
const pageWith = (...urls: readonly string[]) =>
  writeFiles(tempDir(), { 'index.html': head + urls.map((one) => `\n<a href="${one}">x</a>`).join('') });

async function said(dir: string, asked: ExternalOptions): Promise<string[]> {
  const { facts } = await checkFolder(dir);
  return diagnosticsOf(dir, await externalFaults(facts.pages, asked)).map((one) => `${one.severity} ${say(one)}`);
}

test('servers with each type of response', async () => {
  const { origin, asked } = await serve({
    '/200': status(200),
    '/301': status(301, { location: '/200' }),
    '/302': status(302, { location: '/200' }),
    '/301-302': status(301, { location: '/302' }),
    '/403': status(403),
    '/500': status(500),
    '/no-head': (request, response) => void response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
    '/429': (_, response, count) =>
      void (count === 1 ? response.writeHead(429, { 'retry-after': '1' }) : response.writeHead(200)).end(),
    '/429-long': status(429, { 'retry-after': '3600' }),
    '/503': (_, response, count) => void response.writeHead(count === 1 ? 503 : 200).end(),
    '/loop': status(302, { location: '/loop2' }),
    '/loop2': status(302, { location: '/loop' }),
    '/never': () => {},
    '/reset': (request) => void request.socket.destroy(),
    '/to-file': status(301, { location: 'file:///etc/passwd' }),
    '/large': (_, response) => void response.writeHead(200).flushHeaders(),
  });
  const lines = await said(
    pageWith(...data.paths.map((path) => `${origin}/${path}#place`), `${origin}/404`),
    options(),
  );
  expect(lines.map((line) => line.replaceAll(origin, ''))).toEqual([
    'info DG032 index.html:3:10 `/301` has moved to `/200#place`'.replace('#place', ''),
    'info DG032 index.html:5:10 `/301-302` has moved to `/302`',
    'info DG033 index.html:6:10 `/403` returns 403',
    'error DG030 index.html:7:10 `/404` returns 404, linked from 2 places',
    'info DG033 index.html:9:10 `/429-long` returns 429 and asks to wait 3600 s',
    'warning DG031 index.html:10:10 `/500` returns 500',
    'warning DG031 index.html:11:10 `/never` does not answer within 0.3 s',
    'warning DG031 index.html:14:10 `/loop` redirects more than 10 times',
    'warning DG031 index.html:15:10 `/to-file` redirects without a URL',
  ]);
  const count = (what: string) => asked.filter((one) => one === what).length;
  expect([count('HEAD /200'), count('GET /200'), count('HEAD /403'), count('GET /403')]).toEqual([4, 0, 1, 1]);
  expect([
    count('HEAD /500'),
    count('GET /500'),
    count('HEAD /404'),
    count('HEAD /429'),
    count('HEAD /429-long'),
  ]).toEqual([3, 3, 1, 2, 1]);
  expect(count('HEAD /never')).toBe(3);
}, 30_000);

test('a host gets one request at a time, with a pause between them', async () => {
  let [open, most] = [0, 0];
  const slow: Answer = (_, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(200).end();
    }, 20);
  };
  const { origin, times } = await serve({ '/a': slow, '/b': slow, '/c': slow });
  expect(await said(pageWith(`${origin}/a`, `${origin}/b`, `${origin}/c`), options({ pause: 60 }))).toEqual([]);
  expect(most).toBe(1);
  expect(times.slice(1).every((time, index) => time - (times[index] ?? 0) >= 75)).toBe(true);
});

test('the Retry-After of a host is respected', async () => {
  const { origin, times } = await serve({
    '/429': (_, response, count) =>
      void (count === 1 ? response.writeHead(429, { 'retry-after': '1' }) : response.writeHead(200)).end(),
  });
  expect(await said(pageWith(`${origin}/429`), options())).toEqual([]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
});

test('a host that never responds gets three requests', async () => {
  const { origin, asked } = await serve(
    Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((path) => [`/${path}`, () => {}])),
  );
  const lines = await said(
    pageWith(...['a', 'b', 'c', 'd', 'e'].map((path) => `${origin}/${path}`)),
    options({ timeout: 50 }),
  );
  expect(lines.filter((line) => line.includes('its host does not respond'))).toHaveLength(2);
  expect(asked.some((one) => /[de]$/.test(one))).toBe(false);
});

test('only missing responses make a host silent: unusual redirects, responses and other hosts do not', async () => {
  const dead = await serve({});
  const { origin } = await serve({
    '/to-file': status(301, { location: 'file:///etc/passwd' }),
    '/to-none': status(302),
    '/loop': status(302, { location: '/loop2' }),
    '/loop2': status(302, { location: '/loop' }),
    '/to-silent': status(301, { location: `${dead.origin}/never` }),
    '/no-http': (request) => void request.socket.end('no HTTP\r\n\r\n'),
  });
  dead.close();
  const odd = ['to-file', 'to-none', 'loop', 'to-silent', 'no-http'];
  const urls = [...odd, ...odd.map((path) => `${path}?2`), 'gone'].map((path) => `${origin}/${path}`);
  const lines = await said(pageWith(...urls), options());
  expect(lines.at(-1)).toContain('/gone` returns 404');
  expect(lines.join('\n')).not.toContain('is not asked');
});

describe('hosts of private networks', () => {
  test('are not requested, by name, IP address or redirect', async () => {
    const { origin, asked } = await serve({ '/': status(200) });
    const port = new URL(origin).port;
    const urls = [
      `${origin}/`,
      `http://localhost:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://0x7f000001:${port}/`,
      'http://169.254.169.254/latest',
    ];
    const lines = await said(pageWith(...urls), options({ intranet: false }));
    expect(lines).toHaveLength(4); // the number is the same IP address
    expect(
      lines.every((line) => line.startsWith('info DG033') && line.includes('is in a private network and is not asked')),
    ).toBe(true);
    expect(asked).toEqual([]);
  });

  test.each(data.privateAddresses)('%s', (address) => expect(isPrivateAddress(address)).toBe(true));
  test.each(data.publicAddresses)('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false));
  test.each(data.privateHosts)('%s', (host) => expect(isPrivateHost(host)).toBe(true));
});

test('`allow` and `ignore` match hosts and starts of URLs', async () => {
  const named = (address: string, pattern: string) => isNamed(new URL(address), pattern);
  expect(named('https://a.example.io/x', 'a.example.io')).toBe(true);
  expect(named('https://a.example.io/x', '*.example.io')).toBe(true);
  expect(named('https://notexample.io/x', '*.example.io')).toBe(false);
  expect(named('https://a.io/x/y', 'https://a.io/x/*')).toBe(true);
  expect(named('https://a.io/xy', 'a.io/x/*')).toBe(false);
  expect(named('https://a.io/x', 'a.io/x')).toBe(true);
  expect(isExampleHost('www.example.com') && isExampleHost('a.test') && !isExampleHost('examples.com')).toBe(true);
  const { origin, asked } = await serve({ '/a': status(200) });
  const dir = pageWith(`${origin}/a`, `${origin}/b`, 'https://www.example.com/');
  expect(await said(dir, options({ ignore: [`${origin}/b*`] }))).toEqual([]);
  expect(await said(dir, options({ allow: ['other.io'] }))).toEqual([]);
  expect(asked).toEqual(['HEAD /a']);
});

describe('the cache', () => {
  test('an existing page is requested again after maxAge, a broken one each time', async () => {
    const { origin, asked } = await serve({ '/a': status(200), '/m': status(301, { location: '/a' }) });
    const dir = pageWith(`${origin}/a`, `${origin}/b`, `${origin}/m`);
    const asking = options();
    const first = await said(dir, asking);
    expect(first).toHaveLength(2);
    asked.length = 0;
    expect(await said(dir, asking)).toEqual(first);
    expect(asked).toEqual(['HEAD /b', 'GET /b']);
    asked.length = 0;
    await said(dir, { ...asking, maxAge: -1 });
    expect(asked).toContain('HEAD /a');
  });

  test.each(['', '[]', '{"version":2,"answers":{}}', '{"version":1,"answers":{"x":{"at":"y"}}}'])(
    'damaged: %s',
    (text) => {
      const file = join(tempDir(), 'c.json');
      writeFileSync(file, text);
      expect(readCache(file, 1e9, 1000).size).toBe(0);
      writeCache(file, new Map([['https://a.io/', { at: 900 }]]));
      expect([...readCache(file, 1e9, 1000)]).toEqual([['https://a.io/', { at: 900 }]]);
      expect(readCache(file, 50, 1000).size).toBe(0);
      expect(readCache(file, 1e9, 800).size).toBe(0); // from the future
    },
  );

  test('its size is limited', () => {
    const file = join(tempDir(), 'c.json');
    writeCache(file, new Map(Array.from({ length: 60_000 }, (_, at) => [`https://a.io/${at}`, { at }])));
    expect(readCache(file, 1e9, 1e6).size).toBe(50_000);
    expect(readFileSync(file, 'utf8')).toContain('https://a.io/59999');
  });
});

test('by default, no host is requested', async () => {
  const { origin, asked } = await serve({});
  const dir = writeFiles(tempDir(), {
    'build/index.html': `${head}<a href="${origin}/404">x</a><img alt="" src="${origin}/i.png">`,
  });
  expect((await run(dir, 'check')).status).toBe(0);
  expect(asked).toEqual([]);
});
