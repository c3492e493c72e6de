import type { Feature, NodeBase } from '../../feature.ts';
import type { Caller } from '../../mesh/transport/caller.ts';
import { deployCalls } from '../calls.ts';
import type { BundleStore } from '../store/bundle-store.ts';
import { createDeployRecords } from './deploy-records.ts';
import { createTransfers } from './transfers.ts';

interface DeployNeeds {
  readonly files: BundleStore;
  /** Calls peers with large bodies. */
  readonly caller: Caller;
}

/**
 * Deployments, from the request to the last target's result. Every step is stored: any instance starts and cancels, the
 * leader sends, and the next leader continues where this one stopped.
 */
export function setUpDeploys(node: NodeBase, needs: DeployNeeds): Feature {
  const { platforms } = node;
  const records = createDeployRecords(node);
  return {
    calls: (app) => deployCalls(app, { deploys: records, platforms }),
    async platformLeft(tx, emit, { platform, how }) {
      if (how !== 'paused') await records.endOf(tx, emit, platform.id);
    },
    lead(journal) {
      const transfers = createTransfers({ ...node, ...needs, journal });
      return { start: transfers.resume, close: transfers.close };
    },
  };
}
