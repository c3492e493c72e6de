import { Cron } from 'croner';

/** A job's times: five fields as in crontab(5) or a name such as `@daily`, by the clocks of a time zone (IANA). */
export interface CronTimes {
  readonly cron: string;
  readonly timeZone?: string | undefined;
}

/** The parser takes a date as well, which comes once. */
const REPEATED = /^(?:@\w+|\S+(?:\s+\S+){4})$/;

/**
 * @param after epoch milliseconds
 * @returns the first of the times after that; where clocks are changed as with the cron of Vixie: what is skipped comes at once, what
 *   is repeated once. Undefined: there is none, or it cannot be read
 */
export function nextTime({ cron, timeZone = 'UTC' }: CronTimes, after: number): number | undefined {
  if (!REPEATED.test(cron)) return undefined;
  try {
    const options = { mode: '5-part', fixedTimeRule: 'no-wildcard', timezone: timeZone } as const;
    return new Cron(cron, options).nextRun(new Date(after))?.getTime();
  } catch {
    return undefined;
  }
}
