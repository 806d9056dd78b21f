// Runs the command line: handles errors, signals and exit codes.
import { CommanderError } from 'commander';
import { offerModules } from '../model/config/module.js';
import { type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { reasonOf } from '../model/input/plain-data.js';
import { redactText } from '../model/types/redact.js';
import { exitCode } from './options.js';
import { ownPackage, sourceStack } from './package.js';
import { endless, program } from './program.js';
import { type Format, formatDiagnostics, formats } from './report.js';

/** Signals of a closed terminal, of Ctrl+C, and of `kill`. */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

export async function main(argv: readonly string[]): Promise<void> {
  offerModules(async () => (await import('../build.js')).ownModules);
  // A closed pipe, as in `docgen inspect docs | head`, is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const say = (diagnostic: Diagnostic) => {
    const options = { format: formatOf(argv), all: true, color: false, cwd: process.cwd(), mounts: [] };
    process.stderr.write(formatDiagnostics([diagnostic], options));
  };
  const fail = (error: unknown) => {
    const stack = argv.includes('--debug') && error instanceof Error ? sourceStack(String(error.stack)) : undefined;
    const isJson = formatOf(argv) === 'json';
    const fault = problem.internal({ stage: argv[2] ?? 'docgen', reason: redactText(reasonOf(error)) });
    say({ ...fault, ...(isJson && stack !== undefined && { hint: stack }) });
    if (!isJson && stack !== undefined) process.stderr.write(`${stack}\n`);
    process.exitCode = exitCode.internal;
  };
  // For exceptions outside of awaited promises, such as in a timer of a config module.
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  const abort = new AbortController();
  let interruptedBy: (typeof signals)[number] | undefined;
  let hasEnded = false;
  for (const name of signals) {
    process.on(name, () => {
      // The second signal exits at once, and the next build removes temporary files. The first signal exits too if only a timer of a hook is pending.
      if (interruptedBy || hasEnded) process.exit(exitCode[name]);
      interruptedBy = name;
      abort.abort();
    });
  }
  try {
    process.exitCode = exitCode.internal; // if Node exits because nothing is pending, although the command has not finished
    if (!isSupported(process.versions.node)) {
      say(problem.nodeTooOld({ version: process.versions.node, needed: ownPackage.engines.node }));
      process.exitCode = exitCode.cannotRun;
      return;
    }
    await program(abort.signal, say).parseAsync([...argv]);
    hasEnded = true;
  } catch (error) {
    if (interruptedBy) {
      if (!endless.includes(argv[2] ?? '') && formatOf(argv) !== 'json')
        process.stderr.write('interrupted; site unchanged\n');
      process.exitCode = exitCode[interruptedBy];
    } else if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCode.built : exitCode.cannotRun;
    } else fail(error);
  }
}

/** Returns the output format. Also works for an invalid command line. */
function formatOf(argv: readonly string[]): Format {
  const values = argv.map((argument, index) =>
    argument === '--format' ? argv[index + 1] : /^--format=(.*)$/s.exec(argument)?.[1],
  );
  return formats.find((format) => format === values.findLast((value) => value !== undefined)) ?? 'text';
}

function isSupported(current: string): boolean {
  const [[major = 0, minor = 0] = [], [needMajor = 0, needMinor = 0] = []] = [current, ownPackage.engines.node].map(
    (version) => version.match(/\d+/g)?.map(Number) ?? [],
  );
  return major > needMajor || (major === needMajor && minor >= needMinor);
}
