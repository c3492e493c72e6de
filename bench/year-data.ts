import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/limits.ts';
import type { Database, Tx } from '../server/database/database.ts';
import { openDatabase } from '../server/database/open-database.ts';
import { addAbsence } from '../server/mesh/rows/absences.ts';
import { addToSpans, type HeldStatus, NODE_ITSELF } from '../server/mesh/rows/probe-spans.ts';
import { addProbes, type Probe } from '../server/mesh/rows/probes.ts';
import {
  dropProbes,
  dropSpans,
  KEEP_HOURS_MS,
  KEEP_MINUTES_MS,
  KEEP_PROBES_MS,
} from '../server/mesh/rows/retention.ts';

const INTERVAL_MS = 10_000;
/** Above what falls out in a day. */
const DROPPED_MAX = 20_000;

interface YearOptions {
  readonly platforms: readonly string[];
  /** Days after which somebody looks at the database; the last one is the end. */
  readonly measuredDays: readonly number[];
  /** Epoch milliseconds. */
  readonly until: number;
}

/**
 * Fills a database day by day through the functions that a round of probes uses, with what retention leaves of each day.
 *
 * @param onDay is called at the end of each measured day
 */
export async function fillHistory(
  dataDir: string,
  { platforms, measuredDays, until }: YearOptions,
  onDay: (db: Database, day: number) => Promise<void>,
): Promise<void> {
  const db = await openDatabase({ dataDir, database: null });
  const random = randomFrom(20_261_123);
  const peers = platforms.map((id, index) => createPeer(id, 12 + 9 * index, random));
  const days = Math.max(...measuredDays);
  const first = until - days * DAY_MS;
  for (let day = 0; day < days; day++) {
    const start = first + day * DAY_MS;
    // Single probes are gone after a day: they are written where the next days are measured.
    const hasProbes = measuredDays.some((measured) => measured > day && measured <= day + 2);
    // This node is off for an hour once in so many days.
    const offUntil = day % 29 === 17 ? start + HOUR_MS : start;
    await db.transaction().execute(async (tx) => {
      await addAbsence(tx, { from: start, to: offUntil, reason: 'off' });
      for (let hour = offUntil; hour < start + DAY_MS; hour += HOUR_MS) {
        const { probes, held } = probesOf(peers, hour);
        await addToSpans(tx, probes, held);
        if (hasProbes) await addProbes(tx, probes);
      }
      for (const platform of [...platforms, NODE_ITSELF])
        await dropOldOf(tx, platform, start + DAY_MS);
    });
    if (measuredDays.includes(day + 1)) await onDay(db, day + 1);
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await db.destroy();
}

/** As rounds do it, but a day's worth at once. */
async function dropOldOf(tx: Tx, platform: string, now: number): Promise<void> {
  const old = (keepMs: number) => ({ platform, before: now - keepMs, limit: DROPPED_MAX });
  await dropProbes(tx, old(KEEP_PROBES_MS));
  await dropSpans(tx, MINUTE_MS, old(KEEP_MINUTES_MS));
  await dropSpans(tx, HOUR_MS, old(KEEP_HOURS_MS));
  await dropSpans(tx, DAY_MS, old(KEEP_HOURS_MS));
}

/** @returns numbers in [0, 1), the same for the same seed (mulberry32) */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Peer = ReturnType<typeof createPeer>;

/** A peer whose latencies spread log-normally, and which is down for some minutes about once a week. */
function createPeer(id: string, medianMs: number, random: () => number) {
  let downUntil = 0;
  let status = 'connected';
  return {
    id,
    probe(at: number): { probe: Probe; before: string } {
      const before = status;
      if (at >= downUntil && random() < 1 / 60_000) downUntil = at + random() * 40 * MINUTE_MS;
      if (at < downUntil) {
        status = 'error';
        return {
          before,
          probe: { platform: id, at, status, latencyMs: null, failure: 'no answer' },
        };
      }
      const spread = random() + random() + random() + random() - 2;
      const latencyMs = Math.round(medianMs * Math.exp(0.9 * spread) * 10) / 10;
      status = latencyMs > 250 ? 'warning' : 'connected';
      return { before, probe: { platform: id, at, status, latencyMs, failure: null } };
    },
  };
}

function probesOf(peers: readonly Peer[], hour: number): { probes: Probe[]; held: HeldStatus[] } {
  const probes: Probe[] = [];
  const held: HeldStatus[] = [];
  for (let to = hour; to < hour + HOUR_MS; to += INTERVAL_MS) {
    const from = to - INTERVAL_MS;
    for (const peer of peers) {
      const { probe, before } = peer.probe(to);
      probes.push(probe);
      held.push({ platform: peer.id, status: before, from, to, planned: isPlanned(from) });
    }
    held.push({ platform: NODE_ITSELF, status: 'connected', from, to });
  }
  return { probes, held };
}

/** A maintenance window of two hours a week. */
const isPlanned = (at: number) => at % (7 * DAY_MS) < 2 * HOUR_MS;
