import { PROOF_DEADLINE_SEC } from '../../contract/limits.ts';
import type { Caller } from './caller.ts';
import { CLOCK_TOLERANCE_SEC } from './claims.ts';
import type { Clock } from './clock.ts';
import type { Identity } from './identity.ts';
import type { Life } from './life.ts';
import type { Duties } from './peer.ts';
import { signProof } from './proof-token.ts';
import type { Shelf } from './shelf.ts';

interface AnsweringParts {
  readonly identity: Identity;
  readonly shelf: Shelf;
  /** Calls go to configured platforms at their configured addresses, whatever origin a challenge names. */
  readonly caller: Caller;
  readonly clock: Clock;
  readonly life: Pick<Life, 'run' | 'signal'>;
}

/** Challenges of one platform that may be open at once. */
const OPEN_MAX = 16;
const RETRY_MS = 1_000;
const DEADLINE_MAX_MS = (PROOF_DEADLINE_SEC.max + CLOCK_TOLERANCE_SEC) * 1000;

/** The challenged side: publishes the signed nonce and calls back with it, until it is taken or too late. */
export function createProofAnswering(parts: AnsweringParts): Duties['proof'] {
  const { identity, shelf, caller, clock, life } = parts;
  const open = new Map<string, Set<string>>();

  async function callBack(
    to: string,
    said: { challenge: string; token: string },
    deadline: number,
  ) {
    while (clock.now() < deadline && !life.signal.aborted) {
      const heard = await caller.call(to, 'callback', said, life.signal);
      if (heard.ok) return;
      await clock.sleep(RETRY_MS, life.signal);
    }
  }

  return async (from, said) => {
    const own = open.get(from) ?? new Set<string>();
    open.set(from, own);
    const { challenge, deadline } = said;
    const left = deadline - clock.now();
    if (left <= 0 || left > DEADLINE_MAX_MS) return { accepted: false };
    if (own.has(challenge)) return { accepted: true };
    if (own.size >= OPEN_MAX) return { accepted: false };
    own.add(challenge);
    const token = signProof(identity, from, said);
    if (!(await shelf.publish(challenge, token))) {
      own.delete(challenge);
      return { accepted: false };
    }
    life.run('callback', () =>
      callBack(from, { challenge, token }, deadline).finally(() => own.delete(challenge)),
    );
    return { accepted: true };
  };
}
