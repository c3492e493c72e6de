import { useSyncExternalStore } from 'react';
import { ACKNOWLEDGEMENTS_KEY, type PendingAcknowledgement } from '../shared/model.ts';
import { ApiError } from '../shared/outcome.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

const SIGNED_OUT = 401;
/** What a server, or a proxy in front, says while nobody is served. */
const AWAY = [502, 503, 504];
const NOTHING: readonly PendingAcknowledgement[] = [];

/** The acknowledgements that wait on this device, and those that were dropped and whose reason nobody has read. */
export function usePendingAcknowledgements(): readonly PendingAcknowledgement[] {
  return useSyncExternalStore(pageCache.subscribe, pending);
}

function pending(): readonly PendingAcknowledgement[] {
  return pageCache.entry<readonly PendingAcknowledgement[]>(ACKNOWLEDGEMENTS_KEY)?.data ?? NOTHING;
}

/** Whether one of this incident waits to be sent. @param incident its id */
export function useIsWaiting(incident: string): boolean {
  return usePendingAcknowledgements().some(
    (one) => one.incident === incident && one.dropped === undefined,
  );
}

/** How many are not sent yet. */
export function waitingCount(): number {
  return pending().filter(({ dropped }) => dropped === undefined).length;
}

type Given = Pick<PendingAcknowledgement, 'incident' | 'title' | 'note' | 'to'>;

/** Takes an incident on, for everybody to see. */
export const acknowledge = (given: Given) =>
  sendOrKeep(
    given,
    workerClient.send('acknowledgeIncident', {
      params: { id: given.incident },
      payload: { note: given.note },
    }),
  );

/**
 * Rejects with the ApiError of a server that refuses it itself.
 *
 * @param sending just begun
 * @returns kept: the server is not reached; this device keeps it and sends it later
 */
export async function sendOrKeep(
  given: Given,
  sending: ReturnType<typeof workerClient.send>,
): Promise<'sent' | 'kept'> {
  // The call may take long: who takes it on meanwhile is later.
  const at = workerClient.serverNow();
  const outcome = await sending;
  if (outcome.ok) return 'sent';
  const isKept = outcome.why !== 'refused' || AWAY.includes(outcome.status);
  if (!isKept || outcome.status === SIGNED_OUT) throw new ApiError(outcome);
  await workerClient.acknowledgeLater({ ...given, at });
  return 'kept';
}

/** Does not send it, or forgets why it was not sent. @param incident its id */
export const takeBack = (incident: string) => workerClient.takeBack(incident);
