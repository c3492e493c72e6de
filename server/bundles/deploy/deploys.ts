import type { Journal } from '../../store/journal.ts';
import { createDeployRecords, type DeployBlocker } from './deploy-records.ts';
import { createTransfers, type Transfers, type TransfersDeps } from './transfers.ts';

/**
 * Deployments, from the request to the last target's result. Every step is stored: any instance starts and cancels, the
 * leader sends, and the next leader continues where this one stopped.
 */
export interface Deploys {
  /**
   * Sends a validated bundle to every target that does not have it.
   *
   * @param names of the platforms that are meant; undefined: all targets
   * @returns how many it is sent to
   */
  start(
    id: string,
    username: string,
    names?: readonly string[],
  ): Promise<{ blocker: DeployBlocker } | { targets: number }>;
  /** Ends a deployment. @returns how many targets were in progress; undefined: no such bundle */
  cancel(id: string, username: string): Promise<number | undefined>;
  /** @param journal of the leader, which alone sends. The caller closes it */
  lead(journal: Journal): Transfers;
}

export function createDeploys(deps: TransfersDeps): Deploys {
  const { journal, platforms, clock } = deps;
  const records = createDeployRecords({ journal, platforms, now: clock.now });

  return {
    async start(id, username, names) {
      const started = await records.start(id, username, names);
      return 'blocker' in started ? started : { targets: started.queued.length };
    },
    cancel: async (id, username) => (await records.cancel(id, username))?.length,
    lead: (journal) => createTransfers({ ...deps, journal }),
  };
}
