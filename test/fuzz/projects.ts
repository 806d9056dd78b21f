// Projects of other generators next to the regular hub: each with mutated configs and texts.
import fc from 'fast-check';
import { dataOf } from '../support/data.js';
import { hostileBody } from './bodies.js';
import type { FuzzCase } from './case.js';
import { hostileText, wellFormed } from './strings.js';

const projects = dataOf<{ content: string; files: Record<string, string>; syntax: string[] }[]>('fuzz/projects');

/** Replaces a few parts of a text by untrusted texts, by syntax of its generator, or by another part of it. */
const mutated = (text: string, syntax: readonly string[]): fc.Arbitrary<string> => {
  const place = fc.nat(text.length);
  const piece = fc.oneof(
    hostileText,
    fc.constantFrom(...syntax),
    fc.tuple(place, place, fc.constantFrom(1, 1, 30)).map(([from, to, times]) => text.slice(from, to).repeat(times)),
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(text) },
    {
      weight: 4,
      arbitrary: fc
        .array(fc.tuple(place, fc.nat(20), piece), { maxLength: 5 })
        .map((changes) =>
          wellFormed(
            changes.reduce((now, [at, length, more]) => now.slice(0, at) + more + now.slice(at + length), text),
          ),
        ),
    },
  );
};

export const projectCase: fc.Arbitrary<FuzzCase> = fc.constantFrom(...projects).chain(({ content, files, syntax }) =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, mutated(text, syntax)]))),
      hostileBody(Object.keys(files)),
    )
    .map(([changed, body]): FuzzCase => {
      const within = content === '.' ? 'project' : `project/${content}`;
      const texts = Object.entries({ ...changed, [`${content}/hostile.md`]: `# Hostile\n\n${body}` });
      return {
        files: Object.fromEntries(texts.map(([path, text]) => [`project/${path}`.replace('/./', '/'), text])),
        ...{ sidebars: 'together', by: 'inside', project: within },
      };
    }),
);
