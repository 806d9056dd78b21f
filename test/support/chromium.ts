// Global setup of browser tests: starts one Chromium, which all test files connect to.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's Chromium. Empty if none is installed. */
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
  const server = executablePath === undefined ? undefined : await chromium.launchServer({ executablePath, args });
  project.provide('chromium', server?.wsEndpoint() ?? '');
  return server && (() => server.close());
}
