// Ten things that a reader looks for, in each hub, by words that stand in no title but one. `before` is what the same task took when
// /docs/all/ was one list of titles: clicks on the shortest way over the cards of the front, and hits of the words on that list.

export interface Task {
  /** Label of the section, as the front has it. */
  readonly section: string;
  readonly words: string;
  readonly page: string;
  readonly before: { readonly clicks: number; readonly hits: number };
}

const task = (section: string, words: string, page: string, clicks: number, hits = 0): Task => ({
  section,
  words,
  page: `/docs/${page}/`,
  before: { clicks, hits },
});

export const tasks: Readonly<Record<'sample' | 'corpus', readonly Task[]>> = {
  sample: [
    task('Appwrite', 'chunks', 'appwrite/references/storage/create-file', 4),
    task('Appwrite', 'scopes', 'appwrite/sdks/python/getting-started', 3),
    task('Appwrite', 'recipes', 'appwrite/sdks/web/examples', 4),
    task('Firebase Extensions', 'Handlebars', 'extensions/firestore-send-email/templates', 3),
    task('Firebase Extensions', 'backfill', 'extensions/storage-resize-images/postinstall', 3),
    task('Firebase SDK guides', 'smoke tests', 'firebase-docs/contributor-docs/testing', 3),
    task('Firebase SDK guides', 'resume', 'firebase-docs/storage/uploads', 3),
    task('Genkit', 'ground answers', 'genkit/docs/rag', 3),
    task('React Native Firebase', 'online', 'react-native-firebase/database/presence', 3),
    task('React Native Firebase', 'provisional', 'react-native-firebase/messaging/ios-permissions', 3),
  ],
  corpus: [
    task('Angularfire', 'server-side rendering', 'angularfire/compat/getting-started', 3),
    task('Appwrite', 'crop it', 'appwrite/references/avatars/get-image', 4),
    task('Appwrite', 'backup for MFA', 'appwrite/references/account/get-mfa-recovery-codes', 4),
    task('Appwrite', 'SSL certificate', 'appwrite/references/health/get-certificate', 4),
    task('Appwrite', 'range requests', 'appwrite/references/functions/download-deployment', 4),
    task('Firebase Extensions', 'BIGQUERY_PROJECT_ID', 'extensions/firestore-bigquery-export/cross-project-support', 3),
    task('Genkit', 'OpenTelemetry', 'genkit/docs-go/monitoring', 3),
    task(
      'Netdata',
      'mod_proxy',
      'netdata/netdata-agent/configuration/running-the-netdata-agent-behind-a-reverse-proxy/Running-behind-apache',
      5,
      2,
    ),
    task('Netdata', 'Kubernetes cluster', 'netdata/netdata-cloud/netdata-cloud-on-prem', 3),
    task('React native firebase', 'Sign-in users', 'react-native-firebase/auth/phone-auth', 3),
  ],
};
