import { Gauge } from 'prom-client';
import * as z from 'zod/mini';
import { NOT_DONE } from '../base/loop.ts';
import type { Database } from '../database/database.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { fromDatabase } from '../metrics/gauges.ts';
import { createFetch } from '../outgoing/fetch.ts';
import { sentenceOf } from '../outgoing/no-answer.ts';

const CALL = {
  name: 'call DEAD_MAN_URL',
  everyMs: 60_000,
  limitMs: 30_000,
  isLater: true,
  failed: 'call of DEAD_MAN_URL not stored',
};
const ANSWER_MS = 10_000;
const CALLED = 'dead-man';

const CallSchema = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** Why it was not answered, without its address; null: it was. */
  error: z.nullable(z.string()),
});

/** @returns the last call of DEAD_MAN_URL, by whichever instance led; undefined: none yet, or nobody is called */
export async function readDeadManCall(
  { deadManUrl }: Pick<NodeBase['config'], 'deadManUrl'>,
  db: Database,
) {
  return deadManUrl === null ? undefined : readSetting(db, CALLED, CallSchema);
}

/**
 * The dead man's switch: calls an address outside while this node works, and not while one of its loops stands. What listens
 * there notices a node that cannot say itself that it is gone.
 */
export function setUpDeadMan(node: NodeBase): Feature {
  const { config, clock, loops, health, log, db, registry } = node;
  const { deadManUrl: url } = config;
  const request = createFetch({ clock, limitMs: ANSWER_MS, bodyMaxBytes: 0 });
  const headers = { 'user-agent': 'meridian' };

  async function errorOf(address: string, signal: AbortSignal): Promise<string | null> {
    try {
      const { ok, status } = await request(address, { method: 'GET', headers, signal });
      return ok ? null : `answered ${status}`;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  return {
    calls() {
      new Gauge({
        name: 'meridian_dead_man_called_timestamp_seconds',
        help: 'When DEAD_MAN_URL was called last, in Unix time, and whether that was answered.',
        labelNames: ['answered'],
        registers: [registry],
        collect: fromDatabase(health, async (gauge) => {
          const last = await readDeadManCall(config, db);
          if (last) gauge.set({ answered: String(last.error === null) }, last.at / 1000);
        }),
      });
    },
    lead(journal) {
      if (url === null) return { close: () => undefined };
      let said: string | null = null;
      return loops.repeat(CALL, async (signal) => {
        if (!health.isReachable() || !loops.areOnTime()) return NOT_DONE;
        const error = await errorOf(url, signal);
        // The rest of the address is a secret of whoever listens there.
        if (error !== null && error !== said)
          log.warn({ host: new URL(url).hostname, reason: error }, 'DEAD_MAN_URL not called');
        said = error;
        const call = { at: clock.now(), error };
        await journal.commit((tx) => saveSetting(tx, CALLED, call));
        return error === null ? undefined : NOT_DONE;
      });
    },
  };
}
