import { Server } from '@tus/server';
import type { FastifyBaseLogger } from 'fastify';
import { RESUMABLE_PATH } from '../../contract/paths.ts';
import type { Bundle } from '../../contract/shapes/bundle.ts';
import type { Config, Platform } from '../config.ts';
import type { Database } from '../store/database.ts';
import { findReceipt, type ReceiptName } from '../store/receipts.ts';
import type { Bundles } from './bundles.ts';
import { assertQuota } from './quota.ts';
import { RefusedUpload } from './refused-upload.ts';
import { createFinishing } from './resumable-finish.ts';
import {
  openResumableShelf,
  RESUMABLE_KEPT_MS,
  type ResumableFacts,
  type Unfinished,
} from './resumable-shelf.ts';

/**
 * Uploads that go on where they broke off (tus 1.0). What has arrived waits on a shelf; once it is whole it
 * takes the way of every other upload: taken in, checked, synced, a row. It knows no sessions and no HTTP
 * status: who may touch which upload is asked before.
 */
export interface Resumables {
  /** Answers one request of the protocol, and makes a bundle of an upload that is whole after it. */
  answer(request: Request): Promise<Response>;
  /** Begins an upload. @throws RefusedUpload when there is no room for it, or when it is here already */
  begin(request: Request, facts: ResumableFacts, size: number): Promise<Response>;
  /** @returns the account whose upload it is; undefined when there is no such upload */
  ownerOf(id: string): Promise<string | undefined>;
  /** What an upload with this key became, also one whose last byte has only just arrived. */
  receipt(name: ReceiptName): Promise<Bundle | undefined>;
  /** What has begun and is not whole: how many uploads, and how many bytes of them have arrived. */
  unfinished(): Promise<{ readonly uploads: number; readonly bytes: number }>;
  /** Called once, before the first request: takes in what was whole, forgets what is too old. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

export interface ResumablesParts {
  readonly config: Pick<Config, 'dataDir' | 'uploadMaxBytes' | 'quota'> & {
    readonly mesh: { readonly platforms: readonly Platform[] };
  };
  readonly db: Database;
  readonly bundles: Pick<Bundles, 'receive' | 'keep' | 'discard' | 'assertRoom'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

const SWEEP_EVERY_MS = RESUMABLE_KEPT_MS / 24;
/** A sender that comes back finds its old connection half-open: that one is given up for the new one. */
const OLD_WRITER_MS = 200;
/** What one account may have begun; each takes a file. */
const UNFINISHED_MAX = 16;

export async function createResumables(parts: ResumablesParts): Promise<Resumables> {
  const { config, db, bundles, now, log } = parts;
  const shelf = await openResumableShelf(config.dataDir);
  const finishing = createFinishing({ shelf, bundles, platforms: config.mesh.platforms });
  const begun = new WeakMap<Request, ResumableFacts>();
  const tus = new Server({
    path: RESUMABLE_PATH,
    datastore: shelf.store,
    maxSize: config.uploadMaxBytes,
    relativeLocation: true,
    lockDrainTimeout: OLD_WRITER_MS,
    onUploadCreate: async (request) => ({ metadata: { ...begun.get(request) } }),
  });

  async function answer(request: Request): Promise<Response> {
    const response = await tus.handleWeb(request);
    if (request.method === 'HEAD' || !response.headers.has('upload-offset')) return response;
    await finishing.finish(idOf(response.headers.get('location') ?? request.url));
    return response;
  }

  async function unfinishedOf(accountId: string): Promise<Unfinished[]> {
    return (await shelf.all()).filter(({ facts }) => facts.accountId === accountId);
  }

  async function receipt(name: ReceiptName): Promise<Bundle | undefined> {
    const own = await unfinishedOf(name.accountId);
    const waiting = own.find(({ facts }) => facts.key === name.key);
    const bundle = waiting && (await finishing.finish(waiting.id));
    return bundle ?? (await findReceipt(db, name))?.bundle;
  }

  async function makeRoom(facts: ResumableFacts, size: number): Promise<void> {
    const { accountId, username, key } = facts;
    if (await receipt({ accountId, key }))
      throw new RefusedUpload('other-file', 'This upload has arrived already.');
    const own = await unfinishedOf(accountId);
    const others = own.filter((one) => one.facts.key !== key);
    if (others.length >= UNFINISHED_MAX)
      throw new RefusedUpload('quota', `Your account has ${others.length} unfinished uploads.`);
    await bundles.assertRoom(username, size);
    const promised = others.reduce((sum, one) => sum + one.size, size);
    await assertQuota(db, config.quota, username, promised);
    // The sender has lost its place and starts over.
    for (const { id, facts: known } of own) if (known.key === key) await shelf.remove(id);
  }

  async function sweep(): Promise<void> {
    const removed = await shelf.sweep(now());
    if (removed > 0) log.info({ removed }, 'unfinished uploads ended by their age');
  }

  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'unfinished uploads not swept'));
  }, SWEEP_EVERY_MS).unref();

  return {
    answer,
    async begin(request, facts, size) {
      await makeRoom(facts, size);
      begun.set(request, facts);
      return answer(request);
    },
    ownerOf: async (id) => (await shelf.find(id))?.facts.accountId,
    receipt,
    async unfinished() {
      const all = await shelf.all();
      return { uploads: all.length, bytes: all.reduce((sum, { arrived }) => sum + arrived, 0) };
    },
    async resume() {
      await sweep();
      for (const { id } of await shelf.all())
        await finishing
          .finish(id)
          .catch((error: unknown) => log.error({ err: error, upload: id }, 'not taken in'));
    },
    async close() {
      clearInterval(sweeping);
      await finishing.settled();
    },
  };
}

const idOf = (address: string) => address.slice(address.lastIndexOf('/') + 1);
