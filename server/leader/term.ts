import type { FastifyBaseLogger } from 'fastify';
import type { Alerts } from '../alerts/alerts.ts';
import { keepAudit } from '../audit/audit-keeper.ts';
import type { Bundles } from '../bundles/bundles.ts';
import type { Deploys } from '../bundles/deploy/deploys.ts';
import type { BundleSetup } from '../bundles-setup.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { IncidentsSetup } from '../incidents-setup.ts';
import type { MeshSetup } from '../mesh-setup.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import type { LeaderCalls } from './leader-calls.ts';
import type { OpenTerm, Term } from './leadership.ts';

interface TermDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly meshSetup: MeshSetup;
  readonly incidents: Pick<IncidentsSetup, 'lead' | 'isPlanned' | 'maintenance'>;
  readonly bundles: Pick<Bundles, 'lead'>;
  readonly bundleSetup: Pick<BundleSetup, 'lead'>;
  readonly deploys: Pick<Deploys, 'lead'>;
  readonly alerts: Pick<Alerts, 'lead'>;
  readonly leaderCalls: Pick<LeaderCalls, 'serve'>;
}

/** Everything that the leader does and other instances do not: created here at the beginning of a term, closed at its end. */
export function createTerms(deps: TermDeps): OpenTerm {
  return async (journal) => {
    const parts: { close(): Promise<void> }[] = [];
    const close = async () => {
      for (const part of parts.splice(0).reverse()) await part.close();
    };
    try {
      return { ...(await openParts(deps, journal, (part) => parts.push(part))), close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** @param add takes what is open; the last is closed first */
async function openParts(
  { config, db, clock, log, ...deps }: TermDeps,
  journal: Journal,
  add: (part: { close(): Promise<void> }) => void,
): Promise<Pick<Term, 'start'>> {
  const { isPlanned } = deps.incidents;
  const inspections = deps.bundles.lead({ journal, clock });
  add(inspections);
  add(deps.incidents.maintenance.lead(journal));
  const onRound = await deps.incidents.lead(journal);
  const goesOn = config.database !== null;
  const mesh = await deps.meshSetup.lead({ journal, onRound, isPlanned, goesOn });
  add(mesh);
  const alerts = deps.alerts.lead(journal);
  add(alerts);
  const transfers = deps.deploys.lead(journal);
  add(transfers);
  const cleaner = deps.bundleSetup.lead();
  if (cleaner !== null) add(cleaner);
  add(keepAudit({ db, journal, clock, log }));
  const stopServing = deps.leaderCalls.serve(mesh);
  add({ close: async () => stopServing() });
  await inspections.resume();

  return {
    start() {
      // Not awaited: the server answers at once, and probe results follow as live messages.
      const failed = (error: unknown) => log.error({ err: error }, 'term not begun in full');
      mesh.start().catch(failed);
      alerts.startAfter(mesh.connections());
      transfers.resume().catch(failed);
    },
  };
}
