// `docgen init` in different Docusaurus sites (test/fixtures/init) without installed packages, and a build of each.
import { scenarios } from '../support/scenarios.js';

scenarios('cli/init-docusaurus');
