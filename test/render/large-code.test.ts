// A page that is one block of code, as the API reports of packages are: it opens quickly where it is small and has few elements.
import { expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { bodyInput } from '../support/hub.js';

test.each([500, 1500, 3000])('%i lines', async (count) => {
  const lines = Array.from({ length: count }, (_, n) =>
    n % 4 === 3
      ? '}\n'
      : n % 4 === 0
        ? `// @public\nexport interface Type${n} {`
        : `    readonly field${n}?: string | null;`,
  );
  const code = lines.join('\n').split('\n').slice(0, count).join('\n');
  const { status, html } = await renderBody(
    bodyInput(`## API Report File for "@own/x"\n\n\`\`\`ts\n${code}\n\`\`\`\n`),
  );
  const markup = html.chunks.join('');
  expect(status).toBe('rendered');
  expect(markup).toContain('<pre><code class="language-ts">');
  expect(markup.length / code.length).toBeLessThan(3.5);
  expect(markup.match(/<\w/g)?.length).toBeLessThan(6000);
});
