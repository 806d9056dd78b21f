// URLs of links and images in all spellings, with surrounding syntax.
import fc from 'fast-check';
import { dataOf } from '../support/data.js';
import { oddCharacter, wellFormed } from './strings.js';

const data = dataOf<{ addresses: string[] }>('fuzz/addresses');

const addresses = data.addresses; // biome-ignore format: a list of addresses

/** Generates a URL. `files` are paths of the case that it can reference. */
export function hostileAddress(files: readonly string[] = []): fc.Arbitrary<string> {
  const spelt = fc
    .tuple(
      fc.constantFrom('', '/', '//', './', '../', 'http:', 'https://', 'docs/', '%2e%2e/'),
      fc.constantFrom(...addresses),
      fc.constantFrom('', '#', '#%', '#\ud800', '?a=%', '%', '.md', '.html', '/'),
    )
    .map((parts) => parts.join(''));
  const odd = fc.tuple(fc.constantFrom(...addresses), oddCharacter).map(([address, character]) => address + character);
  const named = fc
    .tuple(fc.constantFrom('x', ...files), fc.constantFrom('raw', 'encoded', 'angle'), fc.constantFrom('', '#x', '?x'))
    .map(
      ([path, how, end]) =>
        (how === 'encoded' ? encodeURI(wellFormed(path)) : how === 'angle' ? `<${path}>` : path) + end,
    );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...addresses) },
    { weight: 2, arbitrary: spelt },
    { weight: 1, arbitrary: odd },
    { weight: files.length > 0 ? 4 : 0, arbitrary: named },
  );
}
