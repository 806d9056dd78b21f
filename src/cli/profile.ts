// `--profile`: the time of each phase of a build, and the memory used.

/** Megabytes that the process held at its largest. */
export function peakMemory(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** A line for each phase, in milliseconds; phases in brackets ran at the same time as others. */
export function formatProfile(phases: ReadonlyMap<string, number>): string {
  const width = Math.max(...[...phases.keys()].map((name) => name.length), 'start'.length);
  const line = (name: string, value: number, unit: string) =>
    `  ${name.padEnd(width)}  ${value.toFixed(0).padStart(7)} ${unit}\n`;
  const rows = [...phases].map(([name, milliseconds]) => line(name, milliseconds, 'ms'));
  return `${rows.join('')}${line('memory', peakMemory(), 'MB')}`;
}
