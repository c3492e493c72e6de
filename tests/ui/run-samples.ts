import { HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import type { Run, Runs } from '../../contract/shapes/run.ts';
import { LONG_TEXT, NOW } from './samples.ts';

const run = (id: number, more: Partial<Run>): Run => ({
  ...{ id, rid: null, state: 'success', startedAt: null, endedAt: null, exitStatus: null },
  ...{ message: '', hasLog: false },
  ...more,
});
const ago = (hours: number) => NOW - hours * HOUR_MS;
const RID = '018f3b7a-5d2c-7000-8000-00000000000a';

/** The last runs of a job: one of each kind. */
export const RUNS: Runs = {
  dueAt: NOW + 9 * HOUR_MS,
  graceSec: 30 * 60,
  runs: [
    run(6, { state: 'running', startedAt: NOW - 5 * MINUTE_MS, rid: RID }),
    run(5, { state: 'running', startedAt: ago(2) }),
    run(4, {
      ...{ state: 'fail', startedAt: ago(3), endedAt: ago(3) + 42_000, exitStatus: 3 },
      ...{ message: 'exit status 3', hasLog: true },
    }),
    run(3, { startedAt: ago(27), endedAt: ago(27) + 754_000, exitStatus: 0, hasLog: true }),
    run(2, { state: 'lost', startedAt: ago(50), rid: RID }),
    run(1, { state: 'fail', endedAt: ago(51), message: LONG_TEXT }),
  ],
};

export const JOB_LOG = {
  id: 4,
  log: 'dump of 12 databases\n  orders: 1.2 GB\nwrite error: no space left on device',
};
