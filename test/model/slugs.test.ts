// Slugs in front matter and `_category_` files of a hub with several content folders, each of which is an instance of
// Docusaurus's docs plugin.
import { scenarios } from '../support/scenarios.js';

scenarios('model/slugs');
