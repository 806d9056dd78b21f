// Entry point of a worker thread that parses texts and renders bodies.
import { codesOf, readFacts, renderBody } from '../body/body.js';
import type { BodyInput } from '../body/body-types.js';
import { parserFault } from '../markdown/parser.js';
import { answerBy, type Tasks } from './answer.js';

const read: Tasks['read'] = async (input: BodyInput, lap) => {
  const facts = await readFacts(input, lap);
  return { facts, codes: codesOf(input) };
};

export const answer = answerBy({ read, render: renderBody }, parserFault);
