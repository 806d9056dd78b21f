// Diagnostics as one SARIF log, the form that code scanning of GitHub and others take.
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { catalogue } from '../model/diagnostics/catalogue.js';
import { messageOf } from '../model/diagnostics/diagnostic.js';
import { encodeAddress } from '../model/path.js';
import { codePage } from './code-page.js';
import { readPackage } from './package-json.js';
import type { PlacedDiagnostic } from './upstream.js';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The log of one run. */
export function toSarif(placed: readonly PlacedDiagnostic[]): string {
  const { version } = readPackage();
  const codes = new Set(placed.map(({ diagnostic }) => diagnostic.code));
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
        results: placed.map((one) => toResult(one, indexOf.get(one.diagnostic.code))),
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

function toResult({ diagnostic, file, upstream }: PlacedDiagnostic, ruleIndex: number | undefined): Result {
  const { code, severity, hint, place } = diagnostic;
  const message = messageOf(diagnostic);
  const text = hint === undefined ? message : `${message}\nhelp: ${hint}`;
  const result: Result = {
    ruleId: code,
    level: levels[severity],
    message: { text: withoutLinks(text) + linkTo(upstream) },
    ...(upstream && { properties: { upstream: upstream.data } }),
  };
  if (ruleIndex !== undefined) result.ruleIndex = ruleIndex;
  if (!place || file === undefined) return result;
  const artifactLocation = { uri: encodeAddress(file).replace(/[?#]/g, escaped) };
  const region = place.start && { startLine: place.start.line, startColumn: place.start.column };
  return { ...result, locations: [{ physicalLocation: { artifactLocation, ...(region && { region }) } }] };
}

/** The upstream file, as the only link of a message: the log has no other place for an address that is shown. */
function linkTo(upstream: PlacedDiagnostic['upstream']): string {
  if (!upstream) return '';
  const { text, data } = upstream;
  const address = data.url?.replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'));
  return `\nupstream: ${address === undefined ? withoutLinks(text) : `[${withoutLinks(text)}](${address})`}`;
}

const escaped = (char: string) => (char === '?' ? '%3F' : '%23');
/** Brackets, which may begin a link in a message of SARIF (2.1.0, 3.11.6), and the backslashes before them, each after a backslash. */
const withoutLinks = (text: string) => text.replace(/(?<!\\)\\*[[\]]/g, (found) => found.replace(/./g, '\\$&'));
