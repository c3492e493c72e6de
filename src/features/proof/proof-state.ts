import type { ProofRow, ProofStatus } from '../../../contract/shapes/proof.ts';
import { momentText } from '../../domain/moment.ts';

interface ProofBadge {
  readonly label: string;
  readonly color: 'green' | 'yellow' | 'red' | 'gray';
}

/** One factor of a challenge. */
export interface ProofFactor extends ProofBadge {
  readonly name: string;
  readonly done: boolean;
  /** Epoch milliseconds at which it was completed; undefined when it was not, or the server does not say. */
  readonly at: number | undefined;
}

const REAL_SERVER = 'Real Server';

/** The factors in the order and labels of specification section 4; one that is missing at the end says so. */
export function proofFactors(status: ProofStatus): readonly ProofFactor[] {
  const isOpen = status.time_remaining > 0;
  const isEnded = !isRunning(status);
  // The file is looked for once the peer has answered.
  const isUnchecked = isEnded && status.server_at === null && !status.file_ok;
  return [
    {
      name: REAL_SERVER,
      label: isOpen ? 'Active' : 'Expired',
      color: isOpen || status.verified ? 'green' : 'red',
      done: status.verified || typeof status.server_at === 'number',
      at: status.server_at ?? undefined,
    },
    {
      name: 'Callback',
      label: word(status.callback_ok, 'Received', 'Pending', 'Not received'),
      color: colorOf(status.callback_ok, isEnded),
      done: status.callback_ok,
      at: status.callback_at ?? undefined,
    },
    {
      name: 'Well-known file',
      label: word(
        status.file_ok,
        'Verified',
        'Checking',
        isUnchecked ? 'Not checked' : 'Not found',
      ),
      color: isUnchecked ? 'gray' : colorOf(status.file_ok, isEnded),
      done: status.file_ok,
      at: status.file_at ?? undefined,
    },
  ];

  function word(isDone: boolean, done: string, open: string, missing: string): string {
    if (isDone) return done;
    return isEnded ? missing : open;
  }
}

function colorOf(isDone: boolean, isEnded: boolean): ProofBadge['color'] {
  if (isDone) return 'green';
  return isEnded ? 'red' : 'yellow';
}

/** @returns when a factor was completed, or what it waits for */
export function factorText({ name, done, at, color }: ProofFactor, status: ProofStatus): string {
  if (at !== undefined) return `Completed ${momentText(at, true)}`;
  if (done) return 'Completed';
  if (isRunning(status)) return 'Waiting for the peer';
  if (color === 'gray') return 'The peer did not answer, so it was not looked for';
  if (status.time_remaining > 0) return 'The peer refused the challenge';
  return name === REAL_SERVER ? 'Did not answer in time' : 'Did not arrive in time';
}

/** The final result in the specification's words, and what is missing; while the challenge runs, what it is so far. */
export function proofResult(status: ProofStatus): ProofBadge & { readonly detail: string } {
  if (status.verified)
    return { label: 'VERIFIED', color: 'green', detail: 'All three factors are proven.' };
  if (isRunning(status))
    return {
      label: 'NOT VERIFIED',
      color: 'yellow',
      detail: `so far, ${status.time_remaining} s left`,
    };
  const factors = proofFactors(status);
  const named = (isDone: boolean) => {
    const names = factors.filter(({ done }) => done === isDone).map(({ name }) => name);
    return names.length > 0 && `${isDone ? 'Proven' : 'Missing'}: ${list(names).toLowerCase()}.`;
  };
  const detail = [named(true), named(false)].filter(Boolean).join(' ');
  return { label: 'NOT VERIFIED', color: 'red', detail };
}

function isRunning({ time_remaining: left, ended_at: endedAt }: ProofStatus): boolean {
  return left > 0 && (endedAt === undefined || endedAt === null);
}

/**
 * Seconds that are left of a challenge now, counted on from the last answer, so that a badge does not stay Active while
 * the server is silent.
 *
 * @param remainingSec as answered
 * @param answeredAt server time of the answer, epoch milliseconds; undefined when it is not known
 * @param now server time, epoch milliseconds
 */
export function timeLeftSec(
  remainingSec: number,
  answeredAt: number | undefined,
  now: number,
): number {
  const passedSec = answeredAt === undefined ? 0 : Math.max(0, now - answeredAt) / 1000;
  return Math.max(0, Math.ceil(remainingSec - passedSec));
}

/** @returns how a listed challenge ended, or that it runs */
export function proofOutcome(proof: ProofRow, now: number): ProofBadge {
  if (proof.verified) return { label: 'Verified', color: 'green' };
  const isOpen = proof.endedAt === null && now < proof.deadline;
  return isOpen ? { label: 'Running', color: 'yellow' } : { label: 'Not verified', color: 'red' };
}

/** @returns the factors that were there: 'Server and callback', 'All three factors', 'No factor' */
export function factorsText(proof: ProofRow): string {
  const present = [
    ...(proof.server_ok ? ['server'] : []),
    ...(proof.callback_ok ? ['callback'] : []),
    ...(proof.file_ok ? ['file'] : []),
  ];
  if (present.length === 3) return 'All three factors';
  if (present.length === 0) return 'No factor';
  const text = list(present);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'a', 'a and b', 'a, b and c'. */
const list = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);
