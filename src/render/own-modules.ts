// What a maintainer's components and templates share with this program: one React, and the templates themselves.
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as templates from '../../templates/index.js';

/** Modules by the name under which they are imported. */
export const ownModules: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'docgen-hub/templates': templates,
};
