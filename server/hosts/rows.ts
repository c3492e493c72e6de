import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import type { HostLimit } from '../../contract/shapes/host.ts';
import type { Database, Tx } from '../database/database.ts';
import { pruningTime } from '../database/pruning-time.ts';
import type { Row } from '../database/schema.ts';
import { addToSpans, hostSpans } from '../mesh/rows/probe-spans.ts';
import { deleteMeasured, dropSpans } from '../mesh/rows/retention.ts';
import type { Counters, Sample } from './measures.ts';

export type StoredSeries = Row<'hostSeries'>;

interface StoredHost extends Pick<Row<'hosts'>, 'secretHash' | 'seenAt'> {
  readonly limits: HostLimit[];
  readonly counters: Counters;
}

export async function readHost(db: Database, platform: string): Promise<StoredHost> {
  const find = db.selectFrom('hosts').selectAll().where('platform', '=', platform);
  const row = await find.executeTakeFirst();
  const { secretHash = null, seenAt = null, limitsJson = '[]', countersJson = '{}' } = row ?? {};
  return { secretHash, seenAt, limits: JSON.parse(limitsJson), counters: JSON.parse(countersJson) };
}

export async function saveHost(tx: Tx, platform: string, changes: Partial<StoredHost>) {
  const { limits, counters, ...columns } = { ...(await readHost(tx, platform)), ...changes };
  const [limitsJson, countersJson] = [JSON.stringify(limits), JSON.stringify(counters)];
  const row = { ...columns, limitsJson, countersJson };
  await tx
    .insertInto('hosts')
    .values({ platform, ...row })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet(row))
    .execute();
}

/** @returns the id of the platform whose host sends its metrics to the address with this secret */
export async function platformOfSecret(db: Database, hash: string): Promise<string | undefined> {
  const find = db.selectFrom('hosts').select('platform').where('secretHash', '=', hash);
  return (await find.executeTakeFirst())?.platform;
}

type SeriesFilter = Partial<Pick<StoredSeries, 'id' | 'platform' | 'measure'>>;

/** @returns those with all of these, by measure and name */
export const listSeries = (db: Database, of: SeriesFilter): Promise<StoredSeries[]> =>
  db
    .selectFrom('hostSeries')
    .selectAll()
    .where((eb) => eb.and(of))
    .orderBy('measure')
    .orderBy('name')
    .execute();

export async function changeSeries(tx: Tx, { id, overSince, incidentId }: StoredSeries) {
  await tx.updateTable('hostSeries').set({ overSince, incidentId }).where('id', '=', id).execute();
}

/** Stores samples, oldest first, and how they roll up. */
export async function addSamples(tx: Tx, platform: string, samples: readonly Sample[]) {
  const keyOf = ({ measure, name }: Pick<StoredSeries, 'measure' | 'name'>) => `${measure} ${name}`;
  const newest = new Map(samples.map((one) => [keyOf(one), { ...one, platform }]));
  if (newest.size === 0) return;
  const rows = await tx
    .insertInto('hostSeries')
    .values([...newest.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['platform', 'measure', 'name'])
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), at: eb.ref('excluded.at') })),
    )
    .returning(['id', 'measure', 'name'])
    .execute();
  const spans = new Map(rows.map((row) => [keyOf(row), hostSpans(row.id)]));
  const kept = samples.map((one) => {
    const found = { status: 'connected', latencyMs: one.value, failure: null };
    return { platform: spans.get(keyOf(one)) ?? '', at: one.at, ...found };
  });
  await addToSpans(tx, kept);
}

/** Drops what no range shows any more, a little at a time. */
export async function dropOld(tx: Tx, platform: string, now: number): Promise<void> {
  const at = await pruningTime(tx, now);
  for (const { id } of await listSeries(tx, { platform })) {
    const old = (days: number) => {
      return { platform: hostSpans(id), before: at - days * DAY_MS, limit: 500 };
    };
    await dropSpans(tx, MINUTE_MS, old(2));
    await dropSpans(tx, HOUR_MS, old(92));
    await dropSpans(tx, DAY_MS, old(368));
  }
}

export async function deleteHost(tx: Tx, platform: string): Promise<void> {
  for (const { id } of await listSeries(tx, { platform })) await deleteMeasured(tx, hostSpans(id));
  for (const table of ['hostSeries', 'hosts'] as const)
    await tx.deleteFrom(table).where('platform', '=', platform).execute();
}
