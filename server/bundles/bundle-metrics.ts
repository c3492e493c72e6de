import { Gauge, type Registry } from 'prom-client';
import { BUNDLE_STATUSES } from '../../contract/shapes/bundle.ts';
import type { NodeBase } from '../feature.ts';
import { fromDatabase, metric } from '../metrics/gauges.ts';
import type { DiskSpace } from './disk-space.ts';
import { usageByStatus } from './rows/bundles.ts';
import type { TusUploads } from './uploads/tus-uploads.ts';

interface BundleMetricsDeps extends Pick<NodeBase, 'db' | 'health'> {
  readonly tusUploads: Pick<TusUploads, 'unfinished'>;
  readonly disk: Pick<DiskSpace, 'read'>;
}

/** Every status of the contract has a line, so that the graph of a rare one has no gaps. */
export function bundleMetrics(registry: Registry, deps: BundleMetricsDeps): void {
  const { health, db, tusUploads, disk } = deps;
  const byStatus = [
    ['meridian_bundles', 'Stored bundles.', 'bundles'],
    ['meridian_bundle_bytes', 'Bytes of stored bundles.', 'bytes'],
  ] as const;
  for (const [name, help, field] of byStatus) {
    new Gauge({
      name,
      help,
      labelNames: ['status'],
      registers: [registry],
      collect: fromDatabase(health, async (gauge) => {
        const used = await usageByStatus(db);
        for (const status of BUNDLE_STATUSES)
          gauge.set({ status }, used.find((one) => one.status === status)?.[field] ?? 0);
      }),
    });
  }
  const diskBytes = [
    ['meridian_disk_free_bytes', 'Free bytes of the disk of the data directory.', 'freeBytes'],
    ['meridian_disk_reserve_bytes', 'Bytes of it that uploads never use.', 'reserveBytes'],
  ] as const;
  for (const [name, help, field] of diskBytes)
    metric(registry, [name, help], async () => (await disk.read())[field]);
  const unfinished = [
    ['meridian_uploads_unfinished', 'Uploads in progress.', 'uploads'],
    ['meridian_uploads_unfinished_bytes', 'Received bytes of uploads in progress.', 'bytes'],
  ] as const;
  for (const [name, help, field] of unfinished)
    metric(registry, [name, help], async () => (await tusUploads.unfinished())[field]);
}
