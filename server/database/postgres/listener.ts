import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createListeners } from '../../base/listeners.ts';
import { DatabaseUnreachableError } from '../database-errors.ts';
import type { DatabaseHealth } from '../health.ts';
import { asDatabaseError, isReadOnly } from './errors.ts';
import { connectionSettings, cutOff } from './pool.ts';

/** The one connection of an instance that receives notifications. It is also how the instance knows that the database answers. */
export interface Listener {
  readonly health: DatabaseHealth;
  /** @returns unsubscribe */
  onNotification(channel: Channel, listener: (payload: string) => void): () => void;
  /** Called after a new connection: notifications may have been lost. @returns unsubscribe */
  onGap(listener: () => void): () => void;
  /** Called with the highest number in the journal, whenever it is looked at. @returns unsubscribe */
  onPoll(listener: (seq: number) => void): () => void;
  /** Asks the database at once whether it is there. @param error why */
  check(error: unknown): void;
  close(): Promise<void>;
}

export const CHANNELS = ['meridian_journal', 'meridian_messages'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A notification that was missed is found after this time. */
const POLL_MS = 2_000;
/** A database that takes longer to answer that is not there. */
const ANSWER_MS = 2_500;
const RETRY_MS = { first: 100, max: 2_000 };

/**
 * Connects and listens, and connects again for as long as it is not closed. Resolves when it listens.
 *
 * @throws DatabaseUnreachableError if the first connection fails
 */
export async function openListener(url: string): Promise<Listener> {
  const notifications = createListeners<[channel: string, payload: string]>();
  const gaps = createListeners<[]>();
  const polls = createListeners<[seq: number]>();
  const changes = createListeners<[reachable: boolean]>();
  const closing = new AbortController();
  /** Aborted when the pause before the next poll is over early. */
  let pause = new AbortController();
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
    const wake = () => pause.abort();
    client.on('error', wake);
    client.on('end', wake);
    client.on('notification', ({ channel, payload = '' }) => notifications.tell(channel, payload));
    try {
      await answered(client.connect());
      await answered(client.query(CHANNELS.map((channel) => `listen ${channel}`).join(';')));
      await readLastSeq(client);
      isDoubtful = false;
      return client;
    } catch (error) {
      cutOff(client);
      throw asDatabaseError(error);
    }
  }

  /** Ends with an error when the connection is lost. */
  async function poll(client: pg.Client): Promise<never> {
    for (;;) {
      const seq = await readLastSeq(client);
      setReachable(true);
      polls.tell(seq);
      pause = new AbortController();
      await sleep(POLL_MS, undefined, { signal: pause.signal }).catch(() => undefined);
      closing.signal.throwIfAborted();
      if (isDoubtful) throw new DatabaseUnreachableError('read-only');
    }
  }

  async function run(first: pg.Client): Promise<void> {
    for (let client: pg.Client | undefined = first; client !== undefined; ) {
      const lost: unknown = await poll(client).catch((error: unknown) => error);
      cutOff(client);
      // One lost connection says little: the next attempt decides, unless nothing answers at all.
      if (lost instanceof NoAnswerError) setReachable(false);
      client = await reconnect();
    }
  }

  /** @returns undefined when the listener was closed meanwhile */
  async function reconnect(): Promise<pg.Client | undefined> {
    for (let waitMs = RETRY_MS.first; !closing.signal.aborted; waitMs *= 2) {
      const client = await connect().catch(() => undefined);
      if (client !== undefined) {
        gaps.tell();
        return client;
      }
      setReachable(false);
      const jittered = Math.min(RETRY_MS.max, waitMs) * (0.5 + Math.random() / 2);
      await sleep(jittered, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    return undefined;
  }

  const running = run(await connect());
  return {
    health: { isReachable: () => reachable, onChange: changes.add },
    onNotification: (channel, listener) =>
      notifications.add((from, payload) => from === channel && listener(payload)),
    onGap: gaps.add,
    onPoll: polls.add,
    check(error) {
      isDoubtful ||= isReadOnly(error);
      pause.abort();
    },
    async close() {
      closing.abort();
      pause.abort();
      await running;
    },
  };
}

const LAST_SEQ = `select coalesce(max(seq), 0) as seq,
  current_setting('transaction_read_only')::boolean as is_read_only from live_log`;

/** @throws DatabaseUnreachableError if nothing can be written: what is read then may be old, and nobody leads */
async function readLastSeq(client: pg.Client): Promise<number> {
  const { rows } = await answered(client.query(LAST_SEQ));
  if (rows[0].is_read_only) throw new DatabaseUnreachableError('read-only');
  return rows[0].seq;
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
