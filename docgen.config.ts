import { defineConfig } from 'docgen';

export default defineConfig({
  title: 'Mobile & Backend Docs',
  tagline: 'Firebase, its SDKs and extensions, Genkit, Appwrite and Netdata: one hub, plain pages.',
  content: 'content',
  out: 'build',
});
