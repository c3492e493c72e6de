import type { Platform } from '../../config/mesh-config.ts';
import type { Database } from '../../database/database.ts';
import {
  type BundleSink,
  refused,
  type TransferState,
} from '../../mesh/transfers/transfer-receiver.ts';
import type { Bundles } from '../bundles.ts';
import type { DiskSpace } from '../disk-space.ts';
import { findReceived } from '../rows/deployments.ts';
import { UploadError } from '../uploads/upload-error.ts';

interface BundleInboxDeps {
  readonly db: Database;
  readonly maxBytes: number;
  readonly platforms: readonly Platform[];
  readonly bundles: Pick<Bundles, 'add'>;
  readonly disk: Pick<DiskSpace, 'assertRoom'>;
  /** What arrives is kept on another server until it is complete. */
  readonly isRemote: boolean;
}

/**
 * Where peers deploy bundles to: each becomes a bundle of this node, uploaded by that peer, inspected by
 * the same rules and under the same quota as a person's.
 */
export function createBundleInbox(deps: BundleInboxDeps): BundleSink {
  const { db, maxBytes, platforms, bundles, disk, isRemote } = deps;
  const usernameOf = (peer: string) => {
    const platform = platforms.find(({ id }) => id === peer);
    return platform === undefined ? peer : `${platform.name} (${platform.domain})`;
  };

  return {
    maxBytes,
    async find(from, { sha256 }) {
      const received = await findReceived(db, usernameOf(from), sha256);
      return received === undefined ? null : transferStateOf(received);
    },
    roomProblem: (size, arrived) =>
      orRefused(async () => {
        // A complete file is a copy of its pieces.
        await disk.assertRoom(isRemote ? size : 2 * size - arrived);
        return null;
      }),
    async keep({ from, path, size, sha256, name, priority }) {
      const info = { name, targets: [], priority, username: usernameOf(from) };
      return orRefused(async () => {
        // Another instance may have had the complete file as well.
        const received = await findReceived(db, info.username, sha256);
        if (received !== undefined) return transferStateOf(received);
        await bundles.add({ path, size, sha256 }, info);
        return transferStateOf({ status: 'validating', problem: null });
      });
    },
  };
}

async function orRefused<State>(step: () => Promise<State>): Promise<State | TransferState> {
  try {
    return await step();
  } catch (error) {
    // The storage comes back: the sender asks again.
    if (error instanceof UploadError && error.reason !== 'unavailable')
      return refused(error.message);
    throw error;
  }
}

/** @returns the status of a bundle as its sender receives it */
export function transferStateOf({
  status,
  problem,
}: {
  readonly status: string;
  readonly problem: string | null;
}): TransferState {
  if (status === 'validating') return { state: 'checking', offset: 0, message: null };
  if (status === 'failed') return refused((problem ?? '').slice(0, REASON_MAX_CHARS));
  return { state: 'taken', offset: 0, message: null };
}

const REASON_MAX_CHARS = 300;
