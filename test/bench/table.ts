// Creates the tables and images of docs/explanation/speed.md from the results of `npm run bench -- --json test/bench/results.json`.

interface Figures {
  readonly seconds: number;
  /** CPU time in seconds, and memory in megabytes. Absent on systems other than Linux. */
  readonly cpu?: number;
  readonly memory?: number;
}

/** Output of bench.mjs. */
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
  /** Number of runs of other generators. The first entry is docgen. */
  readonly generatorRuns: number;
  readonly generators: readonly {
    readonly name: string;
    readonly version?: string;
    readonly pages: number;
    readonly cold: Figures;
    readonly changed: Figures;
  }[];
}

const cells = (row: readonly string[]) => `| ${row.join(' | ')} |\n`;
const seconds = (value: number) => `${value.toFixed(2)} s`;

/** Returns the results as Markdown. */
export function benchTable({ versions, machine, runs, results }: Measured): string {
  const programs = [...new Set(results.flatMap(({ others }) => Object.keys(others)))];
  const rows = results.map(({ name, pages, megabytes, seconds: own, cpu, memory, others }) => [
    name,
    `${pages.toLocaleString('en-US')}, ${Math.round(megabytes)} MB`,
    seconds(own),
    cpu === undefined ? '' : seconds(cpu),
    memory === undefined ? '' : `${memory} MB`,
    ...programs.flatMap((program) => {
      const { seconds: other } = others[program] ?? {};
      return other ? [seconds(other), `${(own / other).toFixed(2)} ×`] : ['', ''];
    }),
  ]);
  const head = ['hub', 'pages, HTML', 'docgen', 'CPU', 'memory', ...programs.flatMap((one) => [one, 'docgen takes'])];
  const used = Object.entries(versions).flatMap(([name, version]) =>
    version ? [`${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${version}`] : [],
  );
  const where = `${used.join(', ')}; ${machine.cores} cores, ${machine.disk}, load ${machine.load.before} before and ${machine.load.after} after`;
  return `\nMedians of ${runs} runs in turn, of 3 for larger hubs (${where}). “docgen takes” compares its time with that cold build.\n\n${cells(head)}${cells(head.map(() => '---'))}${rows.map(cells).join('')}\n`;
}

/** Returns the results of other generators as Markdown. */
export function generatorsTable({ generators, generatorRuns, machine }: Measured): string {
  const own = generators[0]?.cold.seconds ?? Number.NaN;
  const rows = generators.map(({ name, version, pages, cold, changed }) => [
    [name, version].join(' ').trim(),
    pages.toLocaleString('en-US'),
    seconds(cold.seconds),
    `${(cold.seconds / own).toFixed(1)} ×`,
    cold.memory === undefined ? '' : `${cold.memory} MB`,
    seconds(changed.seconds),
  ]);
  const head = ['generator', 'pages', 'cold', 'of docgen', 'its memory', 'one page changed'];
  const runs = generatorRuns === 1 ? 'One run of each' : `Medians of ${generatorRuns} runs in turn`;
  return `\n${runs}, ${machine.cores} cores.\n\n${cells(head)}${cells(head.map(() => '---'))}${rows.map(cells).join('')}\n`;
}

/** Returns the cold builds of other generators as bars. */
export const generatorsPicture = ({ generators }: Measured): string =>
  barsOf(
    'Seconds of a cold build',
    generators.map(({ name, cold }) => [name, cold.seconds]),
  );

/** Returns the results of the smallest hub as bars, because the other programs only build that hub. */
export function benchPicture({ results }: Measured): string {
  const rows = results.filter(({ others }) => Object.keys(others).length > 0);
  const bars = rows.flatMap(({ name, seconds, others }, index) => {
    const all = index === 0 ? Object.entries(others).map(([program, other]) => [program, other.seconds] as const) : [];
    const [, what = name] = name.split(', ');
    return [
      [`docgen, ${what}`, seconds] as const,
      ...all.map(([program, value]) => [`${program}, ${what}`, value] as const),
    ];
  });
  return barsOf(`Seconds to build ${rows[0]?.name.split(',')[0]}`, bars);
}

function barsOf(title: string, bars: readonly (readonly [label: string, seconds: number])[]): string {
  const most = Math.max(...bars.map(([, seconds]) => seconds));
  const drawn = bars.map(([label, seconds], index) => {
    const [y, width] = [44 + index * 30, Math.round((seconds / most) * 310)];
    const color = label.startsWith('docgen') ? '#0a58ca' : '#8b949e';
    return `<text x="236" y="${y + 15}" text-anchor="end">${label}</text><rect x="246" y="${y}" width="${width}" height="20" fill="${color}"/><text x="${254 + width}" y="${y + 15}">${seconds.toFixed(2)} s</text>`;
  });
  const height = 54 + bars.length * 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ${height}" width="640" height="${height}" font-family="system-ui, sans-serif" font-size="14" fill="#1f2328"><rect width="640" height="${height}" fill="#ffffff"/><text x="20" y="26" font-weight="bold">${title}</text>${drawn.join('')}</svg>\n`;
}
