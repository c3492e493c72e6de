import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../../../contract/limits.ts';
import type { Run } from '../../../../contract/shapes/run.ts';
import { createJobRig, GRACE_SEC } from '../../../../tests/server/platforms/job-rig.ts';
import { temporaryDir } from '../../../../tests/server/temporary-dir.ts';

type Known = Pick<Run, 'rid' | 'state' | 'startedAt' | 'endedAt'>;

interface Said {
  readonly word: 'start' | 'success' | 'fail';
  readonly rid: string | null;
  readonly waitSec: number;
}
const STEP = fc.record<Said>({
  word: fc.constantFrom('start', 'success', 'success', 'fail'),
  rid: fc.constantFrom(
    null,
    ...['a', 'b'].map((end) => `018f3b7a-0000-7000-8000-00000000000${end}`),
  ),
  waitSec: fc.integer({ min: 1, max: 2 * GRACE_SEC }),
});

const pathOf = ({ word, rid }: Said) =>
  `${word === 'success' ? '' : `/${word}`}${rid ? `?rid=${rid}` : ''}`;

/** What a report makes of the runs before it: the rules a second time, in memory. */
function addTo(runs: Known[], { word: state, rid }: Said, at: number): void {
  const open = runs.find((run) => run.state === 'running' && run.rid === rid);
  if (state === 'start') {
    if (open) open.state = 'lost';
    runs.push({ rid, state: 'running', startedAt: at, endedAt: null });
  } else if (open) Object.assign(open, { state, endedAt: at });
  else runs.push({ rid, state, startedAt: null, endedAt: at });
}

function statusOf(runs: readonly Known[], now: number): string {
  const ended = runs.filter((run) => run.endedAt !== null);
  const last = ended.toSorted((a, b) => Number(b.endedAt) - Number(a.endedAt))[0];
  const lateAt = runs.flatMap(({ state, startedAt }) =>
    state === 'running' ? Number(startedAt) + GRACE_SEC * 1000 : [],
  );
  if (lateAt.some((at) => at < now && at > Number(last?.endedAt ?? 0))) return 'error';
  return last === undefined ? 'unknown' : last.state === 'fail' ? 'error' : 'connected';
}

/** How long each successful one took that said when it began. */
const timesOf = (runs: readonly Known[]) =>
  runs.flatMap(({ state, startedAt, endedAt }) =>
    state === 'success' && startedAt !== null ? Number(endedAt) - startedAt : [],
  );

test('any order of starts, ends, repetitions and leaders is kept as it was, and counted once', async () => {
  const rig = await createJobRig({ DATA_DIR: await temporaryDir() });
  onTestFinished(() => rig.close());

  async function play(said: readonly Said[], restartAt: number): Promise<void> {
    rig.nextDay();
    const job = await rig.addJob();
    const expected: Known[] = [];
    for (const [place, one] of said.entries()) {
      if (place === restartAt) await rig.startAgain();
      rig.wait(one.waitSec);
      await job.say(pathOf(one));
      addTo(expected, one, rig.now());
    }
    const runs = (await job.runs()).reverse();
    expect(
      runs.map(({ rid, state, startedAt, endedAt }) => ({ rid, state, startedAt, endedAt })),
    ).toEqual(expected);
    const day = await rig
      .db()
      .selectFrom('probeSpans')
      .selectAll()
      .where((eb) => eb.and({ platform: job.id, spanMs: DAY_MS }))
      .executeTakeFirst();
    const times = timesOf(expected);
    expect(day?.answered ?? 0).toBe(times.length);
    expect(day?.latencyMax ?? -Infinity).toBe(Math.max(...times));
    await job.probed({ status: statusOf(expected, rig.now()) });
  }

  const steps = fc.array(STEP, { minLength: 1, maxLength: 12 });
  await fc.assert(fc.asyncProperty(steps, fc.nat({ max: 20 }), play), {
    numRuns: 15,
    endOnFailure: true,
  });
});
