import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createListeners } from '../../base/listeners.ts';
import type { Loop, Loops } from '../../base/loop.ts';
import { DatabaseUnreachableError } from '../database-errors.ts';
import type { Position } from '../live-log.ts';
import { asDatabaseError, isReadOnly } from './errors.ts';
import { connectionSettings, cutOff } from './pool.ts';

export const CHANNELS = ['meridian_journal', 'meridian_messages'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A notification that was missed is found after this time. */
const POLL_MS = 2_000;
/** A database that takes longer to answer that is not there. */
const ANSWER_MS = 2_500;
const RETRY_MS = { first: 100, max: 2_000 };
const FOLLOW = {
  name: 'follow the journal',
  limitMs: 4 * ANSWER_MS,
  without: 'followed no changes',
};

/**
 * The one connection of an instance that receives notifications. It is also how the instance knows that the database answers.
 * Connects and listens, and connects again for as long as it is not closed. Resolves when it listens.
 *
 * @throws DatabaseUnreachableError if the first connection fails
 */
export async function openListener(url: string, loops: Loops) {
  const notifications = createListeners<[channel: string, payload: string]>();
  const gaps = createListeners<[]>();
  const polls = createListeners<[last: Position]>();
  const changes = createListeners<[reachable: boolean]>();
  let following: Loop | undefined;
  let reachable = true;
  /** Another connection may not write: only a new one tells whether this may. */
  let isDoubtful = false;

  function setReachable(now: boolean): void {
    if (now === reachable) return;
    reachable = now;
    changes.tell(now);
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connectionSettings(url),
      connectionTimeoutMillis: ANSWER_MS,
    });
    const wake = () => following?.wake();
    client.on('error', wake);
    client.on('end', wake);
    client.on('notification', ({ channel, payload = '' }) => notifications.tell(channel, payload));
    try {
      await answered(client.connect());
      await answered(client.query(CHANNELS.map((channel) => `listen ${channel}`).join(';')));
      await readLast(client);
      isDoubtful = false;
      return client;
    } catch (error) {
      cutOff(client);
      throw asDatabaseError(error);
    }
  }

  let client: pg.Client | undefined = await connect();
  let retryMs = 0;

  function lose(): void {
    if (client !== undefined) cutOff(client);
    client = undefined;
  }

  async function reconnect(): Promise<pg.Client | undefined> {
    try {
      client = await connect();
    } catch {
      setReachable(false);
      retryMs = Math.min(RETRY_MS.max, 2 * retryMs || RETRY_MS.first);
      return undefined;
    }
    retryMs = 0;
    gaps.tell();
    return client;
  }

  async function poll(): Promise<void> {
    if (isDoubtful) lose();
    const connected = client ?? (await reconnect());
    if (connected === undefined) return;
    try {
      const last = await readLast(connected);
      setReachable(true);
      polls.tell(last);
    } catch (error) {
      lose();
      // One lost connection says little: the next attempt decides, unless nothing answers at all.
      if (error instanceof NoAnswerError) setReachable(false);
    }
  }

  const everyMs = () => (client ? POLL_MS : retryMs * (0.5 + Math.random() / 2));
  following = loops.repeat({ ...FOLLOW, everyMs }, poll);
  return {
    health: { isReachable: () => reachable, onChange: changes.add },
    /** @returns unsubscribe */
    onNotification: (channel: Channel, listener: (payload: string) => void) =>
      notifications.add((from, payload) => from === channel && listener(payload)),
    /** Called after a new connection: notifications may have been lost. @returns unsubscribe */
    onGap: gaps.add,
    /** Called with the last change in the journal, whenever it is looked at. @returns unsubscribe */
    onPoll: polls.add,
    /** Asks the database at once whether it is there. @param error why */
    check(error: unknown): void {
      isDoubtful ||= isReadOnly(error);
      following?.wake();
    },
    async close(): Promise<void> {
      await following?.close();
      lose();
    },
  };
}
export type Listener = Awaited<ReturnType<typeof openListener>>;

const LAST = `select coalesce(max(seq), 0) as seq, coalesce((array_agg(at order by seq desc))[1], 0) as at,
  current_setting('transaction_read_only')::boolean as is_read_only
  from (select seq, at from live_log order by seq desc limit 1) as last`;

/** @throws DatabaseUnreachableError if nothing can be written: what is read then may be old, and nobody leads */
async function readLast(client: pg.Client): Promise<Position> {
  const { rows } = await answered(client.query(LAST));
  if (rows[0].is_read_only) throw new DatabaseUnreachableError('read-only');
  return { seq: rows[0].seq, at: rows[0].at };
}

/** The database did not answer in time. */
class NoAnswerError extends DatabaseUnreachableError {}

/** A process that was paused gets the answers that arrived meanwhile before it gives up. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  const done = new AbortController();
  const tooLate = async (): Promise<never> => {
    await sleep(ANSWER_MS, undefined, { signal: done.signal });
    await sleep(50, undefined, { signal: done.signal });
    throw new NoAnswerError(`no answer in ${ANSWER_MS} ms`);
  };
  try {
    return await Promise.race([answer, tooLate()]);
  } finally {
    done.abort();
    answer.catch(() => undefined);
  }
}
