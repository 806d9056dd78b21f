// Sections that are in the config and were not synced, or were synced with another config.
import { describe } from 'vitest';
import { hasGit } from '../support/repository.js';
import { scenarios } from '../support/scenarios.js';

describe.runIf(hasGit('sections that are not synced'))('not synced', () => scenarios('cli/not-synced'));
