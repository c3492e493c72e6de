import { HOUR_MS } from '../../contract/limits.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { type Followed, followLimits } from './limits.ts';
import { samplesOf } from './measures.ts';
import type { Point, Rejected } from './otlp.ts';
import { addSamples, dropOld, listSeries, readHost, saveHost } from './rows.ts';

interface Said extends Omit<Followed, 'limits'> {
  readonly points: readonly Point[];
  /** Counts what is not taken. */
  readonly rejected: Rejected;
}

/** Stores what a host says of itself, and what follows from its limits. */
export async function ingest(tx: Tx, emit: Emit, { points, rejected, ...of }: Said): Promise<void> {
  const { platform, now } = of;
  const { id, paused } = platform;
  const { limits, seenAt, ...said } = await readHost(tx, id);
  const known = { counters: said.counters, series: await listSeries(tx, { platform: id }) };
  const { samples, counters } = samplesOf(points, { ...known, now, rejected });
  await saveHost(tx, id, { counters, seenAt: now });
  await addSamples(tx, id, samples);
  await followLimits(tx, emit, { ...of, limits: paused ? [] : limits });
  const hourOf = (at: number) => Math.floor(at / HOUR_MS);
  if (hourOf(now) !== hourOf(seenAt ?? now)) await dropOld(tx, id, now);
}
