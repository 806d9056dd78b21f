// What a token of a grammar is shown as.

/** A token of Prism, or text in which none was found; Prism's types show less. */
export interface Token {
  readonly type: string;
  readonly alias?: string | readonly string[] | null;
  content: Tokens;
}
export type Tokens = string | Token | readonly (string | Token)[];

/** Names of tokens and their colours, which are classes in styles.css; other tokens are shown plain. */
const classes: ReadonlyMap<string, string> = new Map(Object.entries({
  comment: 'c', prolog: 'c', doctype: 'c', cdata: 'c', 'block-comment': 'c', shebang: 'c',
  keyword: 'k', atrule: 'k', important: 'k', rule: 'k', directive: 'k', 'control-flow': 'k', module: 'k',
  string: 's', char: 's', 'attr-value': 's', regex: 's', url: 's', 'template-string': 's', 'string-literal': 's', 'raw-string': 's', heredoc: 's',
  number: 'n', boolean: 'n', constant: 'n', nil: 'n', symbol: 'n', unit: 'n',
  function: 'f', 'function-name': 'f', 'method-name': 'f', method: 'f', selector: 'f', 'function-variable': 'f',
  'class-name': 't', builtin: 't', namespace: 't', tag: 't', 'maybe-class-name': 't', 'generic-function': 't',
  property: 'p', 'attr-name': 'p', variable: 'p', parameter: 'p', key: 'p', 'literal-property': 'p', annotation: 'p', decorator: 'p', 'environment': 'p', title: 'p',
  inserted: 'i', 'inserted-sign': 'i', deleted: 'd', 'deleted-sign': 'd',
})); // biome-ignore format: a table

/** All names of a token. */
export function namesOf({ type, alias }: Token): readonly string[] {
  if (!alias) return [type];
  return typeof alias === 'string' ? [type, alias] : [type, ...alias];
}

/** The colour of a token, in one that has a colour. Most tokens have one name, and all code is made of them: no list is made for one. */
export function colourOf(token: Token, inherited: string | undefined): string | undefined {
  const { type, alias } = token;
  if (!alias) return classes.get(type) ?? (type === 'interpolation' ? undefined : inherited);
  const names = namesOf(token);
  const known = names.find((name) => classes.has(name));
  if (known !== undefined) return classes.get(known);
  return names.includes('interpolation') ? undefined : inherited;
}
