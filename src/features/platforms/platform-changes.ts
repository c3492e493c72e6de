import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useAction } from '../../console/actions.ts';

/** Why it cannot be changed here. */
export const FILE_REASON =
  'From the mesh configuration file: change it there and restart the server.';
const SIMULATED_REASON = 'This server simulates it: it can be paused and removed.';

/** @returns why it cannot be edited; undefined: it can be */
export function fixedReason({ source, simulated }: PlatformRow): string | undefined {
  if (source !== 'file') return undefined;
  return simulated ? SIMULATED_REASON : FILE_REASON;
}

/** Pauses a platform, or probes a paused one again. */
export function usePause({ id, name, paused }: PlatformRow) {
  const { isPending, mutate } = useAction('pausePlatform', {
    success: (_, sent) => (sent.paused ? `${name} is paused` : `${name} is probed again`),
    failure: 'It was not changed',
  });
  return {
    label: paused ? 'Resume' : 'Pause',
    isPending,
    toggle: () => mutate({ params: { id }, paused: !paused }),
  };
}
