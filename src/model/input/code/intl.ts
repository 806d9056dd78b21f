// Evaluates formats of numbers and dates. The result doesn't depend on the clock, language and time zone of the machine.
import { attempt } from '../../types/attempt.js';
import { isList, isLiteralRecord, type Literal, Native } from './literal-values.js';
import { recordOf } from './operators.js';

/** Whether a value is data, which a built-in function can get unchanged. */
const isPlain = (value: Literal): boolean =>
  isList(value) || isLiteralRecord(value) ? Object.values(value).every(isPlain) : typeof value !== 'object';

/** Returns a function for a language and options. Without a language, its result is unknown, because the machine has one. */
const localized = (call: (lang: string, options: object) => Literal): Native =>
  new Native(([lang, options]) => {
    const isKnown = typeof lang === 'string' && isPlain(options);
    return isKnown ? attempt(() => call(lang, { ...(options as object | undefined), timeZone: 'UTC' })) : undefined;
  });

/** A date without time is in UTC. The meaning of other texts can depend on the time zone. */
const utcDate = /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z)?$/;

const hour = 3_600_000;
const day = 24 * hour;

/** Names of JavaScript that all files have. */
export const globals: Readonly<Record<string, Literal>> = {
  undefined: undefined,
  Intl: recordOf([
    [
      'NumberFormat',
      localized((lang, options) => {
        const { format } = new Intl.NumberFormat(lang, options);
        return recordOf([['format', new Native(([of]) => (typeof of === 'number' ? format(of) : undefined))]]);
      }),
    ],
  ]),
  Date: new Native(([text]) => {
    if (typeof text !== 'string' || !utcDate.test(text)) return undefined;
    let time = Date.parse(text);
    const format = localized((lang, of) => new Intl.DateTimeFormat(lang, of).format(time));
    const setUTCHours = new Native(([hours]) => {
      if (typeof hours !== 'number') return undefined;
      time = Math.floor(time / day) * day + hours * hour + (time - Math.floor(time / hour) * hour);
      return time;
    });
    return recordOf([
      ['toLocaleDateString', format],
      ['setUTCHours', setUTCHours],
      ['getTime', new Native(() => time)],
    ]);
  }),
};
