// Answers of other sites that stay true for some days: addresses that are there. What was wrong is asked again at each run.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { ownText } from '../../../model/regular-file.js';

const entrySchema = z.strictObject({ at: z.number(), to: z.optional(z.string()) });
const cacheSchema = z.strictObject({ version: z.literal(1), answers: z.record(z.string(), entrySchema) });

export type CacheEntry = z.output<typeof entrySchema>;

const mostBytes = 20e6;
const mostEntries = 50_000;

/** The answers that are not older than `maxAge` milliseconds; none where the file is missing or damaged. */
export function readCache(file: string, maxAge: number, now: number): Map<string, CacheEntry> {
  try {
    const { answers } = cacheSchema.parse(JSON.parse(ownText(file, mostBytes)));
    return new Map(Object.entries(answers).filter(([, { at }]) => at <= now && now - at <= maxAge));
  } catch {
    return new Map();
  }
}

/** Writes the newest answers. A folder that cannot be written costs the next run time, and nothing else. */
export function writeCache(file: string, answers: ReadonlyMap<string, CacheEntry>): void {
  const newest = [...answers].sort(([, a], [, b]) => b.at - a.at).slice(0, mostEntries);
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, JSON.stringify({ version: 1, answers: Object.fromEntries(newest) }));
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
}
