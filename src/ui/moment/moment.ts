const SECONDS_BELOW = 100_000_000_000;

/**
 * A time as servers write it, ISO 8601 or epoch seconds or milliseconds, as epoch milliseconds.
 * Numbers below the year 5138 in seconds are seconds: in milliseconds they would lie before March 1973.
 *
 * @returns undefined for what is no time
 */
export function momentOf(value: string | number | null | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number') return value < SECONDS_BELOW ? value * 1000 : value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

const dayAndTime = formatOnDemand('short');
const dayAndSecond = formatOnDemand('medium');

/** @returns the day and minute in the reader's own way of writing and zone; '—' for no time. */
export function momentText(at: number | undefined, seconds = false): string {
  if (at === undefined) return '—';
  return (seconds ? dayAndSecond : dayAndTime)().format(at);
}

/** The first one that is made takes a slow device a tenth of a second: a page without moments makes none. */
function formatOnDemand(timeStyle: 'short' | 'medium'): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle });
    return format;
  };
}
