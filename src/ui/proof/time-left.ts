/**
 * Seconds that are left of a challenge now, counted on from the last answer, so that a badge does not stay
 * Active while the server is silent.
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
