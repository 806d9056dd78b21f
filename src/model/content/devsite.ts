// Google's devsite dialect, as far as titles, sync and bodies must agree on it: which texts are written in it, what its variables say, and
// which code they include.

/** True for a text that is written in this dialect. */
export function isDevsite(text: string): boolean {
  return /^(?:Project|Book): |\{%-? (?!(?:end)?(?:raw|highlight|link|post_url)\b)|\{# |\{:\s|^<<[^<>\n]+>>|<\/?devsite-|\{\{ *'/m.test(
    text,
  );
}

const words: Readonly<Record<string, string>> = {
  api: 'API', app: 'App', appcheck: 'App Check', apns: 'APNs', auth: 'Authentication', cli: 'CLI', console: 'console', ddls: 'Dynamic Links', fcm: 'FCM',
  fiam: 'In-App Messaging', ga: 'Google Analytics', gcp: 'Google Cloud', id: 'ID', inappmessaging: 'In-App Messaging', ios: 'iOS', macos: 'macOS', messaging_longer: 'Cloud Messaging',
  appmanager: 'Firebase console', appmanager_link: 'Firebase console', name_appmanager: 'Firebase console', database: 'Realtime Database', firestore: 'Cloud Firestore',
  ml: 'ML', os: 'OS', perfmon: 'Performance Monitoring', sdk: 'SDK', storage: 'Cloud Storage', url: 'URL', yes: '✓', no: '✗',
}; // biome-ignore format: a table

/** The likely value of a server's variable: `{{firebase_cli}}` → Firebase CLI. */
function variableText(name: string): string {
  const key = name.toLowerCase();
  if (Object.hasOwn(words, key)) return words[key] ?? '';
  return key
    .split('_')
    .map((word) => (Object.hasOwn(words, word) ? words[word] : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

/** A text with its `{{variables}}` as words. */
export function withVariables(text: string): string {
  return text.replace(/\{\{\s*([A-Za-z]\w*)\s*\}\}/g, (_, name: string) => variableText(name));
}

/** The code that an `{% includecode %}` asks for. */
export interface CodeInclude {
  /** `owner/repository/path` */
  readonly path: string;
  /** Name of a part of the file; undefined for all of it. */
  readonly region: string | undefined;
  /** True where the code moves to the left edge. */
  readonly isDedented: boolean;
}

/** A whole `{% includecode … %}`, with what is in it. */
export const codeTag = /\{%-?\s{0,100}(includecode\s[^%]{1,1000})%\}/g;

/** What a tag includes, without its brackets; undefined where it names no file of a repository, or a part of it in another way than by a region. */
export function readCodeInclude(inner: string): CodeInclude | undefined {
  const found = [...inner.matchAll(/\b([\w-]{1,40})\s{0,100}=\s{0,100}(["'])([^"'\n]{0,1000})\2/g)];
  const given = new Map(found.map(([, name = '', , value = '']) => [name, value]));
  const path = given.get('github_path') ?? '';
  if (
    path.split('/').length < 3 ||
    ['regexp', 'indented_block', 'from_line', 'to_line'].some((name) => given.has(name))
  )
    return undefined;
  return { path, region: given.get('region_tag') || undefined, isDedented: given.get('adjust_indentation') === 'auto' };
}

/** The files whose code a text includes, each once: `owner/repository/path`. */
export function codeIncludes(text: string): readonly string[] {
  if (!text.includes('includecode')) return [];
  const paths = [...text.matchAll(codeTag)].map(([, inner = '']) => readCodeInclude(inner)?.path);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
