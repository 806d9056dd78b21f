import { defineConfig } from 'docgen-hub';

const github = 'https://github.com';

/** The README of a repository of the firebase organisation as a page. */
const readme = (name: string, page: string) => ({
  section: 'Firebase',
  repo: `${github}/firebase/${name}`,
  ref: 'HEAD',
  paths: [{ from: 'README.md', rename: { 'README.md': `${page}.md` } }],
  homepage: 'https://firebase.google.com',
});

/** Folders below `docs/`, each under its own name. */
const docs = (...names: readonly string[]) => names.map((name) => ({ from: `docs/${name}`, to: name }));

export default defineConfig({
  title: 'Mobile & Backend Docs',
  tagline: 'Firebase, its SDKs and extensions, Genkit, Appwrite and Netdata: one hub, plain pages.',
  content: [
    { dir: 'hub', overlay: true }, // labels and landing pages of all sections
    { dir: 'content', fallback: true }, // a sample, for sections that are not synced
  ],
  out: 'build',
  sources: [
    readme('firebase-tools', 'Firebase CLI'),
    readme('firebase-ios-sdk', 'Firebase Apple Open Source'),
    readme('firebase-android-sdk', 'Firebase Android SDK'),
    readme('firebase-js-sdk', 'Firebase JavaScript SDK'),
    readme('firebase-cpp-sdk', 'Firebase C++ SDK'),
    readme('firebase-unity-sdk', 'Firebase Unity SDK'),
    readme('firebase-admin-node', 'Firebase Admin Node.js SDK'),
    readme('firebase-admin-java', 'Firebase Admin Java SDK'),
    readme('firebase-admin-python', 'Firebase Admin Python SDK'),
    readme('firebase-admin-go', 'Firebase Admin Go SDK'),
    readme('firebase-functions', 'Cloud Functions SDK'),
    readme('functions-samples', 'Cloud Functions Samples'),
    readme('quickstart-android', 'Firebase Quickstarts for Android'),
    readme('quickstart-ios', 'Firebase Quickstarts for iOS'),
    readme('quickstart-js', 'Firebase Web Quickstarts'),
    readme('quickstart-cpp', 'Firebase C++ Quickstarts'),
    readme('quickstart-unity', 'Firebase Unity Quickstarts'),
    readme('FirebaseUI-Android', 'FirebaseUI for Android'),
    readme('FirebaseUI-iOS', 'FirebaseUI for iOS'),
    readme('geofire-js', 'GeoFire for JavaScript'),
    {
      section: 'angularfire',
      repo: `${github}/angular/angularfire`,
      ref: 'HEAD',
      paths: [{ from: 'docs' }],
    },
    {
      section: 'appwrite',
      repo: `${github}/appwrite/appwrite`,
      ref: 'HEAD',
      paths: docs('references', 'sdks', 'services', 'tutorials'),
      homepage: 'https://appwrite.io',
    },
    {
      section: 'extensions',
      repo: `${github}/firebase/extensions`,
      ref: 'HEAD',
      paths: [
        { from: 'README.md' },
        { from: '.', include: ['*/{README,PREINSTALL,POSTINSTALL,CHANGELOG}.md', '*/guides/**'] },
      ],
      homepage: 'https://extensions.dev',
    },
    {
      section: 'firebase-docs',
      repo: `${github}/firebase/firebase-android-sdk`,
      ref: 'HEAD',
      paths: [
        { from: 'contributor-docs', to: 'contributor-docs' },
        { from: 'firebase-dataconnect', to: 'dataconnect', include: ['**/*.md'] },
      ],
      homepage: 'https://firebase.google.com',
    },
    {
      section: 'firebase-docs',
      repo: `${github}/firebase/flutterfire`,
      ref: 'HEAD',
      paths: docs('auth', 'cloud-messaging', 'storage'),
      homepage: 'https://firebase.flutter.dev',
    },
    {
      section: 'flutterfire',
      repo: `${github}/firebase/flutterfire`,
      ref: 'HEAD',
      paths: docs('analytics', 'app-check', 'auth', 'storage'),
      homepage: 'https://firebase.flutter.dev',
    },
    {
      section: 'genkit',
      repo: `${github}/firebase/genkit`,
      // The last commit that had both folders.
      ref: 'ae1549c627c02dfb4ab9a7d011b1f3fcaeb76b90^',
      paths: [
        { from: 'docs', to: 'docs' },
        { from: 'docs-go', to: 'docs-go' },
      ],
      homepage: 'https://genkit.dev',
    },
    {
      section: 'genkit',
      repo: `${github}/firebase/firebase-js-sdk`,
      ref: 'HEAD',
      paths: [{ from: 'common/api-review', to: 'api-review', include: ['*.api.md'] }],
      homepage: 'https://firebase.google.com',
    },
    {
      section: 'netdata',
      repo: `${github}/netdata/netdata`,
      ref: 'HEAD',
      paths: [{ from: 'docs' }],
      homepage: 'https://www.netdata.cloud',
      linkBase: 'https://learn.netdata.cloud/docs',
    },
    {
      section: 'react-native-firebase',
      repo: `${github}/invertase/react-native-firebase`,
      ref: 'HEAD',
      paths: [{ from: 'docs' }],
      homepage: 'https://rnfirebase.io',
      linkBase: 'https://rnfirebase.io',
    },
  ],
});
