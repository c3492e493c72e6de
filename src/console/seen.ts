import { disabledReason } from './permissions.ts';
import { workerClient } from './worker-client.ts';

/**
 * Says to the server that an open incident is painted here: once this page is visible, and not before. An older server
 * does not want to know.
 *
 * @param signal aborted when it is not shown any more
 */
export function seeIncident(id: string, how: 'shown' | 'opened', signal: AbortSignal): void {
  function painted(): void {
    if (signal.aborted || disabledReason('seeIncident') !== undefined) return;
    document.removeEventListener('visibilitychange', wait);
    workerClient.send('seeIncident', { params: { id }, payload: { how } }).catch(reportError);
  }
  function wait(): void {
    if (document.visibilityState === 'visible') requestAnimationFrame(painted);
  }
  document.addEventListener('visibilitychange', wait, { signal });
  if (!signal.aborted) wait();
}
