import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../config/mesh-config.ts';
import {
  type BundleSink,
  refused,
  type TransferState,
} from '../../mesh/transfers/chunked-transfers.ts';
import type { Database } from '../../store/database.ts';
import { findReceived } from '../../store/deployments.ts';
import type { Bundles } from '../bundles.ts';
import type { DiskSpace } from '../disk-space.ts';
import { UploadError } from '../uploads/upload-error.ts';

interface BundleInboxDeps {
  readonly db: Database;
  readonly dataDir: string;
  readonly maxBytes: number;
  readonly platforms: readonly Platform[];
  readonly bundles: Pick<Bundles, 'add'>;
  readonly disk: Pick<DiskSpace, 'assertRoom'>;
}

/**
 * Where peers deploy bundles to: each becomes a bundle of this node, uploaded by that peer, inspected by
 * the same rules and under the same quota as a person's.
 */
export function createBundleInbox(deps: BundleInboxDeps): BundleSink {
  const { db, dataDir, maxBytes, platforms, bundles, disk } = deps;
  const usernameOf = (peer: string) => {
    const platform = platforms.find(({ id }) => id === peer);
    return platform === undefined ? peer : `${platform.name} (${platform.domain})`;
  };

  return {
    directory: join(dataDir, 'bundles', 'arriving'),
    maxBytes,
    async find(from, { sha256, size }) {
      const received = await findReceived(db, usernameOf(from), sha256);
      if (received !== undefined) return transferStateOf(received);
      return orRefused(async () => {
        await disk.assertRoom(size);
        return null;
      });
    },
    async keep({ from, path, size, sha256, name, priority }) {
      const info = { name, targets: [], priority, username: usernameOf(from) };
      return orRefused(async () => {
        // Another instance may have had the complete file as well.
        const received = await findReceived(db, info.username, sha256);
        if (received !== undefined) {
          await rm(path, { force: true });
          return transferStateOf(received);
        }
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
