// Where the file of a fault comes from: so that a maintainer of a hub can tell the project.
import { describe } from 'vitest';
import { hasGit } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';

describe.runIf(hasGit('upstream files in reports'))('upstream', () => scenarios('cli/upstream'));
