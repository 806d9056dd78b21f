// The whole program on one screen: read → model → render → compose → write.
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Config } from './model/config.js';
import { type Diagnostic, hasError } from './model/diagnostic.js';
import { readContent } from './model/read.js';
import { buildSite, type Site } from './model/site.js';
import { Assets } from './render/assets.js';
import type { Body, RenderBody } from './render/body-types.js';
import { BuildError } from './render/build-error.js';
import { withCache } from './render/cache.js';
import { feeds } from './render/feeds.js';
import { favicon, socialImage } from './render/icons.js';
import { llmsText, markdownCopy } from './render/llms.js';
import { headers, robots, sitemap } from './render/machine.js';
import { collectIncludes } from './render/markdown/includes.js';
import { openOutput } from './render/output.js';
import { createComposer, type OutputFile } from './render/page.js';
import { loadParts } from './render/parts.js';
import { defaultLimits, openPool, type Pool } from './render/pool.js';
import { Store } from './render/store.js';

export interface BuildOptions {
  /** A warning is enough to leave the former site as it is. */
  readonly strict: boolean;
  /** Called when a phase begins and while it goes on; `total` is 0 where it is not known. */
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Renders bodies; threads do where nothing else is given. */
  readonly render?: RenderBody;
  /** Threads at most. */
  readonly workers?: number | undefined;
  /** Folder in which rendered bodies are kept. */
  readonly cache?: string | undefined;
}

export interface Report {
  /** True where the out folder now holds the new site. */
  readonly published: boolean;
  /** HTML pages of the site. */
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds a hub. What is wrong with content or out folder is in the report; throws only for an abort and for faults of docgen. */
export async function build(config: Config, options: BuildOptions): Promise<Report> {
  const { strict, onProgress = () => {}, signal } = options;
  const tick = async (phase: string, done: number, total: number) => {
    onProgress(phase, done, total);
    await setImmediate(); // lets an interrupt through
    signal?.throwIfAborted();
  };

  const pool = options.render
    ? undefined
    : openPool({ ...defaultLimits, ...(options.workers !== undefined && { threads: options.workers }) });
  const store = options.cache === undefined ? undefined : new Store(options.cache);
  try {
    await tick('reading', 0, 0);
    const content = await readContent(config.content);
    const site = buildSite(content.value, config);
    const diagnostics: Diagnostic[] = [...content.diagnostics, ...site.diagnostics];
    if (hasError(diagnostics)) return { published: false, pages: 0, diagnostics };
    const bare = options.render ?? (pool as Pool).render;
    const render = store ? withCache(store, await buildId(), bare) : bare;
    return await publishSite(site.value, { strict, render, diagnostics, tick });
  } finally {
    await pool?.close();
    await store?.trim();
  }
}

/** Names the code that renders: a hash that the compiler's script leaves beside it. */
function buildId(): Promise<string> {
  return readFile(new URL('../build-id.txt', import.meta.url), 'utf8');
}

interface Publication {
  readonly strict: boolean;
  readonly render: RenderBody;
  /** Found so far; what is found on the way is added. */
  readonly diagnostics: Diagnostic[];
  readonly tick: Tick;
}

async function publishSite(site: Site, { strict, render, diagnostics, tick }: Publication): Promise<Report> {
  const { config } = site;
  const stopped: Report = { published: false, pages: 0, diagnostics };
  try {
    const output = await openOutput(
      config.out,
      config.content.map(({ dir }) => dir),
    );
    try {
      const bodies = await renderBodies(site, render, tick);
      diagnostics.push(...[...bodies.values()].flatMap((body) => body.diagnostics));
      for await (const composed of composeSite(site, bodies, tick)) {
        diagnostics.push(...composed.diagnostics);
        await output.write(composed.files);
      }
      const refused = strict && diagnostics.some(({ severity }) => severity !== 'info');
      if (refused) return stopped;
      await tick('publishing', 0, 0);
      diagnostics.push(...(await output.publish()));
      return { published: true, pages: site.pages.length, diagnostics };
    } finally {
      await output.discard();
    }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return { ...stopped, diagnostics: [...diagnostics, error.diagnostic] };
  }
}

type Tick = (phase: string, done: number, total: number) => Promise<void>;
const batch = 16;

async function renderBodies(site: Site, render: RenderBody, tick: Tick): Promise<Map<string, Body>> {
  const { components } = site.config;
  let done = 0;
  const rendered = await Promise.all(
    [...site.docs.values()].map(async ({ id, source, body, bodyLine }) => {
      const partials = collectIncludes(body, source, (path) => site.includable.get(path));
      const result = await render({ source, text: body, line: bodyLine, partials, components });
      done += 1;
      if (done % batch === 0) await tick('rendering', done, site.docs.size);
      return [id, result] as const;
    }),
  );
  return new Map(rendered);
}

interface Composed {
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Every file of the site, some at a time, so that a large hub is never in memory whole; assets come when all pages named theirs. */
async function* composeSite(site: Site, bodies: ReadonlyMap<string, Body>, tick: Tick): AsyncGenerator<Composed> {
  const { config } = site;
  const assets = new Assets(site.files, config.basePath);
  const stylesheet = [new URL('../templates/styles.css', import.meta.url), ...(config.css === '' ? [] : [config.css])];
  const files = {
    stylesheet: assets.add('styles.css', Buffer.concat(await Promise.all(stylesheet.map((file) => readFile(file)))))
      .href,
    icon: assets.add('favicon.svg', Buffer.from(favicon(config.title))).href,
    socialImage: assets.add('social.svg', Buffer.from(socialImage(config.title, config.tagline))).href,
  };
  const composer = createComposer({ site, bodies, assets, files, parts: await loadParts(config.templates) });
  for (let start = 0; start < site.pages.length; start += batch) {
    await tick('writing', start, site.pages.length);
    const pages = site.pages.slice(start, start + batch);
    const composed = pages.map(composer.compose);
    const copies = pages.flatMap((page) =>
      page.kind === 'doc' ? [markdownCopy(page, bodies.get(page.doc.id)?.isTitled ?? false)] : [],
    );
    yield {
      files: [...composed.map(({ file }) => file), ...copies],
      diagnostics: composed.flatMap((page) => page.diagnostics),
    };
  }
  const single = [composer.redirect, sitemap(site), robots(site), llmsText(site), headers(config.basePath)];
  const copied = assets.all().map(({ outputPath, bytes }) => ({ path: outputPath, bytes }));
  yield { files: [...single.filter((file) => file !== undefined), ...feeds(site), ...copied], diagnostics: [] };
}
