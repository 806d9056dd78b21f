// Links without an extension are URLs of the site, as in Docusaurus and browsers.
import { scenarios } from '../support/scenarios.js';

scenarios('render/links-by-url');
