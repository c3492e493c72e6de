import { type Kysely, sql } from 'kysely';

/** Medians come from histograms instead of sums of latencies. Days get rows, and so do the times of this node itself. */
export async function medians(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('probe_spans').dropColumn('latency_sum').execute();
  await sql`
    insert into probe_spans (platform, span_ms, at, worst, answered, up_ms)
    select '', span_ms, at, 0, 0, max(up_ms + late_ms + down_ms)
    from probe_spans
    group by span_ms, at
  `.execute(db);
  // The hours of the node itself are there by now.
  await sql`
    insert into probe_spans (platform, span_ms, at, worst, answered, up_ms, late_ms, down_ms)
    select platform, 86400000, at - at % 86400000, max(worst), sum(answered), sum(up_ms),
      sum(late_ms), sum(down_ms)
    from probe_spans
    where span_ms = 3600000
    group by platform, at - at % 86400000
  `.execute(db);
}
