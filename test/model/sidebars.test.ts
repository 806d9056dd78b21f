// Sidebars in the config: their docs can be missing, and a hub can have several content folders.
import { scenarios } from '../support/scenarios.js';

scenarios('model/sidebars');
