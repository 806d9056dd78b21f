// Parses days in dates and times that an author wrote.
import { memoize } from 'lodash-es';
import { attempt } from './attempt.js';

/** Matches a time after a day, and its offset. */
const timeAfter = /^(?:t| +)(\d\d?:\d\d)(:\d\d\S{0,20}?)? *(?:(Z|UTC)|([+-])(\d\d?)(?::?(\d\d))?)?$/i;

/**
 * Returns the day (`2024-01-31`) at the start of a text, or ''. As in Ruby's YAML, a time with an offset, such as `2024-01-31 23:30 -0500` or `2024-01-31T23:30:00-05:00`,
 * or with seconds, which is UTC, is converted to the time zone, whose name is like `Europe/Oslo`.
 */
export function dayOf(text: string, timeZone: string): string {
  const [day = ''] = /^\d{4}-\d\d?-\d\d?/.exec(text) ?? [];
  const [, time, seconds, utc = seconds, sign = '+', hours = utc && '0', minutes = '00'] =
    timeAfter.exec(text.slice(day.length)) ?? [];
  const padded = [day.replace(/\b\d\b/g, '0$&'), time?.padStart(5, '0'), hours?.padStart(2, '0')] as const;
  const instant = Date.parse(hours ? `${padded[0]}T${padded[1]}${sign}${padded[2]}:${minutes}` : '');
  // Years of other lengths can't be in URLs.
  return Number.isNaN(instant) || day < '1000' ? day : (formatOf(timeZone)?.format(instant) ?? day);
}

/** Undefined for an unknown time zone, and for offsets, which only some versions of Node.js support. */
const formatOf = memoize((timeZone: string) =>
  attempt(() => (/^[a-z]/i.test(timeZone) ? new Intl.DateTimeFormat('sv', { timeZone }) : undefined)),
);
