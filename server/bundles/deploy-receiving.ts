import { join } from 'node:path';
import { TEXT_MAX } from '../../contract/limits.ts';
import type { Platform } from '../config.ts';
import { type Depot, type ParcelState, refused } from '../mesh/parcels.ts';
import type { Database } from '../store/database.ts';
import { findReceived } from '../store/deployments.ts';
import type { Bundles } from './bundles.ts';
import { cleanName } from './clean-name.ts';
import { RefusedUpload } from './refused-upload.ts';

interface ReceivingParts {
  readonly db: Database;
  readonly dataDir: string;
  readonly maxBytes: number;
  readonly platforms: readonly Platform[];
  readonly bundles: Pick<Bundles, 'keep'>;
}

/**
 * What a node does with a bundle that a sister deploys to it: it becomes a bundle of its own, uploaded by
 * that sister, inspected by the same rules and under the same quota as a person's.
 */
export function createDepot({ db, dataDir, maxBytes, platforms, bundles }: ReceivingParts): Depot {
  const senderOf = (from: string) => {
    const platform = platforms.find(({ id }) => id === from);
    return platform === undefined ? from : `${platform.name} (${platform.domain})`;
  };

  return {
    directory: join(dataDir, 'bundles', 'arriving'),
    maxBytes,
    async find(from, sha256) {
      const received = await findReceived(db, senderOf(from), sha256);
      return received === undefined ? null : stateOf(received);
    },
    async keep({ from, path, size, sha256, name, priority }) {
      const shown = cleanName(name, TEXT_MAX.bundleName);
      const facts = { name: shown, targets: [], priority, username: senderOf(from) };
      try {
        await bundles.keep({ path, size, sha256 }, facts);
      } catch (error) {
        if (error instanceof RefusedUpload) return refused(error.message);
        throw error;
      }
      return stateOf({ status: 'validating', problem: null });
    },
  };
}

/** Of a bundle's status what its sender is told. */
export function stateOf({
  status,
  problem,
}: {
  readonly status: string;
  readonly problem: string | null;
}): ParcelState {
  if (status === 'validating') return { state: 'checking', offset: 0, message: null };
  if (status === 'failed') return refused((problem ?? '').slice(0, REASON_MAX_CHARS));
  return { state: 'taken', offset: 0, message: null };
}

const REASON_MAX_CHARS = 300;
