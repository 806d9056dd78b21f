// Links without an extension, which name a URL of the site as Docusaurus and browsers read them.
import { scenarios } from '../support/scenarios.js';

scenarios('render/links-by-url');
