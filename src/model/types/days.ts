// Days of times that an author wrote.

/** Returns the day (`2024-01-31`) of a text that begins with one, '' without. A time with an offset, `2024-01-31 23:30 -0500`, is converted to the time zone. */
export function dayOf(text: string, timeZone: string): string {
  const [day = ''] = /^\d{4}-\d\d?-\d\d?/.exec(text) ?? [];
  const [, time, sign, offset = ''] = /^[ T]+(\d\d:\d\d)\S* +([+-])(\d\d:?\d\d)$/.exec(text.slice(day.length)) ?? [];
  const instant = Date.parse(`${day}T${time}${sign}${offset.replace(/^(\d\d)(?=\d\d)/, '$1:')}`);
  try {
    return Number.isNaN(instant) ? day : new Intl.DateTimeFormat('sv', { timeZone }).format(instant);
  } catch {
    return day; // the time zone is not known
  }
}
