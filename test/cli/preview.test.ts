// A copy of the site for reviewers: at another address than the site itself, and in no search engine.
import { scenarios } from '../support/scenarios.js';

scenarios('cli/preview');
