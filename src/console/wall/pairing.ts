import { useEffect, useState } from 'react';
import type { Pairing } from '../../../contract/shapes/display.ts';
import { hasMarker, removeMarkers } from '../../device/markers.ts';
import { ownBuild } from '../../device/product.ts';
import { messageOf, type Outcome } from '../../shared/outcome.ts';
import { sleep } from '../../shared/time.ts';
import { useConnection } from '../connection.ts';
import { beginAnew, openConsole } from '../session.ts';
import { workerClient } from '../worker-client.ts';

/**
 * How a wall becomes a display without anybody signing in on it: it shows a code, asks every few seconds
 * whether somebody has approved it, and asks for another when that one has run out. The session comes as a
 * cookie that no script reads.
 */
export type PairingState =
  | { readonly state: 'asking' }
  | { readonly state: 'waiting'; readonly code: string; readonly expiresAt: number }
  /** It cannot be had now, or not from this server; it is asked for again. */
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'done'; readonly name: string | undefined };

interface PairingDeps {
  readonly ask: () => Promise<Outcome<Pairing>>;
  /** Resolves after the time, or at once when the signal ends. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const ASK_EVERY_MS = 3000;
const ASK_AGAIN_MS = 15_000;

/** Asks until this browser may read, or the signal ends it. */
export async function runPairing(
  { ask, sleep }: PairingDeps,
  signal: AbortSignal,
  onState: (state: PairingState) => void,
): Promise<void> {
  while (!signal.aborted) {
    const outcome = await ask();
    if (signal.aborted) return;
    const state = stateOf(outcome);
    onState(state);
    if (state.state === 'done') return;
    await sleep(state.state === 'failed' ? ASK_AGAIN_MS : ASK_EVERY_MS, signal);
  }
}

/**
 * Pairings of one browser run one after the other: of two answers to a browser without a code the one that comes last would be
 * kept, whichever code is shown.
 *
 * @returns `runPairing`, which begins when the last one has its answer
 */
export function pairInTurn(deps: PairingDeps) {
  let last: Promise<void> = Promise.resolve();
  return (signal: AbortSignal, onState: (state: PairingState) => void): Promise<void> => {
    last = last.then(() => runPairing(deps, signal, onState));
    return last;
  };
}

function stateOf(outcome: Outcome<Pairing>): PairingState {
  if (!outcome.ok) return { state: 'failed', text: failureText(outcome) };
  const { state, code = '', expiresAt = 0, name } = outcome.data;
  return state === 'waiting' ? { state, code, expiresAt } : { state: 'done', name };
}

function failureText(failure: { status: number; text: string }): string {
  if (failure.status === 404) return 'This server has no pairing of displays.';
  if (failure.status === 0) return 'The server does not answer.';
  return messageOf(failure) ?? `The server answered ${failure.status}.`;
}

const pairHere = pairInTurn({
  ask: () =>
    workerClient.send('pair', { payload: { build: ownBuild() } }) as Promise<Outcome<Pairing>>,
  sleep,
});

/** Whoever was signed in before is not any more; what that account has not sent stays for it. */
function becomeDisplay(): Promise<never> {
  removeMarkers();
  return beginAnew();
}

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
    void pairHere(over.signal, (state) => {
      setPairing(state);
      if (state.state !== 'done' || !isRefused) return;
      void (state.name !== undefined && hasMarker() ? becomeDisplay() : openConsole(account));
    });
    return () => over.abort();
  }, [account, isRefused]);
  return pairing;
}
