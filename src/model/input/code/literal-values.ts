// Types of values in JavaScript and TypeScript configs: plain data, and values that only running the config can determine.
import { attempt } from '../../types/attempt.js';
import type { Node } from './babel.js';

export type Lookup = () => Literal;
export interface Scope {
  readonly file: string;
  readonly names: Map<string, Lookup>;
  readonly outer?: Scope | undefined;
}

export interface Location {
  readonly file: string;
  readonly line: number;
}

/** A value that only running the config can determine. */
export class Computed {
  constructor(
    readonly at: Location,
    readonly reason = '',
  ) {}
}

/** A call of a function that is not defined in the project. */
export class Call {
  constructor(
    readonly callee: string,
    readonly args: readonly Literal[],
    readonly at: Location,
  ) {}
}

/** A function of the project. */
export class SourceFunction {
  constructor(
    readonly node: Extract<
      Node,
      { type: 'ArrowFunctionExpression' | 'FunctionDeclaration' | 'FunctionExpression' | 'ObjectMethod' }
    >,
    readonly scope: Scope,
  ) {}
}

/** A function of JavaScript. Its result is undefined if it can't be determined. */
export class Native {
  constructor(readonly call: (args: readonly Literal[]) => Literal) {}
}

/** An element of a template. The name of a fragment is ''. */
export class Markup {
  constructor(
    readonly name: string,
    readonly props: LiteralRecord,
    readonly children: readonly Literal[],
  ) {}
}

type Scalar = string | number | boolean | null | undefined;
export interface LiteralRecord {
  readonly [key: string]: Literal;
}
/** If a spread value is computed, a record has it as the key `...`, and a list as an item. */
export type Literal = Scalar | Computed | Call | SourceFunction | Native | Markup | readonly Literal[] | LiteralRecord;

export const isLiteralRecord = (value: Literal): value is LiteralRecord =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  ![Computed, Call, SourceFunction, Native, Markup].some((kind) => value instanceof kind);

export const recordIn = (value: Literal): LiteralRecord => (isLiteralRecord(value) ? value : {});

export const callsIn = (list: Literal) => (isList(list) ? list : []).filter((one) => one instanceof Call);

/** Returns the literal options of a call in a list, such as the list of plugins. */
export function optionsIn(list: Literal, name: string): LiteralRecord | undefined {
  const call = callsIn(list).find(({ callee }) => callee === name);
  return call && recordIn(call.args[0]);
}

/** Whether only running the code can determine a value. */
export const isUnknown = (value: Literal): value is Computed | Call =>
  value instanceof Computed || value instanceof Call;

export const isList = (value: Literal): value is readonly Literal[] => Array.isArray(value);

export const textOf = (value: Literal): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export const textsOf = (value: Literal): readonly string[] =>
  isList(value) ? value.flatMap((one) => textOf(one) ?? []) : [];

/** A part of a config that can't be read. `line` is from 1, if known. `file` is relative to the project's folder. */
export interface ConfigFault {
  readonly file: string;
  readonly line?: number | undefined;
  /** Reason for the message, such as: `` `nav` is computed ``. */
  readonly reason: string;
  /** Which hint of DG315 to show. Absent: to write the value as plain data. */
  readonly advice?: 'isAbsent' | 'isMade' | 'isIds' | 'isElsewhere' | 'isLarge' | 'isInvalid' | undefined;
}

/** Collects the parts of a config that can't be read, each reason once. */
export class ConfigFaults {
  /** At most 20. */
  readonly list: ConfigFault[] = [];

  constructor(private readonly file: string) {}

  add(value: Literal, reason: string, advice?: ConfigFault['advice']): void {
    const at = value instanceof Computed || value instanceof Call ? value.at : { file: this.file, line: undefined };
    const why = value instanceof Computed && value.reason !== '' ? `${reason}: ${value.reason}` : reason;
    // A value that several parts of the config use is one fault. So are several values of one part.
    const isAt = ({ file, line }: ConfigFault) => line !== undefined && line === at.line && file === at.file;
    if (this.list.length < 20 && !this.list.some((known) => known.reason === why || isAt(known)))
      this.list.push({ ...at, reason: why, ...(advice && { advice }) });
  }

  /** Returns a record without the parts that are computed, or an empty one if it is computed itself. */
  record(value: Literal, name: string): LiteralRecord {
    if (isLiteralRecord(value)) return value;
    this.add(value, `${name} is computed`);
    return {};
  }
}

/** Returns the methods that a function calls on its result, in order, each with its last string argument. */
export function stepsOf({ node }: SourceFunction): string {
  const { body } = node;
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  const steps: string[] = [];
  let call = last?.type === 'ReturnStatement' ? last.argument : body;
  while (call?.type === 'CallExpression' && call.callee.type === 'MemberExpression' && steps.length < 20) {
    const { object, property } = call.callee;
    const arg = call.arguments.at(-1);
    steps.unshift(
      `${property.type === 'Identifier' ? property.name : ''}(${arg?.type === 'StringLiteral' ? arg.value : ''})`,
    );
    call = object.type === 'Super' ? undefined : object;
  }
  return steps.join(' ');
}

/** Returns the calls `replace(/^pattern/, 'text')` in a function whose patterns take linear or quadratic time. */
export function replacementsIn({ node }: SourceFunction): readonly (readonly [pattern: string, text: string])[] {
  const found: (readonly [string, string])[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || found.length === 100 || depth > 200) return;
    const { type, callee, arguments: args } = value as Partial<Extract<Node, { type: 'CallExpression' }>>;
    const [pattern, text] = args ?? [];
    const name =
      callee?.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
    if (type === 'CallExpression' && name === 'replace')
      if (
        pattern?.type === 'RegExpLiteral' &&
        text?.type === 'StringLiteral' &&
        text.value.length < 300 &&
        isQuick(pattern.pattern)
      )
        found.push([pattern.pattern, text.value]);
    for (const [key, inner] of Object.entries(value)) if (key !== 'loc') walk(inner, depth + 1);
  };
  walk(node.body, 0);
  return found;
}

/** Replaces a pattern from `replacementsIn`. Returns undefined if the text doesn't match or becomes too long. */
export function replaced(text: string, pattern: string, by: string): string | undefined {
  const made = text.replace(new RegExp(pattern), by);
  return made === text || made.length > 4_000 ? undefined : made;
}

/** Whether a pattern is fast: no alternatives, no repeated groups, at most two parts that are optional or of any length. */
function isQuick(pattern: string): boolean {
  const plain = pattern.replace(/\\\D|\[(?:[^\]\\]|\\.)*\]/g, 'x');
  const isSimple = plain.startsWith('^') && pattern.length < 300 && !/[|\\]|\(\?|\)[*+?{]/.test(plain);
  return (
    isSimple &&
    attempt(() => new RegExp(pattern)) !== undefined &&
    (plain.replace(/([*+?}])\?/g, '$1').match(/[*+?]|\{\d+,/g) ?? []).length <= 2
  );
}
