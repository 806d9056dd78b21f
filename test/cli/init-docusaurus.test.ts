// `docgen init` in sites of Docusaurus of different shapes (test/fixtures/init), none of whose packages is installed, and a build of each.
import { scenarios } from '../support/scenarios.js';

scenarios('cli/init-docusaurus');
