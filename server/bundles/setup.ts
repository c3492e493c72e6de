import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Claims } from '../database/claims.ts';
import type { Store } from '../database/store.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import {
  createTransferReceiver,
  type TransferHandlers,
} from '../mesh/transfers/transfer-receiver.ts';
import { bundleMetrics } from './bundle-metrics.ts';
import type { MayUpload } from './bundle-records.ts';
import { createBundles } from './bundles.ts';
import { bundleCalls } from './calls.ts';
import { createBundleInbox } from './deploy/bundle-inbox.ts';
import { createSimulatorInboxes } from './deploy/simulator-inbox.ts';
import { createDiskSpace, createSpaceHistory, type DiskSpaceDeps } from './disk-space.ts';
import { createInspectionThreads } from './inspection/inspection-threads.ts';
import { inspectionLimits } from './inspection/zip/limits.ts';
import { listSpaceDays } from './rows/space-history.ts';
import { type BundleStore, isStoreUnavailable, type ObserveStore } from './store/bundle-store.ts';
import { createStoreCleaner } from './store/clean-up.ts';
import { openBundleStore } from './store/open-bundle-store.ts';
import { createFilePieces } from './store/piece-store.ts';
import { assertDatabaseKnown, claimBundleStore } from './store/store-owner.ts';
import { tusCalls } from './uploads/tus-calls.ts';
import { createTusUploads } from './uploads/tus-uploads.ts';
import { createUploadLocker, type UploadLocker } from './uploads/upload-locker.ts';
import { createUploadSlots } from './uploads/upload-slots.ts';

/**
 * The store of the database's bundles. While it cannot be reached, the rest of the server works all the same.
 *
 * @throws ActionableError, OtherBundleStoreError
 */
export async function openOwnBundleStore(
  config: Config,
  { db, journal }: Pick<Store, 'db' | 'journal'>,
  observe: ObserveStore,
): Promise<{ readonly files: BundleStore; readonly isAway: boolean }> {
  const files = await openBundleStore(config, observe);
  let isAway = false;
  try {
    const { moveOrphans } = config;
    if (!moveOrphans) await assertDatabaseKnown(db, files);
    const shared = config.database !== null;
    await claimBundleStore({ db, commit: journal.commit, files, shared, moveOrphans });
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    isAway = true;
  }
  return { files, isAway };
}

interface SimulatorTransfers {
  /** @param peer platform id of the receiver */
  transfersOf(peer: string): TransferHandlers;
  close(): Promise<void>;
}

interface BundlesFeature extends Feature {
  /** Receives the bundles that peers deploy to this node. */
  readonly transfers: TransferHandlers;
  /** Where simulated peers receive bundles, in this directory. The caller closes it. */
  openSimulatorInboxes(directory: string): SimulatorTransfers;
}

interface BundleNeeds {
  readonly files: BundleStore;
  readonly ballast: DiskSpaceDeps['ballast'];
  /** Which instance has which upload. */
  readonly claims: Claims;
  readonly mayUpload: MayUpload;
  /** For tests. */
  readonly measureDisk?: DiskSpaceDeps['measure'];
}

/** That forecasts look back. */
const DAYS_MS = 14 * 24 * 60 * 60 * 1000;

/** Everything that receives, keeps and inspects bundles. */
export async function setUpBundles(node: NodeBase, needs: BundleNeeds): Promise<BundlesFeature> {
  const { config, db, journal, registry, platforms } = node;
  const { files, claims, mayUpload } = needs;
  const disk = createDiskSpace({ ...node, ballast: needs.ballast, measure: needs.measureDisk });
  const bundles = await createBundles({ ...node, files, disk, mayUpload });
  const locker = createUploadLocker(node);
  const tusUploads = await createTusUploads({ ...node, files, disk, bundles, locker });
  const maxBytes = config.uploadMaxBytes;
  const isRemote = files.config.kind === 's3';
  const inbox = createBundleInbox({ maxBytes, db, platforms, bundles, disk, isRemote });
  const receiving = { ...node, locker };
  const shared = config.database !== null;
  const claim = () => claimBundleStore({ db, commit: journal.commit, files, shared });
  const slots = createUploadSlots(claims, journal);

  return {
    transfers: createTransferReceiver({
      sink: inbox,
      now: node.now,
      tryRun: tryRunner(receiving),
      pieces: files.arriving,
      directory: files.scratch.incoming,
    }),
    openSimulatorInboxes: (directory) => openSimulatorInboxes(receiving, directory),
    calls(app) {
      bundleCalls(app, { bundles, platforms, slots });
      tusCalls(app, { tusUploads, platforms, slots });
      handle(app, 'disk', async () => ({
        ...(await disk.read()),
        days: await listSpaceDays(db, node.now() - DAYS_MS),
      }));
      bundleMetrics(registry, { ...node, tusUploads, disk });
    },
    async resume() {
      await bundles.resume();
      await tusUploads.resume();
    },
    async lead(journal) {
      const inspections = bundles.lead({ ...node, journal });
      await inspections.resume();
      const spaceHistory = createSpaceHistory({ ...node, journal, disk });
      // An only instance has cleaned its own directory up when it started.
      const cleaner =
        shared || !files.isInDataDir ? createStoreCleaner({ ...node, files, claim }) : null;
      return {
        async close() {
          await spaceHistory.close();
          await cleaner?.close();
          await inspections.close();
        },
      };
    },
    async close() {
      await tusUploads.close();
      locker.close();
      await bundles.close();
      await disk.close();
    },
  };
}

type Receiving = NodeBase & { readonly locker: UploadLocker };

/** @returns runs work of a name at one instance at a time */
function tryRunner({ locker, log }: Receiving) {
  const onError = (error: unknown) => log.error({ err: error }, 'received bundle not kept yet');
  return (name: string, work: () => Promise<void>) => locker.tryRun(name, work, onError);
}

function openSimulatorInboxes(receiving: Receiving, directory: string): SimulatorTransfers {
  const { config, log, now } = receiving;
  const threads = createInspectionThreads(log);
  const limits = inspectionLimits(config.zip);
  const maxBytes = config.uploadMaxBytes;
  const inboxes = createSimulatorInboxes({ directory, maxBytes, limits, threads });
  const tryRun = tryRunner(receiving);
  return {
    transfersOf: (peer) =>
      createTransferReceiver({
        sink: inboxes.inboxOf(peer),
        now,
        directory,
        pieces: createFilePieces(join(directory, peer), directory),
        tryRun: (name, work) => tryRun(`${peer} ${name}`, work),
      }),
    async close() {
      await inboxes.close();
      await threads.close();
    },
  };
}
