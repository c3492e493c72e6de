import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Loops } from '../../base/loop.ts';
import type { DatabasePlace } from '../database.ts';
import { type OtherInstances, openJournal } from '../journal.ts';
import type { NewLogRow, Position } from '../live-log.ts';
import type { OpenedStore } from '../opened-store.ts';
import { type Channel, type Listener, openListener } from './listener.ts';
import { createNotifyPubSub } from './notify-pubsub.ts';
import { migratePostgres, openPostgres } from './postgres.ts';

const CHANNEL: Channel = 'meridian_journal';

/**
 * The part of a store that PostgreSQL makes: a pool of connections, and one that listens.
 *
 * @throws DatabaseUnreachableError, ActionableError
 */
export async function openPostgresStore(
  database: NonNullable<DatabasePlace['database']>,
  now: () => number,
  loops: Loops,
): Promise<OpenedStore> {
  await migratePostgres(database.url);
  const listener = await openListener(database.url, loops);
  const { db, pool } = openPostgres(database, {
    isReachable: listener.health.isReachable,
    onUnreachable: listener.check,
  });
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
  const self: string = randomUUID();
  return {
    async append(tx, rows, at) {
      const column = (name: keyof NewLogRow) => sql.val(rows.map((row) => row[name]));
      const { rows: answer } = await sql<Position>`
        with last as (
            select seq, at from live_log union all select 0, 0 order by seq desc limit 1
          ),
          added as (
            insert into live_log (seq, key_json, op, data_json, at)
            select last.seq + n, key_json, op, data_json, ${at}
            from last, unnest(${column('keyJson')}::text[], ${column('op')}::text[],
              ${column('dataJson')}::text[]) with ordinality as new (key_json, op, data_json, n)
            returning seq
          )
        select last.seq, last.at, pg_notify(${CHANNEL}, ${self} || ' ' || max(added.seq))
        from last, added group by last.seq, last.at
      `.execute(tx);
      return answer[0] ?? { seq: 0, at: 0 };
    },
    onCommitted(notify) {
      listener.onNotification(CHANNEL, (payload) => {
        const [sender, seq] = payload.split(' ');
        if (sender !== self) notify(Number(seq));
      });
      listener.onPoll(({ seq, at }) => notify(seq, at));
    },
    async runOf(tx) {
      const { rows } = await sql<{ run: string }>`
        select concat_ws(' ', pg_postmaster_start_time(), 'live_log'::regclass::oid) as run
      `.execute(tx);
      return rows[0]?.run ?? self;
    },
  };
}
