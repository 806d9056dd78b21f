// Parses the marker lines that `blocks.ts` writes at the start and end of MkDocs' blocks. They contain data about the block.
import { isRecord } from '../../../../model/input/plain-data.js';
import { attempt } from '../../../../model/types/attempt.js';
import type { ParsedSyntax, SyntaxRule } from '../../syntax/scan.js';

const names = new Set(['Admonition', 'Details', 'Tabs', 'TabItem', 'dl', 'dt', 'dd', 'div']);

/** Parses a marker line that opens or closes a block. */
export const blockLines: SyntaxRule = {
  first: '!',
  atLineStart: true,
  read: (text, offset) => {
    if (!text.startsWith('!!!', offset)) return undefined;
    const lineEnd = text.indexOf('\n', offset);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const meaning = meaningOf(text.slice(offset + 3, end));
    return meaning && { end, meaning };
  },
};

function meaningOf(line: string): ParsedSyntax | undefined {
  if (line.startsWith('-'))
    return names.has(line.slice(1)) ? { kind: 'close', family: 'element', name: line.slice(1) } : undefined;
  const data: unknown = line.startsWith('+') ? attempt(() => JSON.parse(line.slice(1))) : undefined;
  if (!isRecord(data) || typeof data['name'] !== 'string' || !names.has(data['name'])) return undefined;
  const { name, props, title } = data;
  return {
    kind: 'open',
    family: 'element',
    name,
    props: isRecord(props) ? props : {},
    ...(typeof title === 'string' && { title }),
  };
}
