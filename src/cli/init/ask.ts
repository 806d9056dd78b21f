import { createInterface } from 'node:readline/promises';

/** Asks on the terminal; an empty answer, or the end of the input, is what is proposed. */
export async function ask(question: string, proposed: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const shown = proposed === '' ? question : `${question} (${proposed})`;
    const closed = new Promise<string>((done) => lines.once('close', () => done('')));
    const answer = await Promise.race([lines.question(`${shown}: `, { signal }), closed]);
    return answer.trim() || proposed;
  } finally {
    lines.close();
  }
}
