import { NO_ANSWER } from './no-answer.ts';

/**
 * Everything that can go wrong in a call from or to a peer. The code goes over the wire and into counters;
 * the text completes "Archive is down: ...".
 */

/** Why a token, of a call or of an answer, was rejected. */
const REJECTIONS = {
  'no-signature': 'no signature',
  malformed: 'unreadable signature',
  'unknown-issuer': 'signed by a platform that is not in this mesh',
  'unknown-key': 'signed with a key that it does not publish',
  'no-key-set': 'something else answers at the address of its keys',
  'wrong-identity': 'signed with a key that the configuration does not name',
  'bad-signature': 'wrong signature',
  'wrong-audience': 'signature meant for another platform',
  'wrong-request': 'signature of another request',
  'wrong-body': 'body differs from the signed one',
  'wrong-lifetime': 'signature valid for too long',
  'clock-behind': 'signature has expired (its clock may be behind)',
  'clock-ahead': 'signature from the future (its clock is ahead)',
  'before-start': 'signature is older than the start of this process',
  replayed: 'signature was used before',
  'too-many': 'more calls than can be remembered',
} as const;
export type Rejection = keyof typeof REJECTIONS;
export const REJECTED = Object.keys(REJECTIONS) as readonly Rejection[];

/** Why an answer that came is of no use. */
const UNUSABLE = {
  refused: 'it refuses the calls of this node',
  'refused-id': 'it refuses the calls of this node: it has no platform with the id of this node',
  'refused-audience':
    'it refuses the calls of this node: it has another id than the configuration says',
  'refused-clock': 'it refuses the calls of this node: the clocks differ',
  'refused-key': 'it refuses the calls of this node: it does not accept the key',
  'refused-no-key': 'it refuses the calls of this node: it cannot read the keys of this node',
  'refused-changed': 'it refuses the calls of this node: they are changed on the way',
  'refused-start': 'it has just started and refuses calls that were signed before',
  'wrong-answer': 'answer not understood',
  'not-reported': 'has not reported itself in time',
  'not-ended': 'a run has begun and not ended in time',
} as const;

/** Failures whose text says what was found: it follows the colon. */
const DETAILED = 'found:';
type DetailedFailure = `${typeof DETAILED}${string}`;
const DETAIL_MAX_CHARS = 200;

/** @param text what an answer was, such as 'answered 503 instead of 200-299' */
export const found = (text: string): Failure =>
  `${DETAILED}${text.replace(/[\p{C}\s]+/gu, ' ').slice(0, DETAIL_MAX_CHARS)}`;

const isDetailed = (code: string): code is DetailedFailure => code.startsWith(DETAILED);

const TEXTS = { ...REJECTIONS, ...NO_ANSWER, ...UNUSABLE };
export type Failure = keyof typeof TEXTS | DetailedFailure;

/** @returns a stored code; null for none, or one of another release */
export const storedFailure = (code: string | null): Failure | null =>
  code !== null && (isDetailed(code) || Object.hasOwn(TEXTS, code)) ? (code as Failure) : null;

/** @returns a reason without a subject, such as 'no answer' */
export const failureText = (failure: Failure): string =>
  isDetailed(failure) ? failure.slice(DETAILED.length) : TEXTS[failure];

/** @returns why a peer refuses this node's calls, from the reason in its 401 */
export function failureForReason(reason: string): Failure {
  if (reason in NO_ANSWER) return 'refused-no-key';
  return FAILURES_BY_REASON.get(reason) ?? 'refused';
}

const FAILURES_BY_REASON: ReadonlyMap<string, Failure> = new Map([
  ['unknown-issuer', 'refused-id'],
  ['wrong-audience', 'refused-audience'],
  ['clock-ahead', 'refused-clock'],
  ['clock-behind', 'refused-clock'],
  ['before-start', 'refused-start'],
  ['no-key-set', 'refused-no-key'],
  ['unknown-key', 'refused-key'],
  ['wrong-identity', 'refused-key'],
  ['bad-signature', 'refused-key'],
  ['wrong-request', 'refused-changed'],
  ['wrong-body', 'refused-changed'],
]);

export function failureKind(failure: Failure): 'no-answer' | 'rejected' | 'unusable' {
  if (failure in NO_ANSWER) return 'no-answer';
  return failure in REJECTIONS ? 'rejected' : 'unusable';
}

/** @returns such as 'Archive is down: no answer' */
export const describeFailure = (name: string, failure: Failure): string =>
  `${name} is ${failureKind(failure) === 'rejected' ? 'not trusted' : 'down'}: ${failureText(failure)}`;

/** @returns the end of a sentence about a platform, such as 'did not answer' */
export const failurePredicate = (failure: Failure): string =>
  failure === 'too-late' ? 'did not answer' : `failed: ${failureText(failure)}`;
