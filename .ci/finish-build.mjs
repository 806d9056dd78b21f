// After the compiler: puts the stylesheet beside the compiled templates, and stamps the build with a hash of itself, so that a cache
// of bodies knows who rendered them.
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

copyFileSync('templates/styles.css', 'dist/templates/styles.css');
const hash = createHash('sha256').update(readFileSync('package-lock.json'));
const files = readdirSync('dist', { recursive: true }).map(String);
for (const file of files.filter((path) => path.endsWith('.js')).sort()) hash.update(file).update(readFileSync(`dist/${file}`));
writeFileSync('dist/build-id.txt', `${hash.digest('hex')}\n`);
