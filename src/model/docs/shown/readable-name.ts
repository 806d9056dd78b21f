// File and folder names as titles: `create-email-verification` → Create email verification.

/** Words that are not written as their letters are. */
const spellings: readonly string[] =
  '2FA API APIs APNs AWS CDN CI CLI CORS CPU CRUD CSS CSV DNS FAQ FAQs FCM GCP GPU GraphQL GitHub GitLab HTML HTTP HTTPS ID IDs iOS IP JavaScript JSON JSX JWT macOS MDX MFA ML MySQL Node.js OAuth OAuth2 OIDC OpenAPI ORM PHP PostgreSQL PWA QR REST RPC SAML SDK SDKs SHA SMS SMTP SQL SSH SSL SSO SSR TLS TOML TOTP TSX TypeScript UI URL URLs UX VCS VS VPN WebAuthn WebSocket XML YAML'.split(
    ' ',
  );
const spelling = new Map(spellings.map((word) => [word.toLowerCase().replace('.', ''), word]));

const spelled = (word: string) => spelling.get(word.toLowerCase()) ?? word;

/** Where a name's words are told apart. */
const between = /[-_]+/;

/**
 * A name as a reader would write it: words apart, the first letter a capital. A name that is one in code (`ram_in_use`, `useState`,
 * `go.d`, `v2`) stays, and so does one that is written as a title.
 */
export function readableName(name: string): string {
  const words = name.split(between).filter((word) => word !== '');
  const isLoud = /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name);
  if (words.length === 0 || /\s/.test(name) || isCode(name, words, isLoud)) return name;
  const isShort = words.length === 1 && name.length <= 4;
  const quiet = isLoud && !isShort ? words.map((word) => word.toLowerCase()) : words;
  const [first = '', ...rest] = quiet.map(spelled);
  const capital = first === quiet[0] ? first.charAt(0).toUpperCase() + first.slice(1) : first;
  return [capital, ...rest].join(' ');
}

function isCode(name: string, words: readonly string[], isLoud: boolean): boolean {
  const isOdd = /[^\p{L}\p{M}\p{N}_-]/u.test(name.replace(/\d\.(?=\d)/g, ''));
  const isSnake = name.includes('_') && !isLoud && words.some((word) => /^\p{Ll}/u.test(word));
  const isOne = words.length === 1 && (/\p{Ll}\p{Lu}/u.test(name) || /^\p{Ll}{1,3}\d/u.test(name));
  return isOdd || isSnake || isOne || /^[\d._-]+$/.test(name);
}
