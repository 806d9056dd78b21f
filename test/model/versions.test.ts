// Versions and tags against what Docusaurus computes of a site of three versions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { versionData } from '../../src/cli/inspect.js';
import { readHub } from '../../src/model/content/named-files.js';
import { seeHub } from '../../src/model/mounts/see-hub.js';
import { buildSite } from '../../src/model/site.js';
import { readVersions } from '../../src/model/versions/read-versions.js';
import { configOf } from '../support/hub.js';
import { hasShared, shared } from '../support/shared.js';

if (hasShared('versions as Docusaurus has them')) {
  const dir = join(shared, 'corpus/versioned');
  describe('versions are those of Docusaurus', () => {
    test.each(readdirSync(join(dir, 'expected')))('%s', async (name) => {
      const { baseUrl, options, versions } = JSON.parse(readFileSync(join(dir, 'expected', name), 'utf8'));
      const { sidebarPath: _, routeBasePath = 'docs', tagsBasePath = 'tags', ...versioning } = options;
      const config = configOf(dir, {
        content: 'site/docs',
        basePath: baseUrl,
        routeBase: routeBasePath,
        tagsBasePath,
        ...versioning,
      });
      const read = readVersions(config);
      expect(read.diagnostics).toEqual([]);
      const made = [];
      for (const version of read.value.all) {
        const content = await readHub(await seeHub(version.config.content, version.config));
        made.push(versionData(buildSite(content.value, version.config).value));
      }
      expect(JSON.parse(JSON.stringify(made))).toEqual(versions);
    });
  });
}
