// URLs of links and images in all spellings, with surrounding syntax.
import fc from 'fast-check';
import { oddCharacter, wellFormed } from './strings.js';

const addresses = [
  'b.md', './b.md', '../honest/a.md', '../honest/b.md#part', '../../../../etc/passwd', '/docs/honest/a', '/honest/a.md', '#part', '#', '',
  '?', '?x#y', '//foreign.example/x', '\\\\foreign.example', '/\\foreign.example', '///foreign.example', 'http://', 'http:///x', 'http:x',
  'https://foreign.example/x?y=1&z=2#w', 'http%3A//%5B', 'https%3A//x', 'http://[', 'http://[::1', 'http://%5B', 'https://a:b@c/', 'http://a b/',
  'javascript:docgenRan(1)', 'JaVaScRiPt:docgenRan(1)', ' javascript:docgenRan(1)', 'java\tscript:docgenRan(1)', '&#106;avascript:docgenRan(1)',
  'javascript&colon;docgenRan(1)', '\u0001javascript:docgenRan(1)', 'vbscript:x', 'data:text/html,<script>docgenRan(1)</script>',
  'data:image/svg+xml,<svg onload=docgenRan(1)>', 'data:image/png;base64,AAAA', 'file:///etc/passwd', 'view-source:x', 'blob:x', 'intent:x',
  'mailto:a@b', 'tel:1', 'a%zz.md', '%', '%E0%A4%A', '%ED%A0%80', '%00', '%2e%2e/%2e%2e/x', '..%2f..%2fx', '%5C%5Cfoo', 'a%23b.md', '/%2F/x',
  'x:y', ':', '::', 'C:\\x', 'con', '.git/config', '.', '..', '/', '/docs', '/docs/', '/docs/all/', '/404.html', '/assets/styles.css',
  '__proto__', 'constructor', 'honest/a', 'http://localhost:99999/', 'https://xn--/', 'https://\u202e.example/', 'HTTPS://EXAMPLE.ORG:443',
]; // biome-ignore format: a list of addresses

/** An address; `files` are paths of the case that it may name. */
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
