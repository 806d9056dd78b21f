// Renders single texts as bodies, and measures CPU time.

import type { SourcePath } from '../../src/model/types/path.js';
import { renderBody } from '../../src/render/body/body.js';
import type { Body, BodyInput } from '../../src/render/body/body-types.js';
import { fillFragment } from '../../src/render/body/print/fragment.js';
import { bodyInput } from './hub.js';

export interface RenderedBody extends Omit<Body, 'html'> {
  /** Markup with `url` in each slot. */
  readonly html: string;
  readonly parts: Body['html'];
}

/** Renders a text. `url` is inserted where the site would insert a link or an image. */
export async function render(
  text: string,
  source = 'a.md',
  more: Partial<BodyInput> = {},
  url = '',
): Promise<RenderedBody> {
  const body = await renderBody(bodyInput(text, { source: source as SourcePath, ...more }));
  return { ...body, html: fillFragment(body.html, () => url), parts: body.html };
}

/** Returns the CPU time of some work, in seconds. */
export async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1_000_000;
}
