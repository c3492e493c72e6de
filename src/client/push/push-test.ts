import type { PushTest } from '../../shared/model.ts';
import { messageOf, type Outcome } from '../../shared/outcome.ts';
import type { PushDevice } from './push-device.ts';

export interface PushTestDeps {
  readonly device: Pick<PushDevice, 'onArrival'>;
  readonly send: (name: 'pushTest', request: { payload: unknown }) => Promise<Outcome>;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** @returns the undo */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A test that has not arrived by then counts as missing. */
export const TEST_LIMIT_MS = 30_000;

/**
 * @param onChange how far the test has got
 * @returns has the server send a push to this endpoint, and waits for it; one at a time
 */
export function createPushTest(
  { device, send, elapsed, after }: PushTestDeps,
  onChange: (test: PushTest) => void,
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
      onChange(test);
    }
    function look(): void {
      const afterMs = wanted === undefined ? undefined : came.get(wanted);
      if (afterMs !== undefined) end({ stage: 'arrived', afterMs });
    }

    onChange({ stage: 'sending' });
    const outcome = await send('pushTest', { payload: { endpoint } });
    if (!outcome.ok) {
      return end({ stage: 'failed', text: messageOf(outcome) ?? 'The server could not be asked.' });
    }
    wanted = (outcome.data as { id: string }).id;
    if (!isOver) onChange({ stage: 'waiting' });
    look();
  };
}
