import { PROBE } from '../../../../contract/platform-limits.ts';
import { type Fields, NEW_ADDRESS, type Reached } from '../import/candidate.ts';

/** How much later than its interval a platform may report itself by default. */
const GRACE_SEC = 60;

/** @returns how what reports itself every so many seconds, or so much later, is probed */
export function reporting(sec: number, graceSec = 0): Reached {
  const everySec = Math.min(Math.max(Math.round(sec), PROBE.everySecMin), PROBE.everySecMax);
  const grace = graceSec > GRACE_SEC && { graceSec: Math.min(graceSec, PROBE.everySecMax) };
  return {
    platform: { kind: 'report', everySec, ...grace },
    changes: [
      NEW_ADDRESS,
      everySec !== sec && `It is to call every ${everySec} s, and not every ${sec} s.`,
      graceSec > PROBE.everySecMax &&
        `It may be ${PROBE.everySecMax} s late, and not ${graceSec} s.`,
    ],
  };
}

export const everySecOf = ({ interval }: Fields): number => Number(interval) || 60;
export const retriesOf = ({ maxretries }: Fields): number => Number(maxretries) || 0;

export function reportOfKuma(monitor: Fields): Reached {
  const waitSec = Number(monitor.retryInterval) || everySecOf(monitor);
  return reporting(everySecOf(monitor), retriesOf(monitor) * waitSec);
}
