// The table of the README, made of what `npm run bench -- --json test/bench/results.json` found.

interface Figures {
  readonly seconds: number;
  /** Seconds of the processors, and megabytes; absent off Linux. */
  readonly cpu?: number;
  readonly memory?: number;
}

/** What bench.mjs writes. */
export interface Measured {
  readonly versions: Readonly<Record<string, string>>;
  readonly machine: { readonly cores: number; readonly disk: string; readonly load: { before: number; after: number } };
  readonly runs: number;
  readonly results: readonly (Figures & {
    readonly name: string;
    readonly pages: number;
    readonly megabytes: number;
    readonly others: Readonly<Record<string, Figures>>;
  })[];
}

/** Markdown of the results. */
export function benchTable({ versions, machine, runs, results }: Measured): string {
  const programs = [...new Set(results.flatMap(({ others }) => Object.keys(others)))];
  const cells = (row: readonly string[]) => `| ${row.join(' | ')} |\n`;
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  const rows = results.map(({ name, pages, megabytes, seconds: own, cpu, memory, others }) => [
    name,
    `${pages.toLocaleString('en-US')}, ${Math.round(megabytes)} MB`,
    seconds(own),
    cpu === undefined ? '' : seconds(cpu),
    memory === undefined ? '' : `${memory} MB`,
    ...programs.map((program) => {
      const other = others[program];
      return other ? `${(own / other.seconds).toFixed(2)} of ${seconds(other.seconds)}` : '';
    }),
  ]);
  const head = ['hub', 'pages, HTML', 'docgen', 'its CPU', 'its memory', ...programs];
  const used = Object.entries(versions).flatMap(([name, version]) =>
    version ? [`${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${version}`] : [],
  );
  const where = `${used.join(', ')}; ${machine.cores} cores, ${machine.disk}, load ${machine.load.before} before and ${machine.load.after} after`;
  return `\nMedians of ${runs} runs in turn, of 3 for larger hubs (${where}). Behind docgen: its share of what a cold build of the other takes.\n\n${cells(head)}${cells(head.map(() => '---'))}${rows.map(cells).join('')}\n`;
}
