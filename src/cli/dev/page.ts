// A page as the dev server sends it: the page on disk, with the script that reloads it and a policy that lets this script alone run.
import { createHash } from 'node:crypto';

export interface Script {
  readonly text: string;
  /** Source of a content security policy that allows this text. */
  readonly source: string;
}

export function toScript(text: string): Script {
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

export interface SentPage {
  readonly html: string;
  /** Policies for the header, in place of those that stood in the page. */
  readonly policies: readonly string[];
}

const policyElement = /<meta\s[^>]*http-equiv\s*=\s*["']?content-security-policy\b[^>]*>/gi;

/**
 * Puts the script at the beginning of the head, and moves the policies of the head to the header: those in a page cannot be relaxed.
 * Only the head is read, which templates write, not authors; what an author's text has in it is escaped there.
 */
export function toSentPage(page: string, script: Script, data: Readonly<Record<string, string>>): SentPage {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  const element = `<script${attributes.join('')}>${script.text}</script>`;
  const [opening = ''] = /<head(?:\s[^>]*)?>/i.exec(page) ?? [];
  if (opening === '') return { html: page + element, policies: [] };
  const start = page.indexOf(opening) + opening.length;
  const end = page.indexOf('</head>', start);
  const head = page.slice(start, end === -1 ? undefined : end);
  const policies = [...head.matchAll(policyElement)].flatMap(([meta]) => {
    const [, , content] = /\scontent\s*=\s*(["'])(.*?)\1/is.exec(meta) ?? [];
    return content === undefined ? [] : [relaxed(unescaped(content), script)];
  });
  const rest = end === -1 ? '' : page.slice(end);
  return { html: page.slice(0, start) + element + head.replace(policyElement, '') + rest, policies };
}

/** The policy, but that the script may run and ask its server. */
export function relaxed(policy: string, { source }: Script): string {
  const directives = new Map<string, readonly string[]>();
  for (const directive of policy.replace(/[^\x20-\x7e]+/g, ' ').split(';')) {
    const [name = '', ...values] = directive.trim().split(/\s+/);
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values);
  }
  const allow = (names: readonly string[], value: string, isAllowed: (values: readonly string[]) => boolean) => {
    const values = names.map((name) => directives.get(name)).find((found) => found !== undefined);
    if (!values || isAllowed(values)) return;
    const target = names.find((name) => name !== 'default-src' && directives.has(name)) ?? names.at(-2) ?? '';
    directives.set(target, [...values.filter((other) => other.toLowerCase() !== "'none'"), value]);
  };
  // Beside a hash 'unsafe-inline' would allow no other script any more.
  const allowsInline = (values: readonly string[]) =>
    values.includes("'unsafe-inline'") && !values.some((value) => /^'(?:nonce|sha\d+)-/.test(value));
  allow(['script-src-elem', 'script-src', 'default-src'], source, allowsInline);
  allow(['connect-src', 'default-src'], "'self'", (values) => values.includes("'self'") || values.includes('*'));
  return [...directives].map(([name, values]) => [name, ...values].join(' ')).join('; ');
}

const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&#39;': "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:amp|quot|#x27|#39);/g, (entity) => characters[entity] ?? entity);
}

function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
