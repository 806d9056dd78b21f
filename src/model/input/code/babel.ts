// The parser of JavaScript and TypeScript. In the bundle, it is loaded with the first config that needs it (.ci/bundle.mjs).
import { createContext, runInContext } from 'node:vm';
import { type ParserOptions, parse } from '@babel/parser';
import type { AssignmentExpression, ImportDeclaration, Node, Statement } from '@babel/types';
import { once } from 'lodash-es';
import { Recent } from '../../types/recent.js';

/** Maximum CPU time to parse a text of some length. Configs take a tenth of it. In TypeScript, it doubles with each `a<b>(` that isn't closed. */
const maxMs = (characters: number) => Math.min(2000, 400 + 100 * Math.floor(characters / 50_000));

/** Thrown if parsing a text exceeds the time limit. */
export class SlowText extends SyntaxError {}

const timed = once(() => createContext({ parse: undefined }));

/** Runs a function of docgen with a limit of its CPU time. `node:vm`, which can interrupt it, measures the clock, so it might run again. @throws SlowText */
function withinTime<T>(limit: number, run: () => T): T {
  const begun = process.cpuUsage();
  for (let delay = 1; ; delay *= 2) {
    try {
      return runInContext('parse()', Object.assign(timed(), { parse: run }), { timeout: limit * delay });
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const { user, system } = process.cpuUsage(begun);
      if (user + system > limit * 1000 || delay === 4) throw new SlowText(`it takes over ${limit / 1000} s to parse`);
    }
  }
}

/** Results of the last texts, because many pages use the same components. Limited by the characters of their texts. */
const results = new Recent<string, () => readonly Statement[]>(500_000);

/** Returns the statements of a module; `isJsx` if it can have elements. @throws SyntaxError with `loc`, SlowText, or RangeError if the text is nested too deep. */
export function parseModule(text: string, isJsx = false): readonly Statement[] {
  const key = `${isJsx} ${text}`;
  const known = results.get(key);
  if (known) return known();
  const parsed = parsedOnce(text, isJsx);
  results.add(key, parsed, key.length);
  return parsed();
}

function parsedOnce(text: string, isJsx: boolean): () => readonly Statement[] {
  const options: ParserOptions = {
    sourceType: 'unambiguous',
    plugins: isJsx ? ['typescript', 'jsx'] : ['typescript'],
    errorRecovery: true,
    attachComment: false,
  };
  try {
    const statements = withinTime(maxMs(text.length), () => parse(text, options).program.body);
    return () => statements;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Returns the elements of a template in JSX. Their expressions can be TypeScript. @throws like `parseModule` */
export function parseMarkup(text: string): Node {
  const [markup, more] = parseModule(`<>${text}</>`, true);
  if (markup?.type !== 'ExpressionStatement' || more) throw new SyntaxError('it is not one element');
  return markup.expression;
}

export type { AssignmentExpression, ImportDeclaration, Node, Statement };
