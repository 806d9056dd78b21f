// The source of a diagram before it is read as one of its kind.

/** What a source says, without its front matter, directives and comments. */
export interface Source {
  /** The first word: `flowchart`, `pie`. */
  readonly kind: string;
  readonly text: string;
}

/** Takes the configuration and the comments off a source. */
export function readSource(source: string): Source {
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*---[ \t]*\n[\s\S]*?\n[ \t]*---[ \t]*(?:\n|$)/, '')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('%%'))
    .join('\n')
    .trim();
  return { kind: /^[A-Za-z][\w-]*/.exec(text)?.[0] ?? '', text };
}
