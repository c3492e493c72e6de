import { messageOf, type Outcome } from '../outcome.ts';
import type { PushDevice } from './push-device.ts';

/** How far a test has got; how long it took is measured on this device. */
export type PushTest =
  | { readonly stage: 'none' | 'sending' | 'waiting' | 'missing' }
  | { readonly stage: 'arrived'; readonly afterMs: number }
  | { readonly stage: 'failed'; readonly text: string };

export interface TestDoors {
  readonly device: Pick<PushDevice, 'onArrival'>;
  readonly send: (name: 'pushTest', request: { payload: unknown }) => Promise<Outcome>;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** @returns the undo */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A test that has not come by then is told as missing. */
export const TEST_LIMIT_MS = 30_000;

/**
 * @param told how far the test has got
 * @returns has the server send a push to this endpoint, and waits for it; one at a time
 */
export function createPushTest(
  { device, send, elapsed, after }: TestDoors,
  told: (test: PushTest) => void,
): (endpoint: string) => Promise<void> {
  return async (endpoint) => {
    const sentAt = elapsed();
    const came = new Map<string, number>();
    let wanted: string | undefined;
    let isOver = false;
    // It may come before the server's answer, which says its id, has.
    const stop = device.onArrival(({ id }) => {
      if (id === undefined) return;
      came.set(id, elapsed() - sentAt);
      look();
    });
    const stopLate = after(TEST_LIMIT_MS, () => end({ stage: 'missing' }));

    function end(test: PushTest): void {
      if (isOver) return;
      isOver = true;
      stop();
      stopLate();
      told(test);
    }
    function look(): void {
      const afterMs = wanted === undefined ? undefined : came.get(wanted);
      if (afterMs !== undefined) end({ stage: 'arrived', afterMs });
    }

    told({ stage: 'sending' });
    const outcome = await send('pushTest', { payload: { endpoint } });
    if (!outcome.ok) {
      return end({ stage: 'failed', text: messageOf(outcome) ?? 'The server could not be asked.' });
    }
    wanted = (outcome.data as { id: string }).id;
    if (!isOver) told({ stage: 'waiting' });
    look();
  };
}
