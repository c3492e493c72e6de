import type { Priority } from '../../../contract/limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Caller } from '../../mesh/transport/caller.ts';
import { CHUNK_MAX_BYTES } from '../../mesh/wire/messages.ts';
import { BundleMissingError, type BundleStore, isStoreUnavailable } from '../store/bundle-store.ts';
import {
  NOT_STARTED,
  stepAfter,
  type TransferAnswer,
  type TransferProgress,
} from './deploy-progress.ts';
import type { TargetEvent } from './deploy-target.ts';

/** One bundle on its way to one platform. */
export interface Transfer {
  readonly bundle: string;
  /** Platform id. */
  readonly platform: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly priority: Priority;
}

/** `away`: the receiver does not answer for now. `yielded`: something more urgent goes first. */
type TransferEnd = 'done' | 'away' | 'yielded';

interface SendBundleDeps {
  readonly caller: Caller;
  readonly files: Pick<BundleStore, 'open'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** @param isEnd nothing more is sent now */
  readonly onEvent: (event: TargetEvent, isEnd: boolean) => Promise<void>;
  /** Asked before every call: should something more urgent go first? */
  readonly shouldYield: () => boolean;
}

/** Reads the bytes from an offset on, as many as one call carries. */
type ReadChunk = (offset: number) => Promise<Buffer>;

/**
 * Sends a bundle to a platform: asks how much of it is there, sends what is missing, and waits for the
 * receiver's own inspection. Whatever is lost on the way is sent again.
 *
 * @returns `done` also when the signal is aborted
 */
export async function sendBundle(transfer: Transfer, deps: SendBundleDeps): Promise<TransferEnd> {
  try {
    const file = await deps.files.open(transfer.bundle);
    try {
      return await sendUntilDone(transfer, deps, (offset) =>
        file.read(offset, Math.min(CHUNK_MAX_BYTES, file.size - offset)),
      );
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof BundleMissingError) {
      await deps.onEvent({ type: 'failed', message: 'was sent nothing: the bundle is gone' }, true);
      return 'done';
    }
    if (!isStoreUnavailable(error)) throw error;
    const message = 'waits: the storage of bundles cannot be reached';
    await deps.onEvent({ type: 'away', message }, true);
    return 'away';
  }
}

const END_BY_OUTCOME = { taken: 'done', failed: 'done', away: 'away' } as const;

async function sendUntilDone(
  transfer: Transfer,
  deps: SendBundleDeps,
  readChunk: ReadChunk,
): Promise<TransferEnd> {
  const { clock, signal, onEvent, shouldYield } = deps;
  let progress = NOT_STARTED;
  while (!signal.aborted) {
    if (shouldYield()) return 'yielded';
    const answer = await callReceiver(transfer, progress, deps, readChunk);
    if (signal.aborted) break;
    const context = { size: transfer.size, elapsedMs: clock.elapsed() };
    const step = stepAfter(progress, answer, context);
    if (step.event !== undefined) await onEvent(step.event, step.outcome !== undefined);
    if (step.outcome !== undefined) return END_BY_OUTCOME[step.outcome];
    progress = step.progress;
    if (step.pauseMs > 0) await clock.sleep(step.pauseMs, signal);
  }
  return 'done';
}

async function callReceiver(
  { platform, sha256, size, name, priority }: Transfer,
  { state: { state, offset } }: TransferProgress,
  { caller, signal }: SendBundleDeps,
  readChunk: ReadChunk,
): Promise<TransferAnswer> {
  const answer =
    state === 'wanted'
      ? await caller.call(platform, 'chunk', await chunkAt(offset), signal)
      : await caller.call(platform, 'offer', { sha256, size, name, priority }, signal);
  return answer.ok ? { ok: true, state: answer.value.answer } : answer;

  async function chunkAt(offset: number) {
    return { sha256, offset, bytes: (await readChunk(offset)).toString('base64') };
  }
}
