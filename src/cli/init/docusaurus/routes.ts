// The addresses that the docs of a config have, for rules that make redirects of them.
import { resolveConfig } from '../../../model/config.js';
import { readHub } from '../../../model/content/named-files.js';
import { seeHub } from '../../../model/mounts/see-hub.js';
import { buildSite } from '../../../model/site.js';
import type { UserConfig } from '../../../model/user-config.js';
import { readVersions } from '../../../model/versions/read-versions.js';

/** Below the base path; undefined where the docs cannot be read. */
export async function docRoutes(cwd: string, config: UserConfig): Promise<readonly string[] | undefined> {
  const resolved = resolveConfig(config, { cwd, file: undefined, overrides: {} }).value;
  if (!resolved) return undefined;
  const routes: string[] = [];
  for (const version of readVersions(resolved).value.all) {
    const content = await readHub(await seeHub(version.config.content, version.config));
    const { pages } = buildSite(content.value, version.config).value;
    for (const page of pages)
      if (page.kind === 'doc') routes.push(`/${page.permalink.slice(resolved.basePath.length)}`);
  }
  return routes;
}
