import { type Bundles, createBundles } from './bundles/bundles.ts';
import {
  type BundleStore,
  isStoreUnavailable,
  type ObserveStore,
} from './bundles/store/bundle-store.ts';
import { createStoreCleaner, type StoreCleaner } from './bundles/store/clean-up.ts';
import { openBundleStore } from './bundles/store/open-bundle-store.ts';
import { assertDatabaseKnown, claimBundleStore } from './bundles/store/store-owner.ts';
import { createTusUploads, type TusUploads } from './bundles/uploads/tus-uploads.ts';
import type { Config } from './config.ts';
import type { Store } from './store/store.ts';

/**
 * The store of the database's bundles. While it cannot be reached, the rest of the server works all the same.
 *
 * @throws LostDatabaseError, OtherBundleStoreError
 */
export async function openOwnBundleStore(
  config: Config,
  { db, journal }: Pick<Store, 'db' | 'journal'>,
  observe: ObserveStore,
): Promise<BundleStore> {
  const files = await openBundleStore(config, observe);
  try {
    const { moveOrphans } = config;
    if (!moveOrphans) await assertDatabaseKnown(db, files);
    const shared = config.database !== null;
    await claimBundleStore({ db, commit: journal.commit, files, shared, moveOrphans });
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
  }
  return files;
}

type BundleSetupDeps = Parameters<typeof createBundles>[0] &
  Parameters<typeof createTusUploads>[0] &
  Omit<Parameters<typeof createStoreCleaner>[0], 'claim'>;

export interface BundleSetup {
  readonly bundles: Bundles;
  readonly tusUploads: TusUploads;
  /** Called once before the first upload. */
  resume(): Promise<void>;
  /** The leader alone cleans the store up. The caller closes the cleaner */
  lead(): StoreCleaner | null;
  close(): Promise<void>;
}

/** Everything that receives, keeps and inspects bundles. */
export async function setUpBundles(deps: Omit<BundleSetupDeps, 'bundles'>): Promise<BundleSetup> {
  const { config, db, journal, files } = deps;
  const bundles = await createBundles(deps);
  const tusUploads = await createTusUploads({ ...deps, bundles });
  const shared = config.database !== null;
  const claim = () => claimBundleStore({ db, commit: journal.commit, files, shared });
  return {
    bundles,
    tusUploads,
    async resume() {
      await bundles.resume();
      await tusUploads.resume();
    },
    // An only instance has cleaned its own directory up when it started.
    lead: () => (shared || !files.isInDataDir ? createStoreCleaner({ ...deps, claim }) : null),
    async close() {
      await tusUploads.close();
      await bundles.close();
    },
  };
}
