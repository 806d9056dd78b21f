// Where the slugs of front matter and of `_category_` files lead in a hub of several content folders: each is an instance of
// Docusaurus's docs plugin.
import { scenarios } from '../support/scenarios.js';

scenarios('model/slugs');
