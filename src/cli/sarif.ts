// Formats diagnostics as SARIF, for code scanning on GitHub and elsewhere.
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { catalog } from '../model/diagnostics/diagnostic.js';
import { encodeAddress, encodePart } from '../model/types/path.js';
import { codePage, ownPackage } from './package.js';
import { type PlacedDiagnostic, placedMessage } from './upstream.js';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

export function toSarif(placed: readonly PlacedDiagnostic[]): string {
  const codes = new Set(placed.map(({ diagnostic }) => diagnostic.code));
  const entries = catalog.filter(({ code }) => codes.has(code));
  const rules = entries.map(
    ({ code, title, summary, effect, severity }): ReportingDescriptor => ({
      id: code,
      shortDescription: { text: title },
      fullDescription: { text: `${summary} ${effect}` },
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
        tool: { driver: { name: 'docgen', semanticVersion: ownPackage.version, rules } },
        columnKind: 'utf16CodeUnits',
        results: placed.map((one) => toResult(one, indexOf.get(one.diagnostic.code))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Returns the documentation of a rule. In SARIF, a URL must be absolute. */
function helpOf(code: string): Pick<ReportingDescriptor, 'help' | 'helpUri'> {
  const page = codePage(code);
  return page.startsWith('https://') ? { helpUri: page } : { help: { text: page } };
}

function toResult(placed: PlacedDiagnostic, ruleIndex: number | undefined): Result {
  const { diagnostic, artifact, upstream } = placed;
  const { code, severity, hint, place, known } = diagnostic;
  const message = placedMessage(placed);
  const text = hint === undefined ? message : `${message}\nhelp: ${hint}`;
  const result: Result = {
    ruleId: code,
    level: levels[severity],
    message: { text: withoutLinks(text) + linkTo(upstream) },
    ...(known && { suppressions: [{ kind: 'external', justification: 'in docgen.baseline.json' }] }),
    ...(upstream && { properties: { upstream: upstream.data } }),
  };
  if (ruleIndex !== undefined) result.ruleIndex = ruleIndex;
  if (!place || artifact === undefined) return result;
  const artifactLocation = { uri: encodeAddress(artifact).replace(/[?#:]/g, encodePart) };
  const region = place.start && { startLine: place.start.line, startColumn: place.start.column };
  return { ...result, locations: [{ physicalLocation: { artifactLocation, ...(region && { region }) } }] };
}

/** Returns text with a link to the upstream file, because SARIF has no other field for a visible URL. */
function linkTo(upstream: PlacedDiagnostic['upstream']): string {
  if (!upstream) return '';
  const { text, data } = upstream;
  const address = data.url?.replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'));
  return `\nupstream: ${address === undefined ? withoutLinks(text) : `[${withoutLinks(text)}](${address})`}`;
}

/** Escapes brackets, which can start a link (SARIF 2.1.0, 3.11.6), including the backslashes before them. */
const withoutLinks = (text: string) => text.replace(/(?<!\\)\\*[[\]]/g, (found) => found.replace(/./g, '\\$&'));
