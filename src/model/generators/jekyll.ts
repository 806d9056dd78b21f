// Jekyll.
import { isRecord } from '../input/plain-data.js';
import { parseYaml } from '../input/yaml.js';
import { emptyProject, type Generator, type HeadingIds } from './generator.js';

export const jekyll: Generator = {
  name: 'jekyll',
  detect: (names) => names.has('_config.yml') || names.has('_config.yaml'),
  configFiles: /^_config\.ya?ml$|^_data\/[^/]+\.(?:ya?ml|json)$/,
  read: ({ read }) => ({
    ...emptyProject('jekyll'),
    headingIds: headingIdsOf(read('_config.yml') ?? read('_config.yaml') ?? ''),
  }),
};

/** Jekyll uses kramdown's parser for GitHub's Markdown, with GitHub's ids, unless its config selects kramdown's own. */
function headingIdsOf(config: string): HeadingIds {
  const parsed = parseYaml(config);
  const options = 'value' in parsed && isRecord(parsed.value) ? parsed.value['kramdown'] : undefined;
  return isRecord(options) && String(options['input']).toLowerCase() === 'kramdown' ? 'kramdown' : 'github';
}
