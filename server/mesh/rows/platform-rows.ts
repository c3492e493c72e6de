import type { Tx } from '../../database/database.ts';

/** Deletes what was measured of a platform. */
export async function deleteMeasured(tx: Tx, platform: string): Promise<void> {
  for (const table of ['probes', 'probeSpans', 'heartbeats', 'peerKeys'] as const)
    await tx.deleteFrom(table).where('platform', '=', platform).execute();
}
