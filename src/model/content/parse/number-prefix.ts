// Dates and versions such as `2021-11-notes` and `10.3-x` are not number prefixes.
const dateOrVersion = /^\d+[-_.]\d/;
const prefixed = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;

/** `01-intro` → `{name: 'intro', number: 1}`. Rule: Docusaurus's default number prefix parser. */
export function parseNumberPrefix(name: string): { readonly name: string; readonly number: number | undefined } {
  const match = dateOrVersion.test(name) ? null : prefixed.exec(name);
  if (!match?.[1] || !match[2]) return { name, number: undefined };
  return { name: match[2], number: Number.parseInt(match[1], 10) };
}

/** `01-a/02-b` → `a/b`. */
export function stripNumberPrefixes(dir: string): string {
  return dir
    .split('/')
    .map((segment) => parseNumberPrefix(segment).name)
    .join('/');
}
