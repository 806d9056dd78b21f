// Sidebars of the config: what they name may be missing, and a hub may have several content folders.
import { scenarios } from '../support/scenarios.js';

scenarios('model/sidebars');
