// Entry point of a worker thread that renders code blocks.
import { renderCodes } from '../body/code-blocks.js';
import { answerBy } from './answer.js';

export const answer = answerBy({ code: renderCodes });
