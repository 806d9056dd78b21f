// Every diagnostic. Faults in content are warnings, the page is degraded as little as possible; errors are for what docgen cannot do
// (usage, config, environment, output, an internal fault), and for what `docgen check` finds to lead readers nowhere.
import * as check from './check.js';
import type { CatalogueEntry } from './define.js';
import { compareStrings } from './diagnostic.js';
import * as frontMatter from './front-matter.js';
import * as internal from './internal.js';
import * as links from './links.js';
import * as output from './output.js';
import * as reading from './reading.js';
import * as redirects from './redirects.js';
import * as rendering from './rendering.js';
import * as routes from './routes.js';
import * as sync from './sync.js';
import * as usageAndConfig from './usage-and-config.js';

const hundreds = [
  check,
  usageAndConfig,
  sync,
  reading,
  frontMatter,
  routes,
  redirects,
  links,
  rendering,
  output,
  internal,
];

/** Every code there is, in the order of the codes. */
export const catalogue: readonly CatalogueEntry[] = hundreds
  .flatMap((hundred) => Object.values(hundred).map(({ entry }) => entry))
  .sort((a, b) => compareStrings(a.code, b.code));
