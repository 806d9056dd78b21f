// From a save to the reloaded page: `docgen dev` on a hub, with a page open in Chromium, or, where there is none, asked for by this program.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { changeOne } from './hubs.mjs';
import { stateOf } from './measure.mjs';

const browsers = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = browsers.find((path) => path !== undefined && existsSync(path));

/** Whose reloading is measured. */
export const reader = executablePath ? 'Chromium' : 'a stream of events';

/** Saves one page so many times. Returns for each the seconds, those of the processors (without the reader's), and the memory in megabytes. */
export async function saves(program, hub, { cwd, options, times }) {
  const child = spawn(
    process.execPath,
    [...program, 'dev', '--content', hub, '--port', '0', '--format', 'json', ...options],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  try {
    const { url } = await next();
    await next();
    const file = changeOne(hub, 0);
    await next();
    const docs = JSON.parse(
      execFileSync(process.execPath, [...program, 'inspect', 'docs', '--json', '--content', hub], {
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 2 ** 30,
      }),
    );
    const { permalink } = docs.find(({ source }) => source === file);
    const page = executablePath ? await inChromium(url, permalink) : await byEvents(url, permalink);
    const pids = [child.pid, ...childrenOf(child.pid)];
    const spent = () =>
      pids.map(stateOf).reduce((sum, state) => ({ cpu: sum.cpu + state.cpu, memory: sum.memory + state.memory }), {
        cpu: 0,
        memory: 0,
      });
    const measured = [];
    for (let time = 1; time <= times; time += 1) {
      const before = process.platform === 'linux' ? spent() : undefined;
      const started = performance.now();
      changeOne(hub, `${time} in dev`);
      await page.shows(`Changed ${time} in dev times.`);
      const seconds = (performance.now() - started) / 1000;
      await next();
      const after = before && spent();
      measured.push({ seconds, cpu: after && after.cpu - before.cpu, memory: after?.memory });
    }
    await page.close();
    return measured;
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

async function inChromium(url, permalink) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  await page.goto(new URL(permalink, url).href);
  return {
    // In every frame. A locator looks after 0, 20, 70, 170, 270, 770 ms and so on, so that a save of 0.4 s often took 0.5 s longer.
    shows: (text) => page.waitForFunction((wanted) => document.body?.textContent.includes(wanted), text),
    close: () => browser.close(),
  };
}

async function byEvents(url, permalink) {
  const stop = new AbortController();
  const { body } = await fetch(new URL('/__docgen/events', url), { signal: stop.signal });
  const events = body.getReader();
  await events.read();
  return {
    shows: async (text) => {
      await events.read();
      const html = await (await fetch(new URL(permalink, url))).text();
      if (!html.includes(text)) throw new Error(`the page lacks “${text}”`);
    },
    close: async () => stop.abort(),
  };
}

function childrenOf(pid) {
  if (process.platform !== 'linux') return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
}
