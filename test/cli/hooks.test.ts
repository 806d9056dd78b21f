// Functions of the config that a build calls.
import { scenarios } from '../support/scenarios.js';

scenarios('cli/hooks');
