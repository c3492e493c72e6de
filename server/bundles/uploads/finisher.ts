import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import type { NodeBase } from '../../feature.ts';
import type { Bundles } from '../bundles.ts';
import { isStoreUnavailable } from '../store/bundle-store.ts';
import { UploadError } from './upload-error.ts';
import type { UploadLocker } from './upload-locker.ts';
import { UPLOAD_EXPIRES_MS, type UploadStore } from './upload-store.ts';

const REMOVE_EXPIRED = {
  name: 'remove expired uploads',
  everyMs: UPLOAD_EXPIRES_MS / 24,
  limitMs: UPLOAD_EXPIRES_MS / 24,
  isLater: true,
  failed: 'expired unfinished uploads could not be removed',
};
const WORTH_ANOTHER_TRY: readonly string[] = ['no-room', 'unavailable'];

interface FinisherDeps extends Pick<NodeBase, 'db' | 'loops' | 'now' | 'log'> {
  readonly store: UploadStore;
  readonly bundles: Pick<Bundles, 'receive' | 'add'>;
  readonly locker: Pick<UploadLocker, 'run'>;
}

/** Makes bundles of complete uploads, and removes expired ones. */
export function createFinisher({ store, db, bundles, locker, loops, now, log }: FinisherDeps) {
  const running = new Map<string, Promise<Bundle | undefined>>();

  async function addBundle(id: string): Promise<Bundle | undefined> {
    const upload = await store.find(id);
    if (upload === undefined || upload.offset < upload.size) return undefined;
    const { accountId, key, targets, ...info } = upload.metadata;
    try {
      const received = await bundles.receive(await store.createReadStream(id));
      const receipt = { accountId, key };
      const bundle = await bundles.add(received, { ...info, targets: idsIn(targets), receipt });
      await store.remove(id);
      return bundle;
    } catch (error) {
      // A refused file would be refused again; only a failure of the server is worth another try.
      if (error instanceof UploadError && !WORTH_ANOTHER_TRY.includes(error.reason))
        await store.remove(id);
      throw error;
    }
  }

  /** Another instance may have seen the upload complete as well: the second one finds it gone. */
  async function addBundleOnce(id: string): Promise<Bundle | undefined> {
    const upload = await store.find(id);
    if (upload === undefined || upload.offset < upload.size) return undefined;
    return locker.run(`finish ${id}`, () => addBundle(id));
  }

  /**
   * Requests that find the upload complete at the same time get the same bundle.
   *
   * @returns undefined while bytes are missing
   * @throws UploadError, with the upload removed
   */
  function finish(id: string): Promise<Bundle | undefined> {
    const current = running.get(id) ?? addBundleOnce(id).finally(() => running.delete(id));
    running.set(id, current);
    return current;
  }

  async function removeExpired(): Promise<void> {
    const removed = await store.removeExpired(await pruningTime(db, now()));
    if (removed > 0) log.info({ removed }, 'expired unfinished uploads removed');
  }

  async function resume(): Promise<void> {
    try {
      await removeExpired();
      for (const { id } of await store.all())
        await finish(id).catch((error: unknown) =>
          log.error({ err: error, upload: id }, 'complete upload could not be added'),
        );
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      log.error({ err: error }, 'unfinished uploads not resumed');
    }
  }

  const removing = loops.repeat(REMOVE_EXPIRED, removeExpired);

  return {
    finish,
    /** Finishes what is complete and removes what is expired. */
    resume,
    async close(): Promise<void> {
      await removing.close();
      await Promise.allSettled(running.values());
    },
  };
}

const idsIn = (targets: string) => targets.split(' ').filter(Boolean);
