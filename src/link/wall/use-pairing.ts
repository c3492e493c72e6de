import { useEffect, useState } from 'react';
import type { Pairing } from '../../../contract/shapes/display.ts';
import { ownBuild } from '../../product.ts';
import { openConsole } from '../console-ready.ts';
import { useLinkState } from '../link-state.ts';
import { removeMarkers } from '../markers.ts';
import type { Outcome } from '../outcome.ts';
import { dataWorker } from '../worker.ts';
import { type PairingDoors, type PairingState, runPairing } from './pairing.ts';
import { sleep } from './sleep.ts';

const doors: PairingDoors = {
  ask: () =>
    dataWorker.send('pair', { payload: { build: ownBuild() } }) as Promise<Outcome<Pairing>>,
  sleep,
};

/**
 * Pairs this browser while it has no session, and tells the server which build it runs.
 *
 * @param account whose data is open on this page
 */
export function usePairing(account: string): PairingState {
  const [pairing, setPairing] = useState<PairingState>({ state: 'asking' });
  const isRefused = useLinkState().state === 'refused';
  useEffect(() => {
    const over = new AbortController();
    void runPairing(doors, over.signal, (state) => {
      setPairing(state);
      if (state.state !== 'done' || !isRefused) return;
      // From here on it is a display, whoever was signed in before.
      if (state.name !== undefined) removeMarkers();
      void openConsole(account);
    });
    return () => over.abort();
  }, [account, isRefused]);
  return pairing;
}
