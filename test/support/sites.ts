// Sites of the sample and the corpus, built by the compiled program. Each is built once per run, for all test files.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { docgen, type Ran, root } from './hub.js';
import { shared } from './shared.js';

/** Content of each site, as in a config. */
export const hubs = {
  sample: [
    { dir: join(root, 'hub'), overlay: true },
    { dir: join(root, 'content'), fallback: true },
  ],
  corpus: join(shared, 'corpus/hub/docs'),
} as const;

export interface BuiltSite {
  /** Output folder. Tests must not change it. */
  readonly out: string;
  readonly ran: Ran;
}

/** Builds a hub with one worker and no cache, or waits for the test process that builds it. */
export async function builtSite(name: keyof typeof hubs): Promise<BuiltSite> {
  const dir = join(inject('runFolder'), name);
  const [out, said] = [join(dir, 'site'), join(dir, 'ran.json')];
  if (isFirst(dir)) {
    writeFileSync(join(dir, 'docgen.config.json'), JSON.stringify({ content: hubs[name] }));
    const ran = docgen(dir, 'build', '--out', out, '--no-cache', '--workers', '1', '--all');
    writeFileSync(`${said}.part`, JSON.stringify(ran));
    renameSync(`${said}.part`, said);
  }
  while (!existsSync(said)) await setTimeout(50);
  return { out, ran: JSON.parse(readFileSync(said, 'utf8')) as Ran };
}

function isFirst(dir: string): boolean {
  try {
    mkdirSync(dir);
    return true;
  } catch {
    return false; // another process made it
  }
}
