import { Gauge } from 'prom-client';
import { keyOf } from '../../contract/paths.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { fromDatabase, labelsOf, PLATFORM_LABELS } from '../metrics/gauges.ts';
import { createCertificateTracker, type TrackerDeps } from './certificate-tracker.ts';
import { askRegistries } from './domains.ts';
import { holdersOf, listHeld } from './held.ts';

/** Which certificates platforms and this node show, when they expire, and when the domains of web addresses do. */
export function setUpCertificates(
  { db, health, registry, config, clock, loops, log }: NodeBase,
  { own }: Pick<TrackerDeps, 'own'>,
): Feature {
  const { mesh, rdapUrl: url } = config;
  const { platforms, node } = mesh;
  const onStored = async (tx: Tx, emit: Emit) =>
    emit(keyOf('certificates'), 'replace', await listHeld(tx, mesh));
  return {
    afterRound: createCertificateTracker({ platforms, node, own }),
    lead: (journal) =>
      url === null
        ? { close: () => undefined }
        : askRegistries({ db, journal, clock, loops, log, platforms, url, onStored }),
    calls(app) {
      handle(app, 'certificates', () => listHeld(db, mesh));
      new Gauge({
        name: 'meridian_platform_certificate_not_after_timestamp_seconds',
        help: 'When the certificate that a platform or this node showed last expires, in Unix time.',
        labelNames: PLATFORM_LABELS,
        registers: [registry],
        collect: fromDatabase(health, async (gauge) => {
          const holders = holdersOf(mesh);
          for (const { platform, name, notAfter, of } of await listHeld(db, mesh)) {
            if (of === 'domain') continue;
            const holder = { ...holders.get(platform), id: platform, name };
            if (!holder.paused) gauge.set(labelsOf(holder), notAfter / 1000);
          }
        }),
      });
    },
  };
}
