import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as templates from '../../../templates/index.js';

/** Modules that the site owner's components and templates share with docgen, by import specifier. */
export const ownModules: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'docgen-hub/templates': templates,
};
