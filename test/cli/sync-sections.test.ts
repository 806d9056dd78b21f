// Location of a source's pages: in a section below a common one, and in versions of the hub's own repository.
import { describe } from 'vitest';
import { hasGit } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';

describe.runIf(hasGit('sections below others'))('a section', () => scenarios('cli/sync-sections'));
