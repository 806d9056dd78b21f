// Parses class and entity diagrams: boxes with lines, and relations.
import { trimEnd } from 'lodash-es';
import { Flow, type Node, type Tip } from '../print/graph.js';
import { readStyle } from './flow-parser.js';
import { labelText, plainEntities, Reader, readStatements } from './reader.js';

type RecordNode = Node & { readonly sections: string[][] };

const [maxRowChars, stub] = [200, 20];
const lineEnd = /[^\S\n]*(?:[\n;]|$)/y;
const readQuoted = (reader: Reader) => labelText(reader.take(/[^\S\n]*"([^"\n]*)"/y)?.[1] ?? '');
const skipped = /(?:click|link|callback|href|acc(?:Title|Descr)|title)\b[^\n]*|accDescr[^\S\n]*\{[^}]*\}/y;

/** Parses a name, with an optional label and class: `name["label"]:::class`. */
function readRecord(reader: Reader, flow: Flow, name: RegExp, count: number): RecordNode | undefined {
  const [, ticked, id = ticked, generic] = reader.take(name) ?? [];
  if (id === undefined) return undefined;
  const [, quotedText, text = quotedText] = reader.take(/\[(?:"([^"\n]*)"|([^\]\n]*))\]/y) ?? [];
  const [, style] = reader.take(/[^\S\n]*:::([\w-]+)/y) ?? [];
  if (style) flow.classAssignments.set(id, style);
  const known = flow.nodes.get(id) as RecordNode | undefined;
  const label = generic && text === undefined ? `${id}<${generics(generic)}>` : labelText(text ?? id);
  const sections = known?.sections ?? Array.from({ length: count }, (): string[] => []);
  const isNew = known === undefined || generic !== undefined || text !== undefined;
  const record: RecordNode = { id, label: isNew ? `<b>${label}</b>` : known.label, shape: 'rectangle', sections };
  flow.nodes.set(id, record);
  flow.claim(id);
  return record;
}

/** Parses `: text` up to the end of the line. */
const readLabel = (reader: Reader) => {
  const [, text = ''] = reader.take(/[^\S\n]*:[^\S\n]*([^\n;]*)/y) ?? [];
  const label = labelText(text.replace(/^"([^"]*)"\s*$/, '$1'));
  return label === '' ? {} : { label };
};

const className = /[^\S\n]*(?:`([^`\n]+)`|((?:[\p{L}\p{N}_$]|[-.](?=[\p{L}\p{N}_$]))+))(?:~(\S*)~)?/uy;
const relation = /[^\S\n]*(?:(<\||\*|o(?=[-.])|<|\(\)))?(--|\.\.)(\|>|\*|o\b|>|\(\))?/y;
const classTips = { '*': 'filledDiamond', o: 'diamond', '<': 'open', '>': 'open', '()': 'circle' } as const;
const classTip = (sign: string): Tip | undefined =>
  sign.includes('|') ? 'triangle' : classTips[sign as keyof typeof classTips];

export function parseClasses(text: string): Flow {
  const [reader, flow] = [new Reader(text), new Flow('TB', stub)];
  return readStatements(reader, flow, skipped, () => {
    const classAt = () => readRecord(reader, flow, className, 2);
    if (flow.open.length > 0 && reader.take(/\}/y)) flow.open.pop();
    else if (reader.isAt(/namespace\s/y)) {
      const [, id = '', label = id] = reader.take(/namespace[^\S\n]+([^\s{[]+)(?:\["([^"\n]*)"\])?\s*\{/y) ?? [];
      if (id === '') return false;
      flow.openFrame(` ${reader.at}`, labelText(label));
    } else if (reader.take(/note\b(?=\s+(?:for\s|"))/y)) {
      const to = reader.take(/[^\S\n]+for\b/y) ? classAt()?.id : undefined;
      flow.addNote(readQuoted(reader), to);
    } else if (reader.take(/class(?=[^\S\n]+[^\s:])/y)) {
      const record = classAt();
      if (!record) return false;
      const [, note = '', body = ''] = reader.take(/\s*(<<.*?>>)?\s*(?:\{([^}]*)\})?/y) ?? [];
      for (const line of [note, ...body.split('\n')]) addMember(flow, record, line);
    } else if (reader.isAt(/<</y)) {
      const [note = ''] = reader.take(/<<.*?>>/y) ?? [];
      const record = classAt();
      if (!record) return false;
      addMember(flow, record, note);
    } else return readStyle(reader, flow) || readRelation(reader, flow, classAt);
    return true;
  });
}

/** Parses `A "1" <|-- "*" B : text` and `A : member`. */
function readRelation(reader: Reader, flow: Flow, classAt: () => RecordNode | undefined): boolean {
  const from = classAt();
  if (!from) return false;
  const startLabel = readQuoted(reader);
  const [whole, start = '', line, end = ''] = reader.take(relation) ?? [];
  if (whole === undefined) {
    const [, member] = reader.take(/[^\S\n]*:[^\S\n]*([^\n]*)/y) ?? [];
    if (member !== undefined) addMember(flow, from, member);
    return member !== undefined || reader.isAt(lineEnd);
  }
  const endLabel = readQuoted(reader);
  const to = classAt();
  if (!to) return false;
  const style = line === '..' ? 'dotted' : 'solid';
  const ends = { start: classTip(start), end: classTip(end), startLabel, endLabel };
  flow.edges.push({ source: from.id, target: to.id, style, ...ends, ...readLabel(reader) });
  return true;
}

/** Converts `~T~` to `<T>`, also nested. */
const generics = (text: string) =>
  text.replace(/(?<=[\p{L}\p{N}_])~(?=\p{L})/gu, '<').replace(/(?<=[\p{L}\p{N}_>~])~/gu, '>');

/** Matches the marker of a static or abstract member. */
const member = /(?<=\))[$*]|[$*]$/;

/** Adds a line of a class: `+name: type`, `+method()$` or `<<interface>>`. */
function addMember({ nodes }: Flow, { id, sections }: RecordNode, line: string): void {
  const text = plainEntities(line.trim().replace(/;$/, ''));
  if (text.length > maxRowChars) throw new Error(`a line of it is over ${maxRowChars} characters`);
  const [, note] = /^<<(.*)>>$/.exec(text) ?? [];
  const record = nodes.get(id);
  if (note && record) nodes.set(id, { ...record, label: `<i>«${note.trim()}»</i>\n${record.label}` });
  else if (text !== '') {
    const [mark] = member.exec(text) ?? [];
    const [shown, style] = [generics(text.replace(member, '')), mark && (mark === '$' ? 'u' : 'i')];
    sections[text.includes('(') ? 1 : 0]?.push(style ? `<${style}>${shown}</${style}>` : shown);
  }
}

const entityName = /[^\S\n]*(?:"([^"\n]+)"|([^\s"{}|[\]:;,]+))/y;
const entitySign = String.raw`[|o}{]{2}|(?:one|zero) or (?:one|zero|more|many)|only one|many\([01]\)|[01]\+|1`;
const entityRelation = new RegExp(
  String.raw`[^\S\n]*(${entitySign}) *(--|\.\.|\.-|-\.|to|optionally to) *(${entitySign})(?![|o}{])`,
  'y',
);

function entityTip(sign: string): Tip {
  const isOptional = /^(?:o[|{}]|[|{}]o)$|zero|0/.test(sign);
  if (/[{}+]|more|many/.test(sign)) return isOptional ? 'any' : 'many';
  return isOptional ? 'maybe' : 'one';
}

export function parseEntities(text: string): Flow {
  const [reader, flow] = [new Reader(text), new Flow('LR', stub)];
  return readStatements(reader, flow, skipped, () => {
    if (readStyle(reader, flow)) return true;
    const entityAt = () => readRecord(reader, flow, entityName, 1);
    const from = entityAt();
    if (!from) return false;
    const [, start, line = '', end] = reader.take(entityRelation) ?? [];
    if (start && end) {
      const to = entityAt();
      if (!to) return false;
      const style = /^(?:--|to)$/.test(line) ? 'solid' : 'dotted';
      const ends = { start: entityTip(start), end: entityTip(end), ...readLabel(reader) };
      flow.edges.push({ source: from.id, target: to.id, style, ...ends });
      return true;
    }
    const [, body] = reader.take(/[^\S\n]*\{([^}]*)\}/y) ?? [];
    from.sections[0]?.push(...rowsOf(body ?? ''));
    return body !== undefined || reader.isAt(lineEnd);
  });
}

/** Returns lines `type name PK, FK "comment"`, aligned in columns. */
function rowsOf(body: string): string[] {
  const attribute =
    /(?<![^\s"])([^\s"]+)[^\S\n]+([^\s"]+)(?:[^\S\n]+((?:PK|FK|UK)(?:\s*,\s*(?:PK|FK|UK))*)(?![\w]))?(?:[^\S\n]+"([^"]*)")?/g;
  const rows = [...body.matchAll(attribute)].map((match) => match.slice(1).map((cell = '') => cell));
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number) => cell.padEnd(widths[column] ? widths[column] + 2 : 0, '\u00a0');
  return rows.map((row) => trimEnd(row.map(padded).join(''), '\u00a0'));
}
