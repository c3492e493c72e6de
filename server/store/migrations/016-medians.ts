import { type Kysely, sql } from 'kysely';

/** Medians come from histograms, so that sums of latencies are not needed. The times of this node itself get rows. */
export async function medians(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('probe_spans').dropColumn('latency_sum').execute();
  await sql`
    insert into probe_spans (platform, span_ms, at, worst, answered, up_ms)
    select '', span_ms, at, 0, 0, max(up_ms + late_ms + down_ms)
    from probe_spans
    group by span_ms, at
  `.execute(db);
}
