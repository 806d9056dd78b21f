// A thread that renders nothing: the markup of a body is how many it was asked for before. A text `end` ends it, `memory` fills its memory, `loop` keeps it busy for ever,
// one that starts with `slow` for 0.7 s.
import { parentPort, threadId } from 'node:worker_threads';

let count = 0;

function bodyOf({ text }) {
  if (text === 'end') process.exit(7);
  if (text === 'throw') throw new Error('no');
  while (text === 'loop');
  for (const end = performance.now() + 700; text.startsWith('slow') && performance.now() < end; );
  const filled = [];
  while (text === 'memory') filled.push(new Array(1000).fill(filled.length));
  count += 1;
  return {
    status: 'rendered',
    html: { chunks: [String(count - 1)], holes: [] },
    diagrams: [],
    headings: [],
    ids: [String(threadId)],
    isTitled: false,
    diagnostics: [],
  };
}

function factsOf({ text }) {
  if (text === 'end') process.exit(7);
  while (text === 'loop');
  return { description: text };
}

parentPort.on('message', (message) => {
  if (message === 'saveCode') return parentPort.postMessage(undefined);
  const results = message.inputs.map(message.task === 'read' ? factsOf : bodyOf);
  parentPort.postMessage({ results, steps: new Map() });
});
