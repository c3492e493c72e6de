import { useEffect, useState } from 'react';
import type { Pairing } from '../../../contract/shapes/display.ts';
import { ownBuild } from '../../product.ts';
import type { Outcome } from '../../shared/outcome.ts';
import { sleep } from '../../shared/time.ts';
import { useConnection } from '../connection.ts';
import { removeMarkers } from '../markers.ts';
import { openConsole } from '../session.ts';
import { workerClient } from '../worker-client.ts';
import { type PairingDeps, type PairingState, runPairing } from './pairing.ts';

const deps: PairingDeps = {
  ask: () =>
    workerClient.send('pair', { payload: { build: ownBuild() } }) as Promise<Outcome<Pairing>>,
  sleep,
};

/**
 * Pairs this browser while it has no session, and reports its build to the server.
 *
 * @param account whose data is open on this page
 */
export function usePairing(account: string): PairingState {
  const [pairing, setPairing] = useState<PairingState>({ state: 'asking' });
  const isRefused = useConnection().state === 'refused';
  useEffect(() => {
    const over = new AbortController();
    void runPairing(deps, over.signal, (state) => {
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
