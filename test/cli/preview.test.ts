// A preview for reviewers: at another URL than the published site, and with noindex.
import { scenarios } from '../support/scenarios.js';

scenarios('cli/preview');
