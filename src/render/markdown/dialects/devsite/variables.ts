// Google's devsite dialect: which texts are written in it, and what its variables say.

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
