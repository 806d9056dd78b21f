// Google's devsite dialect, of genkit, FlutterFire and Firebase: template tags and comments, includes, head lines, variables, `Note:`
// paragraphs and lists of tabs.
import type { List, ListItem, Parents, Root, RootContent } from 'mdast';
import { encodePart } from '../../../model/path.js';
import type { ComponentNode } from '../syntax/containers.js';
import { indexOfClosing } from '../syntax/literals.js';
import { drop, type Meaning, matchAt, type Reader } from '../syntax/scan.js';
import { SKIP, visit } from '../visit.js';
import { callout, startOf, withoutStart } from './callouts.js';

/** True for a text that is written in this dialect. */
export function isDevsite(text: string): boolean {
  return /^(?:Project|Book): |\{%-? |\{# |\{:\s|^<<[^<>\n]+>>|<\/?devsite-|\{\{ *'/m.test(text);
}

/** `{# … #}` */
export const templateComments: Reader = {
  first: '{',
  read: (text, offset) => {
    if (!text.startsWith('{#', offset) || !/[\s#]/.test(text[offset + 2] ?? '')) return undefined;
    const end = indexOfClosing(text, '#}', offset + 2);
    return end === -1 ? undefined : { end: end + 2, meaning: drop };
  },
};

const pairs: Readonly<Record<string, string>> = { comment: 'endcomment', setvar: 'endsetvar' };

/** `{% … %}`: includes and links to code are read, everything else is an instruction to a server that is not here. */
export const templateTags: Reader = {
  first: '{',
  read: (text, offset) => {
    if (!text.startsWith('{%', offset)) return undefined;
    const close = indexOfClosing(text, '%}', offset + 2);
    if (close === -1) return undefined;
    const end = close + 2;
    const inner = text
      .slice(offset + 2, close)
      .replace(/^-|-$/g, '')
      .trim();
    const name = /^\w*/.exec(inner)?.[0] ?? '';
    if (name === 'include') {
      const path = /["']([^"']+)["']|(\S+\.\w+)/.exec(inner.slice(7));
      return { end, meaning: path ? { kind: 'include', path: path[1] ?? path[2] ?? '' } : drop };
    }
    if (name === 'includecode') return { end, meaning: codeLink(inner) };
    const pair = Object.hasOwn(pairs, name) ? pairs[name] : undefined;
    const last = pair === undefined ? -1 : text.slice(end).search(new RegExp(`\\{%-?\\s*${pair}\\s*-?%\\}`));
    if (last !== -1 && !/=/.test(inner)) return { end: text.indexOf('%}', end + last) + 2, meaning: drop };
    return { end, meaning: drop };
  },
};

/** `includecode github_path="owner/repo/path" region_tag="x"`: the code is in another repository; a link leads there. */
export function codeLink(inner: string): Meaning {
  const path = /github_path=["']([^"']+)["']/.exec(inner)?.[1];
  const [owner, repo, ...file] = (path ?? '').split('/');
  if (!owner || !repo || file.length === 0) return drop;
  const url = `https://github.com/${owner}/${repo}/blob/HEAD/${file.map(encodePart).join('/')}`;
  return { kind: 'sourceLink', url, label: path ?? '' };
}

const templateString = /\{\{\s*(?:'[^'\n]*'|"[^"\n]*")\s*\}\}/y;

/** `{{ '<section>' }}`: markup for a server's layout. */
export const templateStrings: Reader = {
  first: '{',
  read: (text, offset) => {
    const found = matchAt(templateString, text, offset);
    return found ? { end: offset + found[0].length, meaning: drop } : undefined;
  },
};

const fileInclude = /<<([^<>\n]+)>>[ \t]*(?=\n|$)/y;

/** `<<_partial.md>>` on a line of its own. */
export const fileIncludes: Reader = {
  first: '<',
  atLineStart: true,
  read: (text, offset) => {
    const found = matchAt(fileInclude, text, offset);
    if (!found) return undefined;
    const [whole, path = ''] = found;
    return { end: offset + whole.length, meaning: { kind: 'include', path: path.trim() } };
  },
};

const headLine = /(?:Project|Book): \S[^\n]*(?:\n[a-z_]+: [^\n]*|\n(?:Project|Book): [^\n]*)*(?=\n|$)/y;

/** `Project:`/`Book:` and the keys below them, at the head of a file. */
export const headLines: Reader = {
  first: 'PB',
  atLineStart: true,
  read: (text, offset) => {
    const found = matchAt(headLine, text, offset);
    return found ? { end: offset + found[0].length, meaning: drop } : undefined;
  },
};

const verbatim = /\{%-?\s*(?:end)?(?:verbatim|raw)\s*-?%\}/g;

/** In code: the tags that protect braces go; a block that only includes code becomes a link to that code. */
export function readCode(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return undefined;
    node.value = node.value.replace(verbatim, '');
    const inner = /^\s*\{%\s*(includecode\s[\s\S]*?)%\}\s*$/.exec(node.value)?.[1];
    if (inner === undefined || node.type !== 'code' || !parent || index === undefined) return undefined;
    const meaning = codeLink(inner);
    if (meaning.kind !== 'sourceLink') return undefined;
    const position = node.position ? { position: node.position } : {};
    const mark = { meaning, source: node.value, offset: 0 };
    (parent as Parents).children.splice(index, 1, { type: 'mark', isBlock: true, mark, ...position } as never);
    return [SKIP, index + 1];
  });
}

const words: Readonly<Record<string, string>> = {
  api: 'API', app: 'App', appcheck: 'App Check', apns: 'APNs', auth: 'Authentication', cli: 'CLI', console: 'console', ddls: 'Dynamic Links', fcm: 'FCM',
  fiam: 'In-App Messaging', ga: 'Google Analytics', gcp: 'Google Cloud', id: 'ID', inappmessaging: 'In-App Messaging', ios: 'iOS', macos: 'macOS', messaging_longer: 'Cloud Messaging',
  appmanager: 'Firebase console', appmanager_link: 'Firebase console', name_appmanager: 'Firebase console', database: 'Realtime Database', firestore: 'Cloud Firestore',
  ml: 'ML', os: 'OS', perfmon: 'Performance Monitoring', sdk: 'SDK', storage: 'Cloud Storage', url: 'URL', yes: '✓', no: '✗',
}; // biome-ignore format: a table

/** What a variable of the server is likely to say: `{{firebase_cli}}` → Firebase CLI. */
export function variableText(name: string): string {
  const key = name.toLowerCase();
  if (Object.hasOwn(words, key)) return words[key] ?? '';
  return key
    .split('_')
    .map((word) => (Object.hasOwn(words, word) ? words[word] : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

/** `{{variable}}` as words. */
export function replaceVariables(tree: Root): void {
  const read = (value: string) =>
    value.replace(/\{\{\s*([A-Za-z]\w*)\s*\}\}/g, (_, name: string) => variableText(name));
  visit(tree, (node) => {
    if (node.type === 'text' || node.type === 'html') node.value = read(node.value);
  });
}

const notes: Readonly<Record<string, string>> = {
  note: 'note', tip: 'tip', important: 'important', 'key point': 'important', 'key term': 'info', caution: 'caution', warning: 'warning', danger: 'danger',
  success: 'success', objective: 'info', beta: 'caution', preview: 'info', experimental: 'caution', deprecated: 'warning',
}; // biome-ignore format: a table
const noteStart =
  /^(Note|Tip|Important|Key Point|Key Term|Caution|Warning|Danger|Success|Objective|Beta|Preview|Experimental|Deprecated):\s+/i;

/** `Note: …` paragraphs as callouts. */
export function readNotes(tree: Root): void {
  visit(tree, 'paragraph', (node, index, parent) => {
    const [whole, word = ''] = noteStart.exec(startOf(node)) ?? [];
    if (whole === undefined || !/^[A-Z]/.test(word) || !parent || index === undefined) return undefined;
    const type = notes[word.toLowerCase()] ?? 'note';
    const title = word.toLowerCase() === type ? undefined : word;
    const note = callout({ type, title }, withoutStart(node, whole.length), node.position);
    (parent as Parents).children.splice(index, 1, note as never);
    return [SKIP, index + 1];
  });
}

// Alone on its line: `- {Object} options` is a list of types.
const tabLabel = /^\{([^{}\n]+)\}[ \t]*(\n|$)/;

/** A list whose every entry begins with `{Label}` is a group of tabs. */
export function readTabLists(tree: Root): void {
  visit(tree, 'list', (node: List, index, parent) => {
    if (!parent || index === undefined || node.children.length === 0) return undefined;
    const labels = node.children.map(labelOf);
    if (!labels.every((label) => label !== undefined)) return undefined;
    const children = node.children.map((item, number): ComponentNode => {
      return { type: 'component', name: 'TabItem', props: { label: labels[number] }, children: withoutLabel(item) };
    });
    const tabs: ComponentNode = {
      type: 'component',
      name: 'Tabs',
      props: {},
      children,
      ...(node.position && { position: node.position }),
    };
    (parent as Parents).children.splice(index, 1, tabs as never);
    return index; // the panels may hold tabs of their own
  });
}

function labelOf({ children: [first] }: ListItem): string | undefined {
  const found = tabLabel.exec(startOf(first));
  const isAlone = found?.[2] === '\n' || (first?.type === 'paragraph' && first.children.length === 1);
  return found && isAlone ? found[1]?.trim() : undefined;
}

function withoutLabel({ children: [first, ...others] }: ListItem): RootContent[] {
  const [label = ''] = tabLabel.exec(startOf(first)) ?? [];
  return [...withoutStart(first, label.length), ...others];
}
