// The upstream location of a diagnostic, so that the maintainer of a hub can report it to the project.
import { describe } from 'vitest';
import { hasGit } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';

describe.runIf(hasGit('upstream files in reports'))('upstream', () => scenarios('cli/upstream'));
