// beautiful-mermaid draws diagrams, docgen lays them out: in the bundle and in tests elkjs (1.6 MB) is replaced by docgen's own layout, and
// what prints a graph with places is exported.
import { fileURLToPath } from 'node:url';

const layout = fileURLToPath(new URL('../src/render/diagrams/elk.ts', import.meta.url));
const exported = ['renderSvg', 'estimateNodeSize', 'measureMultilineText', 'clipEdgeToShape'];

export const diagrams = {
  name: 'diagrams',
  enforce: 'pre',
  resolveId: (id) => (id === 'elkjs/lib/elk.bundled.js' ? layout : undefined),
  transform(code, id) {
    if (!id.endsWith('/beautiful-mermaid/dist/index.js')) return undefined;
    const missing = exported.find((name) => !code.includes(`function ${name}(`));
    if (missing) throw new Error(`beautiful-mermaid has no ${missing}`);
    return `${code}\nexport { ${exported.join(', ')} };\n`;
  },
};
