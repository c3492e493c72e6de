import { useSyncExternalStore } from 'react';
import { ACKNOWLEDGEMENTS_KEY, type PendingAcknowledgement } from '../shared/model.ts';
import { ApiError } from '../shared/outcome.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

const NOTHING: readonly PendingAcknowledgement[] = [];

/** The acknowledgements that wait on this device, and those that were dropped and whose reason nobody has read. */
export function usePendingAcknowledgements(): readonly PendingAcknowledgement[] {
  return useSyncExternalStore(pageCache.subscribe, pending);
}

function pending(): readonly PendingAcknowledgement[] {
  return pageCache.entry<readonly PendingAcknowledgement[]>(ACKNOWLEDGEMENTS_KEY)?.data ?? NOTHING;
}

/** How many are not sent yet. */
export function waitingCount(): number {
  return pending().filter(({ dropped }) => dropped === undefined).length;
}

/**
 * Takes an incident on, for everybody to see. Rejects with the ApiError of a server that refuses it.
 *
 * @returns kept: the server cannot be reached; this device keeps it and sends it later
 */
export async function acknowledge(
  given: Pick<PendingAcknowledgement, 'incident' | 'title' | 'note'>,
): Promise<'sent' | 'kept'> {
  const { incident, note } = given;
  const outcome = await workerClient.send('acknowledgeIncident', {
    params: { id: incident },
    payload: { note },
  });
  if (outcome.ok) return 'sent';
  if (outcome.status !== 0 || outcome.why === 'foreign') throw new ApiError(outcome);
  await workerClient.acknowledgeLater(given);
  return 'kept';
}

/** Does not send it, or forgets why it was not sent. @param incident its id */
export const takeBack = (incident: string) => workerClient.takeBack(incident);
