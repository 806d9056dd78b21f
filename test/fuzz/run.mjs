// `npm run fuzz -- [--minutes 60] [--seed N]`: the fuzz of whole builds for as long as that. A case that kills the process is kept too,
// and the fuzz goes on with the next seed. Ends with 1 where something was found.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
const end = Date.now() + minutes * 60_000;
let seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run fuzz -- [--minutes N] [--seed N]');
  process.exit(2);
}
const dir = mkdtempSync(join(tmpdir(), 'docgen-fuzz-'));
const current = join(dir, 'current.json');
const finished = join(dir, 'finished');
let status = 0;
while (Date.now() < end) {
  console.error(`seed ${seed}`);
  const left = Math.max(0.05, (end - Date.now()) / 60_000);
  const env = {
    ...process.env,
    DOCGEN_FUZZ_MINUTES: String(left),
    DOCGEN_FUZZ_SEED: String(seed),
    DOCGEN_FUZZ_CURRENT: current,
    DOCGEN_FUZZ_FINISHED: finished,
  };
  rmSync(finished, { force: true });
  const ran = spawnSync('npx', ['vitest', 'run', '--config', 'test/fuzz/vitest.config.ts'], { stdio: 'inherit', env });
  status ||= ran.status ?? 1;
  if (existsSync(finished) || ran.signal === 'SIGINT') break;
  if (!existsSync(current)) break; // it did not even begin
  const text = readFileSync(current, 'utf8');
  const place = join('test/fuzz/found', createHash('sha256').update(text).digest('hex').slice(0, 12));
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'case.json'), text);
  writeFileSync(join(place, 'faults.txt'), 'the process that built it ended\n');
  console.error(`the process ended: kept in ${place}`);
  seed += 1_000;
}
rmSync(dir, { recursive: true, force: true });
process.exit(status);
