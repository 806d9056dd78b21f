// Hubs to measure with: a folder as it is, many times itself, with larger files.
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Paths of all files below a folder, sorted, from the folder. */
export function filesBelow(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort();
}

const isDoc = (path) => /\.mdx?$/.test(path);

/** The text of a file without its front matter. */
export const bodyOf = (text) => text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n/, '');

/** Writes files below a folder, which is made anew. */
export function writerTo(out) {
  rmSync(out, { recursive: true, force: true });
  return (path, text) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
}

/** A hub of so many docs, made of copies of a folder; in each doc are `bodies` of that folder, one after the other. */
export function multiply(source, out, { docs, bodies = 1 }) {
  rmSync(out, { recursive: true, force: true });
  const files = filesBelow(source).filter(isDoc);
  const texts = files.map((file) => readFileSync(join(source, file), 'utf8'));
  for (let index = 0; index < docs; index += 1) {
    const [copy, number] = [Math.floor(index / files.length), index % files.length];
    const target = join(out, `copy-${copy}`, files[number]);
    const more = Array.from({ length: bodies - 1 }, (_, step) =>
      bodyOf(texts[(number + 7 + 24 * step + copy) % texts.length]),
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, [texts[number], ...more].join('\n\n'));
  }
  return out;
}

/** A copy that may be changed. */
export function copyOf(source, out) {
  rmSync(out, { recursive: true, force: true });
  cpSync(source, out, { recursive: true });
  return out;
}

/** Changes the text of one page; returns its path. */
export function changeOne(content, number) {
  const file = filesBelow(content).filter(isDoc)[10];
  appendFileSync(join(content, file), `\n\nChanged ${number} times.\n`);
  return file;
}

/** Changes the title of one page, which is on every page's sidebar, and from the second time on not its text. */
export function changeTitle(content, number) {
  const file = join(content, filesBelow(content).filter(isDoc)[20]);
  writeFileSync(
    file,
    `---\ntitle: ${'Another '.repeat(number % 3)}title ${number}\n---\n${bodyOf(readFileSync(file, 'utf8'))}`,
  );
}

/** Adds a page to a folder that has pages. */
export function addOne(content, number) {
  const folder = dirname(filesBelow(content).filter(isDoc)[30]);
  writeFileSync(join(content, folder, `added-${number}.md`), `# Added ${number}\n\nText.\n`);
}

/** Pages of a built site, and bytes of all its HTML. */
export function sizeOf(site) {
  const pages = filesBelow(site).filter((path) => path.endsWith('.html'));
  return { pages: pages.length, bytes: pages.reduce((sum, path) => sum + statSync(join(site, path)).size, 0) };
}
