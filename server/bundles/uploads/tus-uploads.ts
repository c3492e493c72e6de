import { AsyncResource } from 'node:async_hooks';
import { createReadStream } from 'node:fs';
import { Server } from '@tus/server';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import { RESUMABLE_PATH } from '../../../contract/paths.ts';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../store/database.ts';
import { findReceipt, type ReceiptName } from '../../store/receipts.ts';
import { assertQuota } from '../bundle-records.ts';
import type { Bundles } from '../bundles.ts';
import type { DiskSpace } from '../disk-space.ts';
import { UploadError } from './upload-error.ts';
import {
  openUploadStore,
  type PendingUpload,
  UPLOAD_EXPIRES_MS,
  type UploadMetadata,
  type UploadStore,
} from './upload-store.ts';

/**
 * Resumable uploads (tus 1.0). Once all bytes are here, an upload becomes a bundle in the same way as one
 * sent by a form. Sessions and HTTP status codes are the caller's: it checks first who owns an upload.
 */
export interface TusUploads {
  /** Answers one request of the protocol and, when the upload is complete after it, adds the bundle. */
  handleRequest(request: Request): Promise<Response>;
  /** Starts an upload. @throws UploadError when there is no room for it or it has arrived already */
  startUpload(request: Request, metadata: UploadMetadata, size: number): Promise<Response>;
  /** @returns the account that started the upload; undefined for an unknown id */
  ownerOf(id: string): Promise<string | undefined>;
  /** @returns the bundle that the upload with this key became, also when its last byte has just arrived */
  findBundle(name: ReceiptName): Promise<Bundle | undefined>;
  /** Started and incomplete uploads: their number and the bytes received so far. */
  unfinished(): Promise<{ readonly uploads: number; readonly bytes: number }>;
  /** Called once before the first request: finishes complete uploads and removes expired ones. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

interface TusUploadsDeps {
  readonly config: Pick<Config, 'dataDir' | 'uploadMaxBytes' | 'quota'>;
  readonly db: Database;
  readonly bundles: Pick<Bundles, 'receive' | 'add' | 'assertRoom'>;
  readonly disk: Pick<DiskSpace, 'assertRoom' | 'guard'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

const REMOVE_EXPIRED_EVERY_MS = UPLOAD_EXPIRES_MS / 24;
/** When a sender reconnects, its old connection may be half-open: it is given up after this time. */
const OLD_WRITER_MS = 200;
/** Unfinished uploads of one account; each takes a file. */
const UNFINISHED_MAX = 16;

export async function createTusUploads(deps: TusUploadsDeps): Promise<TusUploads> {
  const { config, db, bundles, disk, now, log } = deps;
  const store = await openUploadStore(config.dataDir);
  const finisher = createFinisher(store, bundles);
  const enqueueStart = createQueueByAccount();
  const metadataOf = new WeakMap<Request, UploadMetadata>();
  const tus = new Server({
    path: RESUMABLE_PATH,
    datastore: store.fileStore,
    maxSize: config.uploadMaxBytes,
    relativeLocation: true,
    lockDrainTimeout: OLD_WRITER_MS,
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

  async function pendingOf(accountId: string): Promise<PendingUpload[]> {
    return (await store.all()).filter(({ metadata }) => metadata.accountId === accountId);
  }

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
    // Finishing an upload copies it.
    await disk.assertRoom(2 * size);
    // The sender does not know its upload's address any more and starts over.
    for (const upload of own) if (upload.metadata.key === key) await store.remove(upload.id);
  }

  async function removeExpired(): Promise<void> {
    const removed = await store.removeExpired(now());
    if (removed > 0) log.info({ removed }, 'expired unfinished uploads removed');
  }

  const removing = setInterval(() => {
    removeExpired().catch((error: unknown) =>
      log.error({ err: error }, 'expired unfinished uploads could not be removed'),
    );
  }, REMOVE_EXPIRED_EVERY_MS).unref();

  return {
    handleRequest: (request) => handleRequest(withGuardedBody(request, disk)),
    startUpload: (request, metadata, size) =>
      enqueueStart(metadata.accountId, async () => {
        await makeRoom(metadata, size);
        const guarded = withGuardedBody(request, disk);
        metadataOf.set(guarded, metadata);
        return handleRequest(guarded);
      }),
    ownerOf: async (id) => (await store.find(id))?.metadata.accountId,
    findBundle,
    async unfinished() {
      const all = await store.all();
      return { uploads: all.length, bytes: all.reduce((sum, { offset }) => sum + offset, 0) };
    },
    async resume() {
      await removeExpired();
      for (const { id } of await store.all())
        await finisher
          .finish(id)
          .catch((error: unknown) =>
            log.error({ err: error, upload: id }, 'complete upload could not be added'),
          );
    },
    async close() {
      clearInterval(removing);
      await finisher.idle();
    },
  };
}

/** Makes bundles of complete uploads. */
function createFinisher(store: UploadStore, bundles: TusUploadsDeps['bundles']) {
  const running = new Map<string, Promise<Bundle | undefined>>();

  async function addBundle(id: string): Promise<Bundle | undefined> {
    const upload = await store.find(id);
    if (upload === undefined || upload.offset < upload.size) return undefined;
    const { accountId, key, targets, ...info } = upload.metadata;
    try {
      const received = await bundles.receive(createReadStream(store.pathOf(id)));
      const receipt = { accountId, key };
      const bundle = await bundles.add(received, { ...info, targets: idsIn(targets), receipt });
      await store.remove(id);
      return bundle;
    } catch (error) {
      // A refused file would be refused again; only a failure of the server is worth another try.
      if (error instanceof UploadError && error.reason !== 'no-room') await store.remove(id);
      throw error;
    }
  }

  return {
    /**
     * Requests that find the upload complete at the same time get the same bundle.
     *
     * @returns undefined while bytes are missing
     * @throws UploadError, with the upload removed
     */
    finish(id: string): Promise<Bundle | undefined> {
      const current = running.get(id) ?? addBundle(id).finally(() => running.delete(id));
      running.set(id, current);
      return current;
    },
    async idle(): Promise<void> {
      await Promise.allSettled(running.values());
    },
  };
}

/** Limits count what is stored, so parallel starts of one account must run one after another. */
function createQueueByAccount() {
  const queues = new Map<string, PQueue>();
  return function enqueue<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(accountId) ?? new PQueue({ concurrency: 1 });
    queues.set(accountId, queue);
    queue.once('idle', () => queues.delete(accountId));
    // Else it runs on behalf of whoever had the queue before.
    return queue.add(AsyncResource.bind(work));
  };
}

/** The request with a body that ends with an error once the disk is almost full. */
function withGuardedBody(request: Request, disk: Pick<DiskSpace, 'guard'>): Request {
  if (request.body === null) return request;
  const body = ReadableStream.from(disk.guard(request.body));
  return new Request(request, { body, duplex: 'half' } as RequestInit);
}

const idIn = (address: string) => address.slice(address.lastIndexOf('/') + 1);
const idsIn = (targets: string) => targets.split(' ').filter(Boolean);
