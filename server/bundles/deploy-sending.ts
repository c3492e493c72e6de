import { open } from 'node:fs/promises';
import type { Priority } from '../../contract/limits.ts';
import type { Caller } from '../mesh/caller.ts';
import type { Clock } from '../mesh/clock.ts';
import { CHUNK_MAX_BYTES } from '../mesh/messages.ts';
import { type Heard, moveAfter, NOT_BEGUN, type Progress } from './deploy-progress.ts';
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
  /** Where its bytes lie. */
  readonly path: string;
}

export interface SendingParts {
  readonly caller: Caller;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told of every step. */
  readonly report: (event: TargetEvent) => Promise<void>;
  /** Asked between two calls: should something more urgent go first? */
  readonly yields: () => boolean;
}

/** Bytes of the bundle from an offset on, as many as one call carries. */
type ReadAt = (offset: number) => Promise<Buffer>;

/**
 * Brings a bundle to a platform: asks first how much of it is there, sends what is missing, and waits for
 * the receiver's own verdict. Whatever is lost on the way is asked for again.
 *
 * @returns `yielded` when something more urgent goes first; `done` when it has ended, or the signal has
 */
export async function sendBundle(
  transfer: Transfer,
  parts: SendingParts,
): Promise<'done' | 'yielded'> {
  const file = await open(transfer.path, 'r').catch(() => null);
  if (file === null) {
    await parts.report({ what: 'failed', message: 'was sent nothing: the bundle is gone' });
    return 'done';
  }
  try {
    return await pursue(transfer, parts, async (offset) => {
      const buffer = Buffer.alloc(Math.min(CHUNK_MAX_BYTES, transfer.size - offset));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

async function pursue(transfer: Transfer, parts: SendingParts, readAt: ReadAt) {
  const { clock, signal, report, yields } = parts;
  let progress = NOT_BEGUN;
  while (!signal.aborted) {
    if (yields()) return 'yielded';
    const heard = await ask(transfer, progress, parts, readAt);
    if (signal.aborted) break;
    const facts = { size: transfer.size, elapsedMs: clock.elapsed() };
    const move = moveAfter(progress, heard, facts);
    if (move.event !== undefined) await report(move.event);
    if (move.end !== undefined) break;
    progress = move.progress;
    if (move.pauseMs > 0) await clock.sleep(move.pauseMs, signal);
  }
  return 'done';
}

async function ask(
  { platform, sha256, size, name, priority }: Transfer,
  { state: { state, offset } }: Progress,
  { caller, signal }: SendingParts,
  readAt: ReadAt,
): Promise<Heard> {
  const heard =
    state === 'wanted'
      ? await caller.call(platform, 'chunk', await chunkAt(offset), signal)
      : await caller.call(platform, 'offer', { sha256, size, name, priority }, signal);
  return heard.ok ? { ok: true, state: heard.value.answer } : heard;

  async function chunkAt(offset: number) {
    return { sha256, offset, bytes: (await readAt(offset)).toString('base64') };
  }
}
