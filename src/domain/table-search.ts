import * as z from 'zod/mini';
import { HOUR_MS } from '../../contract/limits.ts';
import { dateIn } from './moment.ts';

/** What a table shows, as it stands in the address: text, a range of time, and what its own filters name. */

/** How far back each goes; null: as the address says. */
export const TIME_RANGES = {
  '1h': { label: 'Last hour', ms: HOUR_MS },
  '24h': { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
  custom: { label: 'From … to …', ms: null },
} as const;

/** Addresses are foreign data: what is none of ours is left out. */
const orNone = <Schema extends z.core.SomeType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

const text = z.string().check(z.minLength(1));

/** The router reads '12' as a number. */
export const textValue = orNone(z.union([text, z.pipe(z.number(), z.transform(String))]));
/** One of the values that a filter offers. */
export const choiceOf = <Value extends string>(options: Readonly<Record<Value, unknown>>) =>
  orNone(z.enum(Object.keys(options) as [Value, ...Value[]]));
export const wholeNumber = orNone(z.int().check(z.nonnegative()));
/** Beyond the range of `Date` there is no time that a screen could show. */
const moment = orNone(
  z.int().check(
    z.nonnegative(),
    z.refine((at) => dateIn(at) !== undefined),
  ),
);

/** @returns the schema of a table's search. `from` and `to`: epoch milliseconds, inclusive and exclusive, for the time `custom` */
export const tableSearch = <Shape extends z.core.$ZodLooseShape>(filters: Shape) =>
  z.object({
    q: textValue,
    time: choiceOf(TIME_RANGES),
    from: moment,
    to: moment,
    ...filters,
  });

/** What every table's search has. */
export interface TableSearch {
  readonly q?: string | undefined;
  readonly time?: keyof typeof TIME_RANGES | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Epoch milliseconds: inclusive, and exclusive. undefined: open at that end. */
export interface TimeSpan {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** @param now server time, epoch milliseconds */
export function timeSpanOf({ time, from, to }: TableSearch, now: number): TimeSpan {
  if (time === 'custom') return { from, to };
  const back = time === undefined ? null : TIME_RANGES[time].ms;
  return { from: back === null ? undefined : now - back, to: undefined };
}
