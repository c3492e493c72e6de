import { sleep } from '../shared/time.ts';
import { disabledReason } from './permissions.ts';
import { workerClient } from './worker-client.ts';

/** A server that is exchanged is back by then. */
const AGAIN_MS = 10_000;

/**
 * Says to the server that an open incident is painted here: once this page is visible, and not before, and again while
 * no answer comes. An older server does not want to know.
 *
 * @param signal aborted when it is not shown any more
 */
export async function seeIncident(
  id: string,
  how: 'shown' | 'opened',
  signal: AbortSignal,
): Promise<void> {
  do {
    await painted(signal);
    if (signal.aborted || disabledReason('seeIncident') !== undefined) return;
  } while (!(await isTaken(id, how)) && (await sleep(AGAIN_MS, signal)));
}

/** @returns when this page is visible and has painted, or the signal is aborted */
function painted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    function look(): void {
      if (signal.aborted) end();
      else if (document.visibilityState === 'visible') requestAnimationFrame(end);
    }
    function end(): void {
      ended.abort();
      resolve();
    }
    document.addEventListener('visibilitychange', look, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
    look();
  });
}

/** @returns false when the server did not answer, or had no time */
async function isTaken(id: string, how: 'shown' | 'opened'): Promise<boolean> {
  const answer = await workerClient.send('seeIncident', { params: { id }, payload: { how } });
  return answer.ok || (answer.why === 'refused' && answer.status < 500);
}
