// The sites of the sample and of the corpus, as the compiled program builds them: each once in a run of tests, for all files of tests.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { docgen, type Ran, root } from './hub.js';
import { shared } from './shared.js';

/** The content of each, as in a config. */
export const hubs = {
  sample: [
    { dir: join(root, 'hub'), overlay: true },
    { dir: join(root, 'content'), fallback: true },
  ],
  corpus: join(shared, 'corpus/hub/docs'),
} as const;

export interface BuiltSite {
  /** Read-only for tests. */
  readonly out: string;
  readonly ran: Ran;
}

/** Builds a hub with one thread and no cache, or waits for the process of tests that does. */
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
