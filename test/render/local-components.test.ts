// Untrusted templates of local components are limited, and reported once.
import { expect, test } from 'vitest';
import { cpuSeconds, render } from '../support/body.js';
import { dataOf } from '../support/data.js';

const cases = dataOf<[name: string, file: string, template: string, codes: string[]][]>('render/local-components');

test.each(cases)('%s', async (_, file, template, codes) => {
  const text = `import X from './${file}'\n\n<X items={[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}>deep</X>\n`;
  const imports = { 'a.mdx': { [`data ./${file}`]: file }, [file]: { [`data ./${file}`]: file } };
  const work = async () => {
    const body = await render(text, 'a.mdx', { generator: 'starlight', imports, wholeTexts: { [file]: template } });
    expect(body.status).toBe('rendered');
    expect(body.html.length).toBeLessThan(2_000_000);
    expect(body.diagnostics.map((one) => one.code)).toEqual(codes);
  };
  expect(await cpuSeconds(work)).toBeLessThan(10);
});
