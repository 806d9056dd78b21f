// Diagnostics as one SARIF log, the form that code scanning of GitHub and others take.
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { catalogue } from '../model/diagnostics/catalogue.js';
import { type Diagnostic, messageOf } from '../model/diagnostics/diagnostic.js';
import { encodeAddress } from '../model/path.js';
import { codePage } from './code-page.js';
import { readPackage } from './package-json.js';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The log of one run. `locate` gives the path of a file from the working directory. */
export function toSarif(diagnostics: readonly Diagnostic[], locate: (file: string) => string): string {
  const { version } = readPackage();
  const codes = new Set(diagnostics.map(({ code }) => code));
  const entries = catalogue.filter(({ code }) => codes.has(code));
  const rules = entries.map(
    ({ code, title, effect, severity }): ReportingDescriptor => ({
      id: code,
      shortDescription: { text: title },
      fullDescription: { text: `${title}. ${effect}` },
      defaultConfiguration: { level: levels[severity] },
      ...helpOf(code),
    }),
  );
  const indexOf = new Map(entries.map(({ code }, index) => [code, index]));
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docgen', semanticVersion: version, rules } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => toResult(diagnostic, indexOf.get(diagnostic.code), locate)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** An address has to be absolute there; a path is a text. */
function helpOf(code: string): Pick<ReportingDescriptor, 'help' | 'helpUri'> {
  const page = codePage(code);
  return page.startsWith('https://') ? { helpUri: page } : { help: { text: page } };
}

function toResult(diagnostic: Diagnostic, ruleIndex: number | undefined, locate: (file: string) => string): Result {
  const { code, severity, hint, place } = diagnostic;
  const message = messageOf(diagnostic);
  const text = hint === undefined ? message : `${message}\nhelp: ${hint}`;
  const result: Result = { ruleId: code, level: levels[severity], message: { text: withoutLinks(text) } };
  if (ruleIndex !== undefined) result.ruleIndex = ruleIndex;
  if (!place) return result;
  const artifactLocation = { uri: encodeAddress(locate(place.file)).replace(/[?#]/g, escaped) };
  const region = place.start && { startLine: place.start.line, startColumn: place.start.column };
  return { ...result, locations: [{ physicalLocation: { artifactLocation, ...(region && { region }) } }] };
}

const escaped = (char: string) => (char === '?' ? '%3F' : '%23');
/** Brackets, which may begin a link in a message of SARIF (2.1.0, 3.11.6), and the backslashes before them, each after a backslash. */
const withoutLinks = (text: string) => text.replace(/(?<!\\)\\*[[\]]/g, (found) => found.replace(/./g, '\\$&'));
