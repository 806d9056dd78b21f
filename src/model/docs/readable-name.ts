// File and folder names as titles: `create-email-verification` → Create email verification.
import words from './words.json' with { type: 'json' };

/** Words that are not written as their letters are, by their letters. */
const spelling = new Map(words.spellings.split(' ').map((word) => [word.toLowerCase().replace('.', ''), word]));

const spelled = (word: string) => spelling.get(word.toLowerCase()) ?? word;

/**
 * A name as a reader would write it: words apart, the first letter a capital. A name that is one in code (`ram_in_use`, `useState`,
 * `go.d`, `v2`) stays, and so does one that is written as a title.
 */
export function readableName(name: string): string {
  const parts = name.split(/[-_]+/).filter((word) => word !== '');
  const isLoud = /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name);
  if (parts.length === 0 || /\s/.test(name) || isCode(name, parts, isLoud)) return name;
  const isShort = parts.length === 1 && name.length <= 4;
  const quiet = isLoud && !isShort ? parts.map((word) => word.toLowerCase()) : parts;
  const [first = '', ...rest] = quiet.map(spelled);
  const capital = first === quiet[0] ? first.charAt(0).toUpperCase() + first.slice(1) : first;
  return [capital, ...rest].join(' ');
}

function isCode(name: string, parts: readonly string[], isLoud: boolean): boolean {
  const isOdd = /[^\p{L}\p{M}\p{N}_-]/u.test(name.replace(/\d\.(?=\d)/g, ''));
  const isSnake = name.includes('_') && !isLoud && parts.some((word) => /^\p{Ll}/u.test(word));
  const isOne = parts.length === 1 && (/\p{Ll}\p{Lu}/u.test(name) || /^\p{Ll}{1,3}\d/u.test(name));
  return isOdd || isSnake || isOne || /^[\d._-]+$/.test(name);
}
