import * as z from 'zod/mini';
import { PROBE } from '../platform-limits.ts';
import { lineOf } from '../sent/text.ts';
import { nextTime } from './cron.ts';

/** The platform calls an address that only it knows. */
export const REPORT = {
  kind: z.literal('report'),
  /** How often it calls; where it has none, `cron` says when. */
  everySec: z.optional(z.int().check(z.minimum(PROBE.everySecMin), z.maximum(PROBE.everySecMax))),
  /** When it begins: five fields as in crontab(5). */
  cron: z.optional(lineOf(PROBE.cronMax)),
  /** By whose clocks, such as Europe/Berlin; by default UTC. */
  timeZone: z.optional(lineOf(PROBE.cronMax)),
  /** How much later it may be, and how long it may take after it said that it begins. */
  graceSec: z._default(z.int().check(z.minimum(0), z.maximum(PROBE.everySecMax)), 60),
};

interface Times {
  readonly everySec?: number | undefined;
  readonly cron?: string | undefined;
  readonly timeZone?: string | undefined;
}

const DAILY = '@daily';
const isCron = (cron: string, timeZone?: string) => nextTime({ cron, timeZone }, 0) !== undefined;

/** What the fields have to be together. */
export const REPORT_RULES = [
  z.refine<Times>(({ everySec, cron }) => (everySec === undefined) !== (cron === undefined), {
    path: ['everySec'],
    error: 'or cron has to say when it calls, and not both',
  }),
  z.refine<Times>(({ cron = DAILY }) => isCron(cron), {
    path: ['cron'],
    error: 'must be five fields that come due, such as 30 2 * * *',
  }),
  z.refine<Times>(({ timeZone }) => timeZone === undefined || isCron(DAILY, timeZone), {
    path: ['timeZone'],
    error: 'must be a name such as Europe/Berlin',
  }),
] as const;
