import { Server } from '@tus/server';
import { RESUMABLE_PATH } from '../../../contract/paths.ts';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Config } from '../../config/config.ts';
import type { NodeBase } from '../../feature.ts';
import { assertQuota } from '../bundle-records.ts';
import type { Bundles } from '../bundles.ts';
import type { DiskSpace } from '../disk-space.ts';
import { findReceipt, type ReceiptName } from '../rows/receipts.ts';
import { type BundleStore, storeUnavailable } from '../store/bundle-store.ts';
import { createFinisher } from './finisher.ts';
import { UploadError } from './upload-error.ts';
import type { UploadLocker } from './upload-locker.ts';
import type { StartedUpload, UploadMetadata, UploadStore } from './upload-store.ts';

/**
 * Resumable uploads (tus 1.0). Once all bytes are here, an upload becomes a bundle in the same way as one
 * sent by a form. Sessions and HTTP status codes are the caller's: it checks first who owns an upload.
 */
export type TusUploads = Awaited<ReturnType<typeof createTusUploads>>;

interface TusUploadsDeps extends Pick<NodeBase, 'db' | 'loops' | 'now' | 'log'> {
  readonly config: Pick<Config, 'uploadMaxBytes' | 'quota'>;
  /** One writer for each upload. The caller closes it. */
  readonly locker: UploadLocker;
  readonly files: BundleStore;
  readonly bundles: Pick<Bundles, 'receive' | 'add' | 'assertRoom'>;
  readonly disk: Pick<DiskSpace, 'assertRoom' | 'guard'>;
}

/** When a sender reconnects, its old connection may be half-open: it is given up after this time. */
const OLD_WRITER_MS = 200;
/** Unfinished uploads of one account; each takes a file. */
const UNFINISHED_MAX = 16;

export async function createTusUploads(deps: TusUploadsDeps) {
  const { config, db, bundles, disk, locker } = deps;
  const store = await deps.files.openUploads();
  const finisher = createFinisher({ ...deps, store });
  // Limits count what is stored, so parallel starts of one account must run one after another.
  const enqueueStart = createKeyedQueue();
  const metadataOf = new WeakMap<Request, UploadMetadata>();
  const tus = new Server({
    ...serverOptions(store, locker),
    maxSize: config.uploadMaxBytes,
    onUploadCreate: async (request) => ({ metadata: { ...metadataOf.get(request) } }),
  });

  async function handleRequest(request: Request): Promise<Response> {
    const response = await tus.handleWeb(request);
    // The library does not pass on why the bytes could not be stored.
    if (response.status >= 500) await disk.assertRoom(0);
    if (request.method === 'HEAD' || !response.headers.has('upload-offset')) return response;
    await finisher.finish(idIn(response.headers.get('location') ?? request.url));
    return response;
  }

  /** A body that ends with an error once the disk is almost full. */
  const guardBody = (body: AsyncIterable<Uint8Array>) =>
    disk.guard(store.isRemote ? untilBroken(body) : body);

  async function pendingOf(accountId: string): Promise<StartedUpload[]> {
    return (await store.all()).filter(({ metadata }) => metadata.accountId === accountId);
  }

  /** @returns the bundle that the upload with this key became, also when its last byte has just arrived */
  async function findBundle(name: ReceiptName): Promise<Bundle | undefined> {
    const own = await pendingOf(name.accountId);
    const pending = own.find(({ metadata }) => metadata.key === name.key);
    const bundle = pending && (await finisher.finish(pending.id));
    return bundle ?? (await findReceipt(db, name))?.bundle;
  }

  async function makeRoom(metadata: UploadMetadata, size: number): Promise<void> {
    const { accountId, username, key } = metadata;
    if (await findBundle({ accountId, key }))
      throw new UploadError('key-reused', 'This upload has arrived already.');
    const own = await pendingOf(accountId);
    const others = own.filter((upload) => upload.metadata.key !== key);
    if (others.length >= UNFINISHED_MAX)
      throw new UploadError('quota', `Your account has ${others.length} unfinished uploads.`);
    await bundles.assertRoom(username, size);
    const promised = others.reduce((sum, upload) => sum + upload.size, size);
    await assertQuota(db, config.quota, username, promised);
    // Finishing an upload copies it to this disk.
    await disk.assertRoom(store.isRemote ? size : 2 * size);
    // The sender does not know its upload's address any more and starts over.
    for (const upload of own) if (upload.metadata.key === key) await store.remove(upload.id);
  }

  return {
    /** Answers one request of the protocol and, when the upload is complete after it, adds the bundle. */
    handleRequest: (request: Request) => handleRequest(withBody(request, guardBody)),
    /** Starts an upload. @throws UploadError when there is no room for it or it has arrived already */
    startUpload(request: Request, metadata: UploadMetadata, size: number): Promise<Response> {
      const start = async () => {
        await makeRoom(metadata, size);
        const guarded = withBody(request, guardBody);
        metadataOf.set(guarded, metadata);
        return handleRequest(guarded);
      };
      const { accountId } = metadata;
      return enqueueStart(accountId, () => locker.run(`start ${accountId}`, start));
    },
    /** @returns the account that started the upload; undefined for an unknown id */
    ownerOf: async (id: string) => (await store.find(id))?.metadata.accountId,
    findBundle,
    unfinished: store.count,
    /** Called once before the first request: finishes complete uploads and removes expired ones. */
    async resume(): Promise<void> {
      const finishing = finisher.resume();
      // A storage that is away or slow does not hold up the start.
      if (!store.isRemote) await finishing;
    },
    close: finisher.close,
  };
}

/** What the library answers when the storage fails it. */
const UNAVAILABLE = { status_code: 503, body: storeUnavailable(undefined).message };

function serverOptions(store: UploadStore, locker: UploadLocker) {
  return {
    path: RESUMABLE_PATH,
    datastore: store.dataStore,
    locker,
    relativeLocation: true,
    lockDrainTimeout: OLD_WRITER_MS,
    onResponseError: async (_request: Request, error: Error | object) =>
      store.isRemote && !('status_code' in error) ? UNAVAILABLE : undefined,
  };
}

function withBody(
  request: Request,
  guard: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Buffer>,
): Request {
  if (request.body === null) return request;
  const body = ReadableStream.from(guard(request.body));
  return new Request(request, { body, duplex: 'half' } as RequestInit);
}

/** Ends where the connection breaks, so that what arrived is kept. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // The sender asks how much has arrived and goes on there.
  }
}

const idIn = (address: string) => address.slice(address.lastIndexOf('/') + 1);
