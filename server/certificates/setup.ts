import { Gauge } from 'prom-client';
import type { Feature, NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { fromDatabase, labelsOf, PLATFORM_LABELS } from '../metrics/gauges.ts';
import { createCertificateTracker, type TrackerDeps } from './certificate-tracker.ts';
import { holdersOf, listHeld } from './held.ts';

/** Which certificates platforms and this node show, and when they expire. */
export function setUpCertificates(
  { db, health, registry, config: { mesh } }: NodeBase,
  { own }: Pick<TrackerDeps, 'own'>,
): Feature {
  const { platforms, node } = mesh;
  return {
    afterRound: createCertificateTracker({ platforms, node, own }),
    calls(app) {
      handle(app, 'certificates', () => listHeld(db, mesh));
      new Gauge({
        name: 'meridian_platform_certificate_not_after_timestamp_seconds',
        help: 'When the certificate that a platform or this node showed last expires, in Unix time.',
        labelNames: PLATFORM_LABELS,
        registers: [registry],
        collect: fromDatabase(health, async (gauge) => {
          const holders = holdersOf(mesh);
          for (const { platform, name, notAfter } of await listHeld(db, mesh)) {
            const holder = { ...holders.get(platform), id: platform, name };
            if (!holder.paused) gauge.set(labelsOf(holder), notAfter / 1000);
          }
        }),
      });
    },
  };
}
