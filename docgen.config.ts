import { defineConfig } from 'docgen-hub';

// The hub of the specification. docgen.lock.json pins the commit of each repository (2024-08-18);
// `docgen sync --update` takes the newest commit of each default branch instead.
const github = (name: string) => ({ repo: `https://github.com/${name}`, ref: 'HEAD' });

/** Single files of a repository as pages of the section Firebase: a file, and the name of its page. */
const firebase = (name: string, ...pages: readonly (readonly [file: string, page: string])[]) => ({
  section: 'Firebase',
  ...github(name),
  paths: pages.map(([from, page]) => ({ from, to: `${page}.md` })),
});

/** Markdown files of one folder, by their names. */
const md = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}${name}.md`);

const flutterfireAuth = md(
  'auth/',
  ...['account-linking', 'anonymous-auth', 'custom-auth', 'errors', 'multi-factor', 'password-auth', 'phone-auth'],
);
const flutterfireStorage = md(
  'storage/',
  ...['create-reference', 'delete-files', 'download-files', 'handle-errors', 'list-files'],
);

export default defineConfig({
  title: 'Mobile & Backend Docs',
  tagline: 'Firebase, its SDKs and extensions, Genkit, Appwrite and Netdata: one hub, plain pages.',
  content: [
    { dir: 'hub', overlay: true }, // labels and landing pages of all sections
    { dir: 'content', fallback: true }, // a sample, for sections that are not synced
  ],
  out: 'build',
  sources: [
    firebase('CSFrequency/react-firebase-hooks', ['README.md', 'react-firebase-hooks']),
    firebase('dbeaver/dbeaver', ['README.md', 'DBeaver']),
    firebase('devias-io/material-kit-react', ['README.md', 'Devias Kit - React']),
    firebase(
      'firebase/codelab-friendlychat-web',
      ['CONTRIBUTING.md', 'codelab-friendlychat-web'],
      ['CONTRIBUTING.md', 'Firebase FriendlyChat Codelab'],
    ),
    firebase('firebase/emulators-codelab', ['CONTRIBUTING.md', 'Firebase Emulators Codelab']),
    firebase('firebase/fastlane-plugin-firebase_app_distribution', ['README.md', 'Firebase App Distribution']),
    firebase('firebase/firebase-admin-java', ['README.md', 'Firebase Admin Java SDK']),
    firebase('firebase/firebase-functions', ['README.md', 'Firebase SDK for Cloud']),
    firebase(
      'firebase/firebase-ios-sdk',
      ['CMAKE.md', 'CMAKE'],
      ['Carthage.md', 'Carthage'],
      ['HeadersImports.md', 'HeadersImports'],
      ['Rome.md', 'Firebase Rome'],
      ['README.md', 'Firebase Apple Open Source'],
      ['ROADMAP.md', 'Firebase Apple SDK'],
    ),
    firebase(
      'firebase/firebase-release-dashboard',
      ['docs/code-of-conduct.md', 'code-of-conduct'],
      ['README.md', 'Firebase Release Dashboard'],
    ),
    firebase('firebase/firebase-tools', ['README.md', 'Firebase CLI']),
    firebase(
      'firebase/firebaseopensource.com',
      ['CONTRIBUTING.md', 'Firebase App Distrib'],
      ['CONTRIBUTING.md', 'firebaseopensource'],
    ),
    firebase(
      'firebase/FirebaseUI-Android',
      ['docs/upgrade-to-2.0.md', 'upgrade-to-2.0'],
      ['docs/upgrade-to-8.0.md', 'upgrade-to-8.0'],
    ),
    firebase('firebase/firestore-bundle-builder', ['POSTINSTALL.md', 'POSTINSTALL'], ['PREINSTALL.md', 'PREINSTALL']),
    firebase('firebase/friendlyeats-android', ['CONTRIBUTING.md', 'friendlyeats-android']),
    firebase('firebase/functions-samples', ['README.md', 'Firebase Sample Library']),
    firebase('firebase/geofire-js', ['README.md', 'GeoFire for JavaScript']),
    firebase('firebase/oss-bot', ['README.md', 'oss-bot']),
    firebase('firebase/php-jwt', ['README.md', 'PHP-JWT']),
    firebase(
      'firebase/quickstart-android',
      ['README.md', 'Firebase Quickstarts for Android'],
      ['CONTRIBUTING.md', 'Firebase Android'],
    ),
    firebase(
      'firebase/quickstart-cpp',
      ['CONTRIBUTING.md', 'quickstart-cpp'],
      ['CONTRIBUTING.md', 'Firebase C++ Quickstarts'],
    ),
    firebase('firebase/quickstart-ios', ['README.md', 'Firebase Quickstarts for iOS']),
    firebase(
      'firebase/quickstart-js',
      ['vertexai/README.md', 'Firebase SDK for Vertex AI'],
      ['storage/README.md', 'Firebase SDK for Cloud Storage'],
      ['database/README.md', 'Firebase Realtime Database'],
      ['CONTRIBUTING.md', 'Firebase Web Quickstarts'],
      ['auth/README.md', 'Firebase Auth Quickstarts'],
      ['remote-config/README.md', 'Firebase Remote Config'],
      ['messaging/README.md', 'Firebase Cloud Messaging'],
      ['functions/README.md', 'HTTPS Callable functions Web'],
    ),
    firebase('firebase/quickstart-testing', ['CONTRIBUTING.md', 'Firebase Testing Quickstarts']),
    firebase(
      'firebase/quickstart-unity',
      ['CONTRIBUTING.md', 'Firebase Unity Quickstarts'],
      ['CONTRIBUTING.md', 'Firebase Unity'],
    ),
    firebase('firebase/snippets-android', ['CONTRIBUTING.md', 'snippets-android']),
    firebase('firebase/snippets-web', ['CONTRIBUTING.md', 'snippets-web']),
    firebase('firebase/superstatic', ['README.md', 'superstatic']),
    firebase('FirebaseExtended/firepad', ['README.md', 'firepad']),
    firebase('kreait/laravel-firebase', ['README.md', 'Firebase for Laravel']),
    firebase('prescottprue/react-redux-firebase', ['README.md', 'react-redux-firebase']),
    firebase('react-hook-form/react-hook-form', ['CONTRIBUTING.md', 'React Hook Form']),
    firebase('redis/redis', ['README.md', 'What is Redis']),
    firebase('sqlmapproject/sqlmap', ['README.md', 'sqlmap']),
    firebase('ThreeDotsLabs/wild-workouts-go-ddd-example', ['README.md', 'Wild Workouts']),
    {
      section: 'angularfire',
      ...github('angular/angularfire'),
      paths: [
        { from: '.', include: md('', 'ISSUE_TEMPLATE', 'PULL_REQUEST_TEMPLATE', 'SECURITY') },
        {
          from: 'docs',
          include: [
            ...md('install-', 'and-setup', 'angular-cli-windows10', 'firebase-tools'),
            ...md('', 'remote-config', 'storage', 'vertexai'),
            ...md('version-', '4-upgrade', '5-upgrade', '6-upgrade'),
          ],
        },
        { from: 'docs/universal', to: 'compat' },
        { from: 'docs/deploy/getting-started.md', to: 'compat/deploy.md' },
      ],
    },
    {
      section: 'appwrite',
      ...github('appwrite/appwrite'),
      paths: [
        { from: '.', include: md('', 'HACKTOBERFEST', 'SECURITY') },
        {
          from: 'docs',
          include: ['references/*/*.md', 'sdks/*/*.md', 'services/*.md', 'tutorials/*.md'],
          exclude: [
            ...md('', 'references/users/create-session', 'tutorials/add-translations', 'sdks/flutter/CHANGELOG'),
            'sdks/{android,flutter}/GETTING_STARTED.md',
            'sdks/{go,java}/**',
          ],
        },
      ],
      homepage: 'https://appwrite.io',
    },
    {
      section: 'extensions',
      ...github('firebase/extensions'),
      paths: [
        { from: '.', include: ['README.md', 'storage-resize-images/*.md'] },
        {
          from: 'docs',
          include: ['*/*.md'],
          exclude: [
            '{delete-user-data,firestore-shorten-urls-bitly,firestore-translate-text,rtdb-limit-child-nodes}/**',
            'firestore-bigquery-export/{generating-schemas,importing-data}.md',
            'storage-resize-images/get-started.md',
          ],
        },
        { from: 'docs/delete-user-data' },
      ],
      homepage: 'https://extensions.dev',
    },
    {
      section: 'firebase-docs',
      ...github('firebase/firebase-android-sdk'),
      paths: [
        {
          from: 'contributor-docs',
          to: 'contributor-docs',
          include: [
            ...md('', 'how_firebase_works', 'best_practices/best_practices', 'components/dynamic_modules'),
            ...md('onboarding/', 'env_setup', 'onboarding'),
          ],
        },
        { from: 'docs', to: 'docs', include: ['**/*.md'] },
      ],
      homepage: 'https://firebase.google.com',
    },
    {
      section: 'firebase-docs',
      ...github('firebase/flutterfire'),
      paths: [
        {
          from: 'docs',
          include: ['README.md', 'cloud-messaging/topic-messaging.md', ...flutterfireAuth, ...flutterfireStorage],
        },
        { from: 'docs/app-check/custom-resource.md', to: 'auth/custom-resource.md' },
      ],
      homepage: 'https://firebase.flutter.dev',
    },
    {
      section: 'flutterfire',
      ...github('firebase/flutterfire'),
      paths: [
        // A name with `_` at its start is no page: upstream includes these two in others.
        { from: 'docs/analytics/_events.md', to: 'analytics/events.md' },
        { from: 'docs/analytics/_get-started.md', to: 'analytics/get-started.md' },
        { from: 'docs', include: ['app-check/custom-resource.md', ...flutterfireAuth, ...flutterfireStorage] },
      ],
      homepage: 'https://firebase.flutter.dev',
    },
    {
      section: 'genkit',
      ...github('firebase/firebase-js-sdk'),
      paths: [{ from: 'CHANGELOG.md' }, { from: 'common/api-review', to: 'api-review' }],
      homepage: 'https://firebase.google.com',
    },
    {
      section: 'genkit',
      ...github('firebase/genkit'),
      paths: [
        {
          from: 'docs',
          to: 'docs',
          include: [
            ...md('', 'auth', 'config', 'devtools', 'dotprompt', 'durable-flows', 'evaluation', 'feedback', 'flows'),
            ...md('', 'models', 'monitoring', 'plugin-authoring-evaluator', 'plugin-authoring', 'prompts', 'rag'),
          ],
        },
        {
          from: 'docs/plugins',
          to: 'docs',
          include: md('', 'chroma', 'firebase', 'google-genai', 'langchain', 'ollama', 'pinecone', 'vertex-ai'),
        },
        { from: 'docs/templates/pgvector.md' },
        {
          from: 'docs-go',
          to: 'docs-go',
          include: [
            ...md('', 'README', 'auth', 'dotprompt', 'flows', 'models', 'monitoring', 'pgvector'),
            ...md('', 'plugin-authoring-telemetry', 'plugin-authoring', 'prompts'),
          ],
        },
      ],
      homepage: 'https://genkit.dev',
    },
    {
      section: 'netdata',
      ...github('netdata/netdata'),
      paths: [
        { from: 'REDISTRIBUTED.md' },
        {
          from: 'docs/alerts-and-notifications/notifications/centralized-cloud-notifications',
          to: 'alerts-and-notifications',
          include: ['manage-alert-notification-silencing-rules.md'],
        },
        {
          from: 'docs',
          include: [
            ...md('', 'Demo-Sites', 'netdata-assistant', 'alerts-and-notifications/notifications/README'),
            ...md('dashboards-and-charts/', 'home-tab', 'import-export-print-snapshot', 'node-filter', 'themes'),
            'deployment-guides/deployment-with-centralization-points.md',
            ...md('developer-and-contributor-corner/', 'README', 'build-the-netdata-agent-yourself'),
            ...md('developer-and-contributor-corner/', 'collect-apache-nginx-web-logs', 'collect-unbound-metrics'),
            'developer-and-contributor-corner/monitor-cockroachdb.md',
            'netdata-agent/versions-and-platforms.md',
            'netdata-agent/configuration/README.md',
            'netdata-agent/configuration/optimizing-metrics-database/*.md',
            'netdata-agent/configuration/running-the-netdata-agent-behind-a-reverse-proxy/Running-behind-{apache,caddy,haproxy,lighttpd,nginx}.md',
            ...md('netdata-agent/sizing-netdata-agents/', 'bandwidth-requirements', 'cpu-requirements'),
            'netdata-agent/sizing-netdata-agents/disk-requirements-and-retention.md',
            ...md('netdata-cloud/', 'README', 'organize-your-infrastructure-invite-your-team'),
            ...md('netdata-cloud/authentication-and-authorization/', 'api-tokens', 'enterprise-sso-authentication'),
            ...md('netdata-cloud/netdata-cloud-on-prem/', 'README', 'installation', 'troubleshooting'),
            ...md('observability-centralization-points/', 'README', 'best-practices'),
            'observability-centralization-points/logs-centralization-points-with-systemd-journald/*.md',
            ...md(
              'observability-centralization-points/metrics-centralization-points/',
              'README',
              'replication-of-past-samples',
            ),
            ...md('security-and-privacy-design/', 'netdata-agent-security', 'netdata-cloud-security'),
          ],
        },
      ],
      homepage: 'https://www.netdata.cloud',
      linkBase: 'https://learn.netdata.cloud/docs',
    },
    {
      section: 'react-native-firebase',
      ...github('invertase/react-native-firebase'),
      paths: [
        {
          from: 'docs',
          include: [
            ...md('', 'about', 'enabling-multidex', 'faqs-and-tips', 'install-android', 'install-ios', 'platforms'),
            ...md('', 'typescript', 'app/json-config', 'app/usage', 'app/utils', 'database/offline-support'),
            ...md('auth/', 'multi-factor-auth', 'oidc-auth', 'phone-auth', 'social-auth'),
            ...md('crashlytics/', 'android-setup', 'crash-reports', 'installation'),
            ...md('firestore/', 'emulator', 'pagination', 'usage-with-flatlists'),
            ...md('messaging/', 'index', 'ios-notification-images', 'ios-permissions', 'notifications'),
            ...md('perf/', 'axios-integration', 'ky-integration'),
            'database/presence-detection.md',
            'releases/*.md',
          ],
        },
        { from: 'docs/analytics/screen-tracking.md' },
        { from: 'docs/functions/writing-deploying-functions.md', to: 'messaging/writing-deploying-functions.md' },
      ],
      homepage: 'https://rnfirebase.io',
      linkBase: 'https://rnfirebase.io',
    },
  ],
});
