// Days of times that an author wrote.
import { memoize } from 'lodash-es';

/**
 * Returns the day (`2024-01-31`) of a text that begins with one, '' without. A time with an offset, `2024-01-31 23:30 -0500` or `2024-01-31T23:30:00-05:00`, is converted
 * to the time zone, a name such as `Europe/Oslo`.
 */
export function dayOf(text: string, timeZone: string): string {
  const [day = ''] = /^\d{4}-\d\d?-\d\d?/.exec(text) ?? [];
  const rest = /^(?:T| +)(\d\d:\d\d)\S{0,20}? *([+-]\d\d):?(\d\d)$/.exec(text.slice(day.length));
  const instant = Date.parse(rest ? `${day}T${rest[1]}${rest[2]}:${rest[3]}` : '');
  // The other forms of years are not those of addresses.
  return Number.isNaN(instant) || day < '1000' ? day : (formatOf(timeZone)?.format(instant) ?? day);
}

/** Undefined for an unknown time zone. Offsets are none, because only some versions of Node read them. */
const formatOf = memoize((timeZone: string) => {
  try {
    return /^[a-z]/i.test(timeZone) ? new Intl.DateTimeFormat('sv', { timeZone }) : undefined;
  } catch {
    return undefined;
  }
});
