// Complete cases: files of every kind below `hostile/`, together with the regular hub.
import fc from 'fast-check';
import { hostileAsset } from './assets.js';
import { hostileBody, largeBody } from './bodies.js';
import type { Content, FuzzCase } from './case.js';
import { hostileCategory } from './categories.js';
import { hostileFrontMatter } from './front-matter.js';
import { hostileFolder as below } from './honest.js';
import { hostileFolder, hostilePath } from './names.js';

const pagePath = hostilePath(fc.constantFrom('.md', '.md', '.md', '.mdx', '.mdx', '.MD', '.md~'));

const partials: readonly (readonly [string, Content])[] = [
  ['_part.md', 'part [x](b.md) ![x](x.png)\n'],
  ['_loop.md', '{% include "_loop.md" %}\n<<_loop.md>>\n'],
];

type Entry = readonly [path: string, content: Content];

/** Removes files whose paths are duplicates, or also folders of other paths. */
function filesOf(entries: readonly Entry[]): FuzzCase['files'] {
  const files = new Map<string, Content>();
  const folders = new Set<string>();
  for (const [relative, content] of entries) {
    const path = `${below}/${relative}`;
    const parents = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
    if (folders.has(path) || files.has(path) || parents.some((parent) => files.has(parent))) continue;
    if (Buffer.byteLength(path) > 3000) continue;
    files.set(path, content);
    for (const parent of parents) folders.add(parent);
  }
  return Object.fromEntries(files);
}

/** Generates a small tree with all kinds of files. */
export const smallCase: fc.Arbitrary<FuzzCase> = fc
  .tuple(
    fc.array(hostileAsset, { maxLength: 3 }),
    fc.constantFrom('apart', 'apart', 'together') as fc.Arbitrary<FuzzCase['sidebars']>,
  )
  .chain(([assets, sidebars]) => {
    const names = assets.map(([path]) => path);
    const page = fc
      .tuple(
        pagePath,
        fc.oneof(hostileFrontMatter, hostileFrontMatter, fc.constant('')),
        hostileBody([...names, 'honest/a.md']),
      )
      .map(([path, frontMatter, body]): Entry => {
        // Every asset is referenced, because others are not published.
        const named = assets.map(
          ([asset]) =>
            `[x](</${below}/${asset.replace(/[<>\\\n]/g, '\\$&')}>)\n![x](</${below}/${encodeURI(asset)}>)\n`,
        );
        return [path, `${frontMatter}${body}\n\n${named.join('\n')}`];
      });
    const category = fc
      .tuple(hostileFolder, hostileCategory)
      .map(([folder, [name, text]]): Entry => [folder === '' ? name : `${folder}/${name}`, text]);
    return fc
      .tuple(fc.array(page, { minLength: 1, maxLength: 3 }), fc.array(category, { maxLength: 2 }))
      .map(([pages, categories]): FuzzCase => {
        // A category only has an effect if its folder contains a page.
        const inside = categories.flatMap(([path]): Entry[] => [[path.replace(/[^/]*$/, 'in.md'), '# In\n']]);
        return { files: filesOf([...pages, ...categories, ...inside, ...assets, ...partials]), sidebars, by: 'inside' };
      });
  });

/** Generates a large page, for the program with its workers and limits. */
export const largeCase: fc.Arbitrary<FuzzCase> = fc
  .tuple(fc.constantFrom('large.md', 'large.mdx'), largeBody)
  .map(([path, body]): FuzzCase => ({ files: filesOf([[path, body], ...partials]), sidebars: 'apart', by: 'program' }));

/** Generates a small tree to build with the program. */
export const programCase: fc.Arbitrary<FuzzCase> = smallCase.map((small) => ({ ...small, by: 'program' }));
