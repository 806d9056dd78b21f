// Prepares and checks a release. `prepare 0.2.0 2026-12-01`: gives the unreleased changes in CHANGELOG.md the version and the day, and
// sets it in package.json. `check v0.2.0`: fails unless tag, package.json and CHANGELOG.md have one version; prints its changes.
import { readFileSync, writeFileSync } from 'node:fs';

const [command, value = '', day = ''] = process.argv.slice(2);
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const manifest = readFileSync('package.json', 'utf8');
const current = JSON.parse(manifest).version;

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

if (command === 'prepare') {
  if (!/^\d+\.\d+\.\d+$/.test(value) || !/^\d{4}-\d{2}-\d{2}$/.test(day)) fail('usage: release.mjs prepare VERSION YYYY-MM-DD');
  const [, unreleased = ''] = /^## \[?Unreleased\]?\n([^]*?)(?=^## |(?![^]))/m.exec(changelog) ?? [];
  if (!/^- /m.test(unreleased)) fail('CHANGELOG.md has no unreleased change');
  writeFileSync('CHANGELOG.md', changelog.replace(/^## \[?Unreleased\]?\n/m, (heading) => `${heading}\n## [${value}] - ${day}\n`));
  writeFileSync('package.json', manifest.replace(`"version": "${current}"`, `"version": "${value}"`));
} else if (command === 'check') {
  if (value !== `v${current}`) fail(`the tag is ${value}, and package.json has ${current}`);
  const heading = `## [${current}] - `;
  const start = changelog.indexOf(heading);
  if (start === -1) fail(`CHANGELOG.md has no heading \`${heading}YYYY-MM-DD\``);
  const [, text = ''] = /^[^\n]*\n([^]*?)(?=^## |(?![^]))/m.exec(changelog.slice(start)) ?? [];
  console.log(text.trim());
} else fail('usage: release.mjs prepare VERSION DAY | check TAG');
