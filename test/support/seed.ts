// Property tests try the same inputs on every machine; `DOCGEN_SEED=random npm test` tries others.
import fc from 'fast-check';

const wanted = process.env['DOCGEN_SEED'] ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
