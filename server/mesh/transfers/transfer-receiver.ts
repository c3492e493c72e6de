import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { rm } from '../../base/file-work.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { MeshHandlers } from '../transport/handlers.ts';
import type { Answer, Payload } from '../wire/messages.ts';
import { createArrivals, keyOf, type PieceStore } from './arrivals.ts';

type Offer = Payload<'offer'>;
export type TransferState = Answer<'offer'>;
/** Receives the bundles that peers deploy. */
export type TransferHandlers = Pick<MeshHandlers, 'offer' | 'chunk'>;

/** A complete file with the right hash, synced to disk. */
export interface ReceivedTransfer extends Offer {
  /** Platform id of the sender. */
  readonly from: string;
  readonly path: string;
}

/** What is done with complete files. */
export interface BundleSink {
  readonly maxBytes: number;
  /** @returns the state of a file that arrived completely or is not wanted; null: send it */
  find(from: string, offer: Offer): Promise<TransferState | null>;
  /** @returns why there is no room for what is missing of a file, and for its copy; null: there is */
  roomProblem(size: number, arrived: number): Promise<TransferState | null>;
  /** Moves the file, if it is to be kept. */
  keep(transfer: ReceivedTransfer): Promise<TransferState>;
}

interface TransferReceiverDeps {
  readonly sink: BundleSink;
  readonly pieces: PieceStore;
  /** Local, for complete files. */
  readonly directory: string;
  /** Runs `work` in the background, unless an instance runs it already. */
  readonly tryRun: (name: string, work: () => Promise<void>) => Promise<unknown>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const CHECKING: TransferState = { state: 'checking', offset: 0, message: null };
const UNOFFERED: TransferState = { state: 'unoffered', offset: 0, message: null };
const wanted = (offset: number): TransferState => ({ state: 'wanted', offset, message: null });
export const refused = (message: string): TransferState => ({
  state: 'refused',
  offset: 0,
  message,
});

/** For a node that accepts no bundles. */
export const NO_TRANSFERS: TransferHandlers = {
  offer: () => refused('it takes no bundles'),
  chunk: () => refused('it takes no bundles'),
};

/** Sizes that are remembered; of any other file the store is asked. */
const SIZES_MAX = 256;

/**
 * The receiving side of a deploy: stores a peer's file chunk by chunk, over any number of connections, and passes it to the
 * sink when it is complete and has the announced hash. A load balancer gives each instance some of the chunks: every chunk
 * is a piece of its own, and what has arrived is what is stored, also after a restart.
 */
export function createTransferReceiver(deps: TransferReceiverDeps): TransferHandlers {
  const { sink, now } = deps;
  const arrivals = createArrivals(deps.pieces, now);
  const serialise = createKeyedQueue();
  /** What had arrived after the last chunk that came to this instance. */
  const sizes = new Map<string, number>();

  /** @returns the state of a file that arrived completely or is not wanted; null: it may be sent */
  async function stateOf(from: string, offer: Offer): Promise<TransferState | null> {
    const { maxBytes } = sink;
    // First: a size without bounds says nothing about the disk.
    if (offer.size > maxBytes)
      return refused(`it is too large: at most ${maxBytes} bytes are taken`);
    const known = await sink.find(from, offer);
    if (known !== null) return known;
    const reason = await arrivals.refusalOf(keyOf(from, offer.sha256));
    return reason === null ? null : refused(reason);
  }

  async function receiveOffer(from: string, offer: Offer): Promise<TransferState> {
    const state = await stateOf(from, offer);
    if (state !== null) return state;
    const key = keyOf(from, offer.sha256);
    const before = await arrivals.offerOf(key);
    if (before !== null && before.size !== offer.size)
      return refused('its size differs from an earlier offer');
    const arrived = await arrivals.sizeOf(key);
    if (before !== null && arrived >= offer.size) return finish(from, offer);
    const full = await sink.roomProblem(offer.size, arrived);
    if (full !== null) return full;
    if (before === null) await arrivals.dropOld(from);
    await arrivals.begin(key, offer);
    return wanted(arrived);
  }

  async function receiveChunk(from: string, chunk: Payload<'chunk'>): Promise<TransferState> {
    const key = keyOf(from, chunk.sha256);
    const offer = await arrivals.offerOf(key);
    if (offer === null) return UNOFFERED;
    const arrived = sizes.get(key) === chunk.offset ? chunk.offset : await arrivals.sizeOf(key);
    const bytes = Buffer.from(chunk.bytes, 'base64');
    const end = arrived + bytes.length;
    if (chunk.offset !== arrived || end > offer.size) return wanted(arrived);
    await arrivals.add(key, arrived, bytes);
    if (sizes.size >= SIZES_MAX) sizes.clear();
    sizes.set(key, end);
    return end < offer.size ? wanted(end) : finish(from, offer);
  }

  /** In the background: the sender asks until it is done. If this instance dies meanwhile, its next question begins anew. */
  async function finish(from: string, offer: Offer): Promise<TransferState> {
    const key = keyOf(from, offer.sha256);
    await deps.tryRun(`arriving ${key}`, async () => {
      // Another instance may have been faster.
      if ((await arrivals.offerOf(key)) === null) return;
      const { size } = offer;
      const state = (await sink.roomProblem(size, size)) ?? (await keepFile(from, offer));
      if (state.state === 'refused') await arrivals.refuse(key, state.message ?? '');
      await arrivals.drop(key);
    });
    return CHECKING;
  }

  async function keepFile(from: string, offer: Offer): Promise<TransferState> {
    const path = join(deps.directory, `${randomUUID()}.part`);
    try {
      if ((await arrivals.writeTo(path, keyOf(from, offer.sha256))) !== offer.sha256)
        return refused('its bytes do not have the announced hash');
      return await sink.keep({ ...offer, from, path });
    } finally {
      // Unless it was taken over.
      await rm(path, { force: true });
    }
  }

  return {
    offer: (from, payload) =>
      serialise(keyOf(from, payload.sha256), () => receiveOffer(from, payload)),
    chunk: (from, payload) =>
      serialise(keyOf(from, payload.sha256), () => receiveChunk(from, payload)),
  };
}
