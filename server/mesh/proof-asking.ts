import { randomBytes } from 'node:crypto';
import { PROOFS_LISTED_MAX } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { ProofRow, ProofStatus } from '../../contract/shapes/proof.ts';
import {
  type Challenge,
  dropChallenges,
  findChallenge,
  listOpenChallenges,
  listRecentChallenges,
  saveChallenge,
} from '../store/challenges.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import type { Caller } from './caller.ts';
import { ended, type Factor, isOpen, withFactor } from './challenge.ts';
import type { Clock } from './clock.ts';
import type { Life } from './life.ts';
import type { Duties } from './peer.ts';
import { createProofRecord } from './proof-record.ts';
import { createProofViews } from './proof-views.ts';
import type { Named } from './roster.ts';
import { BusyError } from './turns.ts';

interface AskingParts {
  readonly platforms: readonly Named[];
  readonly db: Database;
  readonly journal: Journal;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly life: Pick<Life, 'run' | 'signal'>;
  /** @returns whether the peer publishes the signed nonce now */
  readonly readsFile: (challenge: Challenge, signal: AbortSignal) => Promise<boolean>;
  /** @returns whether a token is the peer's signature under the challenge */
  readonly fits: (token: string, challenge: Challenge) => Promise<boolean>;
}

export interface ProofOrder {
  /** Platform id or domain. */
  readonly peer: string;
  readonly deadlineSec: number;
  readonly origin: string;
}

/** The asking side of proofs: starts them, counts their factors, ends them at their deadline. */
export interface ProofAsking {
  /** @returns the challenge's id, or null for a peer that is not configured. Throws BusyError. */
  start(order: ProofOrder): Promise<string | null>;
  status(id: string): Promise<ProofStatus | undefined>;
  /** The ones started last, newest first. */
  recent(): Promise<ProofRow[]>;
  countOpen(): Promise<number>;
  /** Takes up the challenges that an earlier process left open. */
  resume(): Promise<void>;
  readonly callback: Duties['callback'];
}

const OPEN_MAX = 16;
const RETRY_AFTER_SEC = 10;
/** An asked peer publishes at once, so the first look follows soon. */
const ASK_AGAIN_MS = 500;
const LOOK_EVERY_MS = 1_000;
const KEEP_MS = 24 * 60 * 60 * 1000;
const ID_BYTES = 24;

export function createProofAsking(parts: AskingParts): ProofAsking {
  const { platforms, db, journal, caller, clock, life } = parts;
  const open = new Set<string>();
  const views = createProofViews(platforms);

  const step = createProofRecord({ platforms, journal, now: clock.now });
  const count = (id: string, factor: Factor) =>
    step(id, (challenge) => withFactor(challenge, factor, clock.now()));

  const end = (id: string) => step(id, (challenge) => ended(challenge, clock.now()));

  async function askPeer({ id, peer, nonce, origin, deadline }: Challenge): Promise<void> {
    const said = { challenge: id, nonce, origin, deadline };
    const heard = await caller.call(peer, 'proof', said, life.signal);
    if (!heard.ok) return;
    await (heard.value.answer.accepted ? count(id, 'server') : end(id));
  }

  /** Asks for what is still missing. */
  async function look(challenge: Challenge): Promise<void> {
    if (challenge.serverAt === null) await askPeer(challenge);
    else if (challenge.fileAt === null && (await parts.readsFile(challenge, life.signal)))
      await count(challenge.id, 'file');
  }

  /** Looks again until everything is there, the peer has refused, or the time is over. */
  async function pursue(id: string): Promise<void> {
    while (!life.signal.aborted) {
      const challenge = await findChallenge(db, id);
      if (challenge === undefined || challenge.endedAt !== null) return;
      if (!isOpen(challenge, clock.now())) return end(id);
      await look(challenge);
      const left = challenge.deadline - clock.now();
      const pause = challenge.serverAt === null ? ASK_AGAIN_MS : LOOK_EVERY_MS;
      await clock.sleep(Math.max(0, Math.min(pause, left)), life.signal);
    }
  }

  function follow(id: string): void {
    open.add(id);
    life.run('proof', () => pursue(id).finally(() => open.delete(id)));
  }

  return {
    async start({ peer, deadlineSec, origin }) {
      const platform = platforms.find(({ id, domain }) => id === peer || domain === peer);
      if (platform === undefined) return null;
      if (open.size >= OPEN_MAX)
        throw new BusyError('Too many proofs are under way', RETRY_AFTER_SEC);
      const now = clock.now();
      const challenge = newChallenge(platform.id, { now, deadlineSec, origin });
      open.add(challenge.id);
      try {
        await journal.commit(async (tx, tell) => {
          await dropChallenges(tx, now - KEEP_MS);
          await saveChallenge(tx, challenge);
          tell(keyOf('proofs'), 'prepend', [views.row(challenge)]);
        });
      } catch (error) {
        open.delete(challenge.id);
        throw error;
      }
      follow(challenge.id);
      return challenge.id;
    },
    async status(id) {
      const challenge = await findChallenge(db, id);
      return challenge && views.status(challenge, clock.now());
    },
    recent: async () => (await listRecentChallenges(db, PROOFS_LISTED_MAX)).map(views.row),
    countOpen: async () => (await listOpenChallenges(db)).length,
    async resume() {
      for (const { id } of await listOpenChallenges(db)) follow(id);
    },
    async callback(from, { challenge: id, token }) {
      const challenge = await findChallenge(db, id);
      const known = challenge?.peer === from && isOpen(challenge, clock.now());
      if (!known || !(await parts.fits(token, challenge))) return { taken: false };
      await count(id, 'callback');
      return { taken: true };
    },
  };
}

function newChallenge(
  peer: string,
  { now, deadlineSec, origin }: { now: number; deadlineSec: number; origin: string },
): Challenge {
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    peer,
    nonce: randomBytes(ID_BYTES).toString('base64url'),
    origin,
    createdAt: now,
    deadline: now + deadlineSec * 1000,
    serverAt: null,
    callbackAt: null,
    fileAt: null,
    endedAt: null,
  };
}
