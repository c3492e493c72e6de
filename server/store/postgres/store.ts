import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabasePlace } from '../database.ts';
import { type OtherInstances, openJournal } from '../journal.ts';
import type { OpenedStore } from '../opened-store.ts';
import { type Channel, type Listener, openListener } from './listener.ts';
import { createNotifyPubSub } from './notify-pubsub.ts';
import { migratePostgres, openPostgres } from './postgres.ts';

const CHANNEL: Channel = 'meridian_journal';

/**
 * The part of a store that PostgreSQL makes: a pool of connections, and one that listens.
 *
 * @throws DatabaseUnreachableError, NewerDatabaseError
 */
export async function openPostgresStore(
  database: NonNullable<DatabasePlace['database']>,
  now: () => number,
): Promise<OpenedStore> {
  await migratePostgres(database.url);
  const listener = await openListener(database.url);
  const { db, pool } = openPostgres(database, listener.check);
  try {
    listener.health.onChange((reachable) => {
      if (!reachable) pool.cutOff();
    });
    const journal = await openJournal(db, now, otherInstances(listener));
    return {
      db,
      journal,
      pubsub: createNotifyPubSub(db, listener),
      health: listener.health,
      pool: pool.counters,
      async close() {
        await listener.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await listener.close();
    await db.destroy();
    throw error;
  }
}

/** Each commit notifies all instances. A notification says who has sent it: an instance publishes its own commits by itself. */
function otherInstances(listener: Listener): OtherInstances {
  const self = randomUUID();
  return {
    async announce(tx, seq) {
      await sql`select pg_notify(${CHANNEL}, ${`${self} ${seq}`})`.execute(tx);
    },
    onCommitted(hear) {
      listener.onNotification(CHANNEL, (payload) => {
        const [sender, seq] = payload.split(' ');
        if (sender !== self) hear(Number(seq));
      });
      listener.onPoll(hear);
    },
  };
}
