import { pathToFileURL } from 'node:url';

/**
 * The default export, or all exports, of a maintainer's own module: JavaScript as it is, TypeScript and JSX through jiti.
 * Never content.
 */
export async function importModule(file: string, what: 'default' | 'all' = 'default'): Promise<unknown> {
  if (/\.m?js$/.test(file)) {
    const loaded = (await import(pathToFileURL(file).href)) as { default: unknown };
    return what === 'all' ? loaded : loaded.default;
  }
  const { createJiti } = await import('jiti');
  // `docgen` and React need not be installed beside the module: they are this package's own.
  const self = new URL(import.meta.url.endsWith('.ts') ? '../index.ts' : '../index.js', import.meta.url);
  const own = (name: string) => new URL(import.meta.resolve(name)).pathname;
  const templates = new URL(
    import.meta.url.endsWith('.ts') ? '../../templates/index.ts' : '../../templates/index.js',
    import.meta.url,
  );
  const alias = {
    'docgen/templates': templates.pathname,
    docgen: self.pathname,
    'react/jsx-runtime': own('react/jsx-runtime'),
    react: own('react'),
  };
  const jsx = { runtime: 'automatic' } as const;
  return createJiti(import.meta.url, { fsCache: false, alias, jsx }).import(
    file,
    what === 'default' ? { default: true } : {},
  );
}
