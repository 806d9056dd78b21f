import { join, relative } from 'node:path';
import fs from 'fs-extra';
import { loadConfig } from '../model/config.js';
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { cannotWrite } from '../model/diagnostics/output.js';
import { ejectExists, usage } from '../model/diagnostics/usage-and-config.js';
import { packageFile } from '../model/package-file.js';
import { exitCode } from './exit.js';
import { type CommonOptions, printDiagnostics } from './options.js';

export interface EjectCommandOptions extends CommonOptions {
  readonly force?: boolean;
}

/** `docgen eject NAME`: copies a template into the folder that `templates` of the config names. Returns the exit code. */
export async function ejectCommand(name: string, options: EjectCommandOptions): Promise<number> {
  const config = await loadConfig(process.cwd(), options, { mayLackTemplates: true });
  const fail = (diagnostics: readonly Diagnostic[]) => {
    printDiagnostics(diagnostics, options);
    return exitCode.cannotRun;
  };
  if (!config.value) return fail(config.diagnostics);
  const file = name === 'styles' ? 'styles.css' : `${name}.tsx`;
  const folder = config.value.templates || join(process.cwd(), 'templates');
  const target = join(folder, file);
  if (!options.force && (await fs.pathExists(target)))
    return fail([ejectExists({ path: relative(process.cwd(), target) })]);
  const source = packageFile(`templates/${file}`);
  if (!(await fs.pathExists(source))) return fail([usage({ reason: `template \`${name}\` not found` })]);
  const shown = relative(process.cwd(), target);
  try {
    if (file.endsWith('.css')) await fs.copy(source, target);
    else await fs.outputFile(target, withPackageImports(await fs.readFile(source, 'utf8')));
  } catch (error) {
    return fail([cannotWrite({ path: shown, reason: (error as NodeJS.ErrnoException).code ?? String(error) })]);
  }
  const key = name === 'styles' ? `css: './${shown}'` : `templates: './${relative(process.cwd(), folder)}'`;
  process.stdout.write(`${shown}\n`);
  if (options.format !== 'json') process.stderr.write(`copied; set \`${key}\` in the config to use it\n`);
  return exitCode.built;
}

/** Imports of neighbours become imports of the package. */
function withPackageImports(text: string): string {
  return text.replace(/from '(?:\.\/|\.\.\/src\/)[^']+'/g, "from 'docgen-hub/templates'");
}
