import * as z from 'zod/mini';
import { AUDIT } from '../account-limits.ts';
import { ACTIVITY, INCIDENTS } from '../limits.ts';
import { TEXT_MAX } from '../text-limits.ts';

/** Epoch milliseconds. */
const at = z.coerce.number().check(z.int(), z.nonnegative());
/** Id of a row: only older ones. The cursor of the next page is the smallest id of the last one. */
const before = z.coerce.number().check(z.int(), z.positive());
const limit = (most: number) => z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most));
/** Id of a platform, or a word that the server knows. */
const word = z.string().check(z.maxLength(64));
/** Id of a platform, or all of `group:NAME` or with `tag:NAME`, as they are now. */
const platform = z.string().check(z.maxLength(TEXT_MAX.group + 'group:'.length));
/** Text, in any case. */
const q = z.optional(z.string().check(z.maxLength(TEXT_MAX.search)));

/** What a report may say, by what it means. */
export const REPORT_WORDS = {
  up: ['up', 'ok', 'success', 'succeeded', 'passed', 'healthy', 'online', 'true'],
  down: [
    ...['down', 'fail', 'failed', 'failing', 'failure', 'error', 'critical', 'fatal'],
    ...['unhealthy', 'offline', 'false'],
  ],
} as const;

/** A UUID, of any version. */
export const RunNameSchema = z.guid();

/** What may stand in the query of a call. All filters of a read apply together. */
export const QUERIES = {
  /** Without any filter the answer is the newest page. Newest first, unless `after` is asked for. */
  activity: z.strictObject({
    before: z.optional(before),
    /** Id of a row: only newer rows, and the oldest of them first. 0: from the first row on. */
    after: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
    limit: z.optional(limit(ACTIVITY.pageMax)),
    /** One severity or several with commas; `info` (or `primary`) is every row that is none of `SEVERITIES`. */
    severity: z.optional(word),
    /** In the message. */
    q,
    platform: z.optional(platform),
    /** Inclusive. */
    from: z.optional(at),
    /** Exclusive. */
    to: z.optional(at),
  }),
  history: z.strictObject({ platform: z.optional(word), since: z.optional(at) }),
  live: z.strictObject({
    since: z.coerce.number().check(z.int(), z.nonnegative()),
    stream: z.optional(word),
  }),
  incidents: z.strictObject({
    before: z.optional(before),
    limit: z.optional(limit(INCIDENTS.pageMax)),
    state: z.optional(z.enum(['open', 'ended'])),
    /** person: opened by one. */
    status: z.optional(z.enum(['warning', 'error', 'person'])),
    /** Of one that a person opened any that it affects. */
    platform: z.optional(platform),
    /** In the cause, or in the name or note of an acknowledgement. */
    q,
    /** Incidents that were open at some time from here on. */
    from: z.optional(at),
    /** Incidents that began before. */
    to: z.optional(at),
  }),
  audit: z.strictObject({
    before: z.optional(before),
    limit: z.optional(limit(AUDIT.pageMax)),
    /** One action, or the part before the dot for all of its kind. */
    action: z.optional(word),
    /** In the actor, the target, the detail or the address. */
    q,
    /** Inclusive. */
    from: z.optional(at),
    /** Exclusive. */
    to: z.optional(at),
  }),
  logout: z.strictObject({
    /** Username: the session of anybody else goes on, and the answer, which may be late, leaves cookies alone. */
    account: z.optional(z.string()),
  }),
  /** What a platform that reports itself may say, here or in a body; its client may send other things, and by GET, HEAD and PUT too. */
  report: z.looseObject({
    /** In any case; by default up. A word of `down`: it is not well, whatever the time. */
    status: z.optional(z.enum([...REPORT_WORDS.up, ...REPORT_WORDS.down])),
    /** A longer one is shortened. `msg` is the same. */
    message: z.optional(z.string()),
    /** Which run it is of: those that overlap have to name themselves. */
    rid: z.optional(RunNameSchema),
  }),
} as const;
