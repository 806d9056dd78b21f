// Ten search tasks for each hub, with words that occur in only one title.

export interface Task {
  /** Label of the section, as the front has it. */
  readonly section: string;
  readonly words: string;
  readonly page: string;
}

const task = (section: string, words: string, page: string): Task => ({ section, words, page: `/docs/${page}/` });

export const tasks: Readonly<Record<'sample' | 'corpus', readonly Task[]>> = {
  sample: [
    task('Appwrite', 'chunks', 'appwrite/references/storage/create-file'),
    task('Appwrite', 'scopes', 'appwrite/sdks/python/getting-started'),
    task('Appwrite', 'recipes', 'appwrite/sdks/web/examples'),
    task('Firebase Extensions', 'Handlebars', 'extensions/firestore-send-email/templates'),
    task('Firebase Extensions', 'backfill', 'extensions/storage-resize-images/postinstall'),
    task('Firebase SDK guides', 'smoke tests', 'firebase-docs/contributor-docs/testing'),
    task('Firebase SDK guides', 'resume', 'firebase-docs/storage/uploads'),
    task('Genkit', 'ground answers', 'genkit/docs/rag'),
    task('React Native Firebase', 'online', 'react-native-firebase/database/presence'),
    task('React Native Firebase', 'provisional', 'react-native-firebase/messaging/ios-permissions'),
  ],
  corpus: [
    task('Angularfire', 'server-side rendering', 'angularfire/compat/getting-started'),
    task('Appwrite', 'crop it', 'appwrite/references/avatars/get-image'),
    task('Appwrite', 'backup for MFA', 'appwrite/references/account/get-mfa-recovery-codes'),
    task('Appwrite', 'SSL certificate', 'appwrite/references/health/get-certificate'),
    task('Appwrite', 'range requests', 'appwrite/references/functions/download-deployment'),
    task('Firebase Extensions', 'BIGQUERY_PROJECT_ID', 'extensions/firestore-bigquery-export/cross-project-support'),
    task('Genkit', 'OpenTelemetry', 'genkit/docs-go/monitoring'),
    task(
      'Netdata',
      'mod_proxy',
      'netdata/netdata-agent/configuration/running-the-netdata-agent-behind-a-reverse-proxy/Running-behind-apache',
    ),
    task('Netdata', 'Kubernetes cluster', 'netdata/netdata-cloud/netdata-cloud-on-prem'),
    task('React native firebase', 'Sign-in users', 'react-native-firebase/auth/phone-auth'),
  ],
};
