import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyedQueue } from '../../keyed-queue.ts';
import type { MeshHandlers } from '../transport/handlers.ts';
import type { Payload } from '../wire/messages.ts';
import { createArrivals, keyOf, type PieceStore } from './arrivals.ts';
import {
  type BundleSink,
  refused,
  type TransferState,
  UNOFFERED,
  wanted,
} from './chunked-transfers.ts';

/**
 * The receiving side of a deploy for several instances: a load balancer gives each of them some chunks of a file. So every
 * chunk is a piece of its own, and what has arrived is what is stored.
 */
interface SharedTransfersDeps {
  readonly sink: BundleSink;
  readonly pieces: PieceStore;
  /** Local, for the complete file. */
  readonly directory: string;
  /** Runs `work` unless an instance runs it already. @returns whether it has begun */
  readonly tryRun: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

type Offer = Payload<'offer'>;

const CHECKING: TransferState = { state: 'checking', offset: 0, message: null };

export function createSharedTransfers(
  deps: SharedTransfersDeps,
): Pick<MeshHandlers, 'offer' | 'chunk'> {
  const { sink, now } = deps;
  const arrivals = createArrivals(deps.pieces, now);
  const serialise = createKeyedQueue();

  /** @returns the state of a file that arrived completely or is not wanted; null: it may be sent */
  async function stateOf(from: string, offer: Offer): Promise<TransferState | null> {
    const known = await sink.find(from, offer);
    if (known !== null) return known;
    if (offer.size > sink.maxBytes) return refused(`it takes at most ${sink.maxBytes} bytes`);
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
    if (before === null) {
      await arrivals.dropOld(from);
      await arrivals.begin(key, offer);
    }
    const arrived = await arrivals.sizeOf(key);
    return arrived < offer.size ? wanted(arrived) : finish(from, offer);
  }

  async function receiveChunk(from: string, chunk: Payload<'chunk'>): Promise<TransferState> {
    const key = keyOf(from, chunk.sha256);
    const offer = await arrivals.offerOf(key);
    if (offer === null) return UNOFFERED;
    const arrived = await arrivals.sizeOf(key);
    const bytes = Buffer.from(chunk.bytes, 'base64');
    const end = arrived + bytes.length;
    if (chunk.offset !== arrived || end > offer.size) return wanted(arrived);
    await arrivals.add(key, arrived, bytes);
    return end < offer.size ? wanted(end) : finish(from, offer);
  }

  /** In the background: the sender asks until it is done. If this instance dies meanwhile, its next question begins anew. */
  async function finish(from: string, offer: Offer): Promise<TransferState> {
    const key = keyOf(from, offer.sha256);
    await deps.tryRun(key, async () => {
      // Another instance may have been faster.
      if ((await arrivals.offerOf(key)) === null) return;
      const state = await keepFile(from, offer);
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
