// A module that is not installed, as `docgen init` loads the config of a Docusaurus site: an empty value that can be called, iterated,
// extended and joined to a text. Its name is `module#export`.
'use strict';

/** Maximum uses of a stub: a program might loop until it gets an answer. */
const maxUses = 1_000_000;

module.exports = (module) => {
  let uses = 0;
  const make = (name, isWhole) => {
    // biome-ignore lint/complexity/useArrowFunction: an arrow function can't be a constructor
    const stub = new Proxy(function () {}, {
      get(_, key) {
        if (key === Symbol.for('docgen.module')) return name;
        if (++uses > maxUses) throw new Error(`${name} is not installed, and is asked too much`);
        if (key === 'then') return undefined;
        if (key === Symbol.toPrimitive) return (hint) => (hint === 'number' ? 0 : '');
        return isWhole && typeof key === 'string' && key !== 'default' ? make(`${name}#${key}`) : stub;
      },
      apply: () => stub,
      construct: () => stub,
    });
    return stub;
  };
  return make(module, true);
};
