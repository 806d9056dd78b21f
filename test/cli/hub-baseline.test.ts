// The baseline of a hub whose sections are synced, or not.
import { describe } from 'vitest';
import { hasGit } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';

describe.runIf(hasGit('the baseline of a hub'))('a baseline', () => scenarios('cli/hub-baseline'));
