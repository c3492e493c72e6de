import { MINUTE_MS } from '../../../contract/limits.ts';

/** @returns so many minutes of a history, from that moment on, in which a platform was up */
export const minutesUp = (platform: string, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ platform, at: from + i * MINUTE_MS, spanMs: MINUTE_MS, worst: 0 },
    ...{ upMs: MINUTE_MS, lateMs: 0, downMs: 0, plannedMs: 0 },
    ...{ answered: 0, latencyMin: null, latencyMax: null, latencyHistogram: '' },
  }));
