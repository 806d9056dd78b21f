// Global setup: starts one Chromium, which all test files connect to, if one of them needs it.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's Chromium. Empty if none is installed, or no test in `test/e2e` runs. */
    chromium: string;
  }
}

const candidates = [
  process.env['CHROMIUM'],
  // The same engine without windows, which needs half the CPU per page.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
export const executablePath = candidates.find((path) => path !== undefined && existsSync(path));

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Pages can only reach servers on this machine.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ];
  const isNeeded = project.vitest.state.getPaths().some((path) => path.includes('/test/e2e/'));
  const server = isNeeded && executablePath ? await chromium.launchServer({ executablePath, args }) : undefined;
  project.provide('chromium', server?.wsEndpoint() ?? '');
  return server && (() => server.close());
}
