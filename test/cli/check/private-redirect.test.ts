// A public page can redirect into a private network. In this test, one address of this machine is public, and the others are private.
import { expect, test, vi } from 'vitest';
import { ask } from '../../../src/cli/check/external.js';
import { listen } from '../../support/hub.js';

vi.mock('../../../src/cli/check/hosts.js', async (original) => {
  const real = await original<typeof import('../../../src/cli/check/hosts.js')>();
  return { ...real, isPrivateHost: (host: string) => host !== '127.0.0.1' && real.isPrivateHost(host) };
});

async function serve(host: string, location: (path: string) => string) {
  const asked: string[] = [];
  const origin = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(302, { location: location(request.url ?? '') }).end();
  }, host);
  return { asked, origin };
}

test.each([
  ['by its address', (port: string) => `http://127.0.0.2:${port}/secret`],
  ['by a number', (port: string) => `http://0x7f000002:${port}/secret`],
  ['by a name that is one', (port: string) => `http://localhost:${port}/secret`],
  ['by a service of the cloud', () => 'http://169.254.169.254/latest/meta-data'],
])('a redirect to a private host is not followed: %s', async (_, target) => {
  const inside = await serve('127.0.0.2', () => '/');
  const outside = await serve('127.0.0.1', (path) => (path === '/two' ? '/one' : target(new URL(inside.origin).port)));
  const verdict = await ask(new URL(`${outside.origin}/two`), {
    ...{ timeout: 500, backoff: [], maxWait: 0, intranet: false },
    signal: new AbortController().signal,
  });
  expect(verdict).toMatchObject({ kind: 'unknown', message: 'is in a private network and is not asked' });
  expect(outside.asked).toEqual(['HEAD /two', 'HEAD /one']);
  expect(inside.asked).toEqual([]);
});
