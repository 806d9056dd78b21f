// Checks imports, and the sizes of files, functions and folders, by the rules in ARCHITECTURE.md.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../src/model/types/group.js';
import { dataOf } from './support/data.js';
import { filesBelow, root } from './support/hub.js';

const data = dataOf<{
  mayImport: Record<string, string[]>;
  layers: Record<string, string[]>;
  disk: string[];
  readers: string[];
  network: string[];
}>('arrows');

const sources = ['src', 'templates', 'bin'].flatMap((room) =>
  filesBelow(`${root}/${room}`)
    .filter((path) => /\.(?:tsx?|js)$/.test(path))
    .map((path) => `${room}/${path}`),
);

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(posix.join(root, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|import\('([^']+)'\)|^import\s+'([^']+)'/gms,
  );
  return [...found].map(([, type, ...names]) => {
    const name = names.find(Boolean) ?? '';
    return {
      from: file,
      to: name.startsWith('.') ? posix.join(posix.dirname(file), name) : name,
      isType: type !== undefined,
    };
  });
}

const imports = sources.flatMap(importsOf);

function roomOf(path: string): string {
  if (/^(?:dist\/)?src\/(?:model|disk|markup|render|cli)\//.test(path))
    return path.replace(/^dist\//, '').split('/')[1] ?? '';
  return path.startsWith('templates/')
    ? 'templates'
    : path.startsWith('bin/')
      ? 'bin'
      : /^src\/[^/]+$/.test(path)
        ? posix.basename(path).replace(/\.[jt]s$/, '')
        : 'package';
}

test('each top-level folder only imports the folders that it may', () => {
  expect(imports.length).toBeGreaterThan(150);
  const wrong = imports.filter(({ from, to, isType }) => {
    const [room, target] = [roomOf(from), roomOf(to)];
    if (target === 'package' || data.mayImport[room]?.includes(target)) return false;
    return !(room === 'templates' && target === 'model' && isType);
  });
  expect(wrong).toEqual([]);
});

describe.each(Object.entries(data.layers))('inside %s', (room, folders) => {
  const inner = imports.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`src/${room}/`)));
  const layerOf = (path: string) => folders.indexOf(path.split('/')[2] ?? '');

  test('each folder of a layered module only imports those before it', () => {
    expect(inner.length).toBeGreaterThan(100);
    expect(inner.filter(({ from, to }) => layerOf(from) < layerOf(to) || layerOf(to) < 0)).toEqual([]);
  });

  test('folders have no import cycles', () => {
    expect(circlesOf(inner.map(({ from, to }) => ({ from: posix.dirname(from), to: posix.dirname(to) })))).toEqual([]);
  });
});

test('files have no import cycles', () => {
  const fileOf = (to: string) => sources.find((path) => path.replace(/\.tsx?$/, '.js') === to || path === to);
  expect(circlesOf(imports.map(({ from, to }) => ({ from, to: fileOf(to) })))).toEqual([]);
});

test('a worker loads neither zod nor rarely needed parsers', () => {
  const loadedByUse = /\/(?:babel|jinja|liquid|printer)\.js$/; // .ci/bundle.mjs
  const loaded = new Set(['src/render/workers/worker.js']);
  for (const file of loaded)
    for (const { from, to, isType } of imports)
      if (!isType && from.replace(/\.tsx?$/, '.js') === file && !loadedByUse.test(to)) loaded.add(to);
  expect(loaded.size).toBeGreaterThan(100);
  expect([...loaded].filter((name) => /^(?:zod|@babel|liquidjs|saxes|picomatch)/.test(name))).toEqual([]);
});

/** Returns the cycles of a graph, each as its nodes in order. Ignores edges to the node itself, and to unknown nodes. */
function circlesOf(edges: readonly { readonly from: string; readonly to: string | undefined }[]): string[] {
  const targets = groupBy(edges, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const walk = (node: string, way: readonly string[]) => {
    if (state.get(node) === 'open') circles.push([...way.slice(way.indexOf(node)), node].join(' → '));
    if (state.has(node)) return;
    state.set(node, 'open');
    for (const { to } of targets.get(node) ?? []) if (to !== undefined && to !== node) walk(to, [...way, node]);
    state.set(node, 'done');
  };
  for (const node of targets.keys()) walk(node, []);
  return circles;
}

describe('sizes', () => {
  const code = sources.filter((file) => file.startsWith('src/') || file.startsWith('templates/'));
  const linesOf = (file: string) => readFileSync(posix.join(root, file), 'utf8').trimEnd().split('\n');

  test('no file is over 350 lines', () => {
    expect(code.filter((file) => linesOf(file).length > 350)).toEqual([]);
  });

  test('no function is over 70 lines', () => {
    const long = code.flatMap((file) =>
      functionsOf(readFileSync(posix.join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').flatMap(
        ({ name, lines }) => (lines > 70 ? [`${file} ${name}: ${lines} lines`] : []),
      ),
    );
    expect(long).toEqual([]);
  });

  test('no folder of src has over 14 files', () => {
    const folders = groupBy(
      code.filter((file) => file.startsWith('src/')),
      (file) => posix.dirname(file),
    );
    expect([...folders].filter(([, files]) => files.length > 14).map(([folder]) => folder)).toEqual([]);
  });

  // If a sum falls, lower its budget. To raise a budget, describe in ARCHITECTURE.md what it buys.
  test('src, tests and modules are within their budgets', () => {
    const linesBelow = (folder: string) =>
      filesBelow(`${root}/${folder}`)
        .filter((path) => /\.tsx?$/.test(path))
        .reduce((sum, path) => sum + readFileSync(`${root}/${folder}/${path}`, 'utf8').split('\n').length - 1, 0);
    const over = Object.entries(budgets).filter(([folder, most]) => linesBelow(folder) > most);
    expect(over).toEqual([]);
  });
});

/** Maximum numbers of lines of TypeScript. */
const budgets: Readonly<Record<string, number>> = {
  src: 45_646,
  test: 19_000,
  'src/cli/check': 1_629,
  'src/cli/init': 1_597,
  'src/cli/sync': 1_651,
  'src/model/generators': 1_998,
  'src/render/body': 2_542,
  'src/render/cache': 502,
  'src/render/diagrams': 1_714,
  'src/render/markdown': 9_068,
  'src/render/pages': 3_846,
  'src/render/workers': 525,
};

/** Returns every function of a file, found by the compiler's own parser. */
function functionsOf(text: string, lang: 'ts' | 'tsx'): { readonly name: string; readonly lines: number }[] {
  const found: { name: string; lines: number }[] = [];
  const walk = (value: unknown, name: string) => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return void value.forEach((item) => void walk(item, name));
    const node = value as Record<string, unknown> & { type?: string; start: number; end: number };
    const own = (node['id'] ?? node['key']) as { name?: string } | null | undefined;
    const inner = own?.name ?? name;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type ?? ''))
      found.push({ name: inner, lines: text.slice(node.start, node.end).split('\n').length });
    for (const [key, child] of Object.entries(node)) if (key !== 'id' && key !== 'key') walk(child, inner);
  };
  walk(parseAst(text, { lang }), '');
  return found;
}

describe('restricted imports', () => {
  /** Returns the files that import one of the packages at run time, by path. */
  const usersOf = (packages: RegExp) =>
    [...new Set(imports.filter(({ to, isType }) => !isType && packages.test(to)).map(({ from }) => from))].sort();
  const textOf = (...rooms: readonly string[]) =>
    sources
      .filter((file) => rooms.includes(roomOf(file)))
      .map((file) => readFileSync(posix.join(root, file), 'utf8').replace(/\/\/.*/g, ''))
      .join('\n');

  test('only these files use the disk', () => {
    expect(usersOf(/^(?:node:fs(?:\/promises)?|fs-extra)$/)).toEqual(data.disk);
  });

  test('untrusted files are read by regular-file.ts, or opened with its flags', () => {
    const readers = sources.filter((file) => {
      const text = readFileSync(posix.join(root, file), 'utf8').replace(/\/\/.*|packageFile\(|`\/proc/g, (found) =>
        found.startsWith('//') ? '' : '#',
      );
      return file.startsWith('src/') && /\b(?:readFile(?:Sync)?|createReadStream|copyFile(?:Sync)?)\((?!#)/.test(text);
    });
    expect(readers).toEqual(data.readers);
  });

  test('one file loads modules of the site owner, and one loads docgen itself', () => {
    expect(usersOf(/^jiti/)).toEqual(['src/model/config/module.ts']);
    expect(usersOf(/^node:module/)).toEqual(['src/index.ts', 'src/model/config/module.ts']);
  });

  test('only one file uses worker threads', () => {
    expect(usersOf(/^node:worker_threads$/)).toEqual(['src/render/workers/thread.ts']);
  });

  test('one file runs Git, and one runs docgen', () => {
    expect(usersOf(/^node:child_process$/)).toEqual(['src/cli/dev/builder-process.ts', 'src/cli/sync/git-process.ts']);
  });

  test('only these files use the network, except through Git', () => {
    expect(usersOf(/^(?:node:(?:https?|net|http2|tls|dgram|dns(?:\/promises)?)|send)$/)).toEqual(data.network);
  });

  test('`check` shares only diagnostics and URLs with the build, and only its command reads the config', () => {
    const shared = /^src\/model\/(?:types\/|diagnostics\/|input\/regular-file\.js)|^src\/markup\//;
    const foreign = imports.filter(
      ({ from, to }) => from.startsWith('src/cli/check/') && to.startsWith('src/') && !to.startsWith('src/cli/check/'),
    );
    expect(foreign.length).toBeGreaterThan(10);
    const command = ['src/cli/check/check.ts', 'src/cli/check/page-sources.ts'];
    expect(foreign.filter(({ from, to }) => !command.includes(from) && !shared.test(to))).toEqual([]);
  });

  test('URLs are decoded and encoded in one file', () => {
    const calls =
      /\b(?:new URL|URL\.(?:canParse|parse)|decodeURI|decodeURIComponent|encodeURI|encodeURIComponent)\b(?! *=)/;
    const callers = sources.filter(
      (file) =>
        file.startsWith('src/') && calls.test(readFileSync(posix.join(root, file), 'utf8').replace(/\/\/.*/g, '')),
    );
    expect(callers).toEqual(['src/model/types/path.ts']);
  });

  test('the model uses no HTML, React, network, process or clock', () => {
    const foreign = usersOf(
      /^(?:react.*|hast.*|mdast.*|remark.*|unist.*|node:(?:http.*|net|child_process|worker_threads))$/,
    );
    expect(foreign.filter((file) => roomOf(file) === 'model')).toEqual([]);
    expect(textOf('model')).not.toMatch(/Date\.now|new Date|Math\.random|performance\.now|process\.(?:exit|env|std)/);
  });

  test('parsing Markdown uses no HTML tree and no template', () => {
    const [reading, foreign] = [/^src\/render\/markdown\//, /^(?:react.*|hast.*|mdast-util-to-hast|templates\/.*)$/];
    expect(imports.filter(({ from, to }) => reading.test(from) && foreign.test(to))).toEqual([]);
  });

  test('rendering prints nothing and never exits the process', () => {
    expect(textOf('render', 'disk', 'templates')).not.toMatch(/console\.|process\.(?:exit|std)|Math\.random/);
  });

  test('commands do not import each other', () => {
    // A command is a file or folder of cli that program.ts starts.
    const commandOf = (path: string) =>
      /^src\/cli\/(build|eject|inspect|init|sync|check|dev|serve)(?:\/|\.[jt]s$)/.exec(path)?.[1];
    const wrong = imports.filter(({ from, to }) => {
      const [command, target] = [commandOf(from), commandOf(to)];
      return command !== undefined && target !== undefined && command !== target;
    });
    expect(wrong).toEqual([]);
  });
});
