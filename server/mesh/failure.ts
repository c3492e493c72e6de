/**
 * Everything that can go wrong with a call to a sister or of a sister, each with its words. A code goes
 * over the wire and into counters; the words complete the sentence "Archive (archive.mesh.example) ...".
 */

/** Why a token, of a call or of an answer, is not believed. */
export const DISTRUST = {
  'no-signature': 'sends no signature',
  malformed: 'sends a signature that cannot be read',
  'unknown-issuer': 'is not a platform of this mesh',
  'unknown-key': 'signs with a key that it does not publish',
  'wrong-identity': 'signs with another key than the configuration names',
  'bad-signature': 'sends a signature that does not fit',
  'wrong-audience': 'sends a signature meant for another platform',
  'wrong-request': 'sends a signature of another request',
  'wrong-body': 'sends a body that is not the signed one',
  'wrong-lifetime': 'sends a signature that is valid for too long',
  'clock-behind': 'sends a signature that has expired (its clock may be behind)',
  'clock-ahead': 'sends a signature from the future (its clock is ahead)',
  'before-start': 'sends a signature older than the start of this process',
  replayed: 'sends a signature that was used before',
  'too-many': 'makes more calls than can be remembered',
} as const;
export type Distrust = keyof typeof DISTRUST;

/** Why no answer came at all. */
export const SILENCE = {
  'no-address': 'has no address in the configuration',
  'forbidden-address': 'resolves to an address that the configuration does not name',
  unreachable: 'cannot be reached',
  'too-late': 'does not answer',
  'broken-off': 'breaks the connection off',
  'too-large': 'answers more than is read',
  redirected: 'answers with a redirect, which is not followed',
  stopped: 'was not asked: this node is stopping',
} as const;
export type Silence = keyof typeof SILENCE;

/** Why an answer is of no use although it came. */
const REFUSAL = {
  refused: 'refuses the calls of this node',
  'refused-clock': 'refuses the calls of this node: the clocks differ',
  'refused-key': 'refuses the calls of this node: it does not know its key',
  'wrong-answer': 'answers what is not understood',
} as const;

const WORDS = { ...DISTRUST, ...SILENCE, ...REFUSAL };
export type Failure = keyof typeof WORDS;

/** @returns the end of a sentence that begins with the platform's name */
export const wordsOf = (failure: Failure): string => WORDS[failure];

/** Nothing came, something came that is not believed, or the sister will not have this node. */
export function kindOf(failure: Failure): 'silence' | 'distrust' | 'refusal' {
  if (failure in SILENCE) return 'silence';
  return failure in DISTRUST ? 'distrust' : 'refusal';
}
