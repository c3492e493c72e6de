import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { type AlertRig, openAlertRig } from '../../tests/server/alerts/alert-rig.ts';

vi.setConfig({ testTimeout: 120_000 });

/**
 * Random incidents, people, maintenance, restarts and broken lines: nothing is sent twice, nothing in maintenance, nothing
 * of which somebody has said that they are on it, and in the end everything that is still true, apart from what was given
 * up after the last attempt.
 */

const REPEAT_MIN = 15;
const PLATFORMS = ['archive', 'forge'] as const;
const NAMES = { archive: 'Archive', forge: 'Forge' };
type Name = (typeof PLATFORMS)[number];

/** What really is the case. */
interface Truth {
  readonly id: number;
  readonly platform: Name;
  status: 'warning' | 'error';
  acknowledged: boolean;
  planned: boolean;
  open: boolean;
}

type Step =
  | { readonly do: 'probe'; readonly platform: Name; readonly found: 'up' | 'warning' | 'error' }
  | { readonly do: 'acknowledge' | 'maintenance'; readonly platform: Name }
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'restart' | 'line' };

const platform = fc.constantFrom(...PLATFORMS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('probe' as const),
      platform,
      found: fc.constantFrom('up' as const, 'warning' as const, 'error' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      minutes: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('acknowledge' as const, 'maintenance' as const),
      platform,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'line' as const) }) },
);

/** A push that needs no further attempt. */
interface Ended {
  readonly truth: Truth;
  readonly title: string;
  readonly at: number;
  readonly state: 'sent' | 'failed';
}

async function world(rig: AlertRig) {
  const truths: Truth[] = [];
  const openOf = (name: Name) => truths.find((one) => one.platform === name && one.open);
  const ended: Ended[] = [];
  const wrong: string[] = [];

  function isTrue({ platform, open, acknowledged, planned }: Truth, title: string): boolean {
    if (title === `${NAMES[platform]} is back`) return !open && openOf(platform) === undefined;
    return open && !acknowledged && !planned && !rig.inMaintenance.has(platform);
  }

  rig.onPush = ({ title, url }, isLast) => {
    const truth = truths.find(({ id }) => url === `/incidents/${id}`);
    const state = rig.outcome.state === 'sent' ? 'sent' : 'failed';
    if (truth === undefined || !isTrue(truth, title)) wrong.push(title);
    else if (state === 'sent' || isLast) ended.push({ truth, title, at: rig.clock.now(), state });
  };

  async function probe(name: Name, found: 'up' | 'warning' | 'error') {
    const truth = openOf(name);
    const planned = rig.inMaintenance.has(name);
    if (truth === undefined) {
      if (found === 'up') return;
      const id = await rig.open(name, { status: found, planned });
      truths.push({ id, platform: name, status: found, acknowledged: false, planned, open: true });
    } else if (found === 'up') {
      truth.open = false;
      await rig.change(truth.id, { endedAt: rig.clock.now() });
    } else {
      if (found === 'error') truth.status = found;
      truth.planned &&= planned;
      await rig.change(truth.id, { status: truth.status, planned: truth.planned });
    }
  }

  async function acknowledge(name: Name) {
    const truth = openOf(name);
    if (truth === undefined) return;
    truth.acknowledged = !truth.acknowledged;
    const who = { by: 'ada', at: rig.clock.now(), note: '' };
    await rig.change(truth.id, { acknowledgement: truth.acknowledged ? who : null });
  }

  async function run(one: Step): Promise<void> {
    switch (one.do) {
      case 'probe':
        return probe(one.platform, one.found);
      case 'acknowledge':
        return acknowledge(one.platform);
      case 'maintenance':
        if (!rig.inMaintenance.delete(one.platform)) rig.inMaintenance.add(one.platform);
        return;
      case 'line':
        rig.outcome =
          rig.outcome.state === 'sent' ? { state: 'later', error: 'cut' } : { state: 'sent' };
        return;
      case 'restart':
        return rig.restart();
      default:
        return rig.pass(one.minutes * MINUTE_MS);
    }
  }

  /** Everything is well, apart from the platforms. */
  async function calmDown() {
    rig.outcome = { state: 'sent' };
    rig.inMaintenance.clear();
    for (const truth of truths.filter(({ open }) => open)) {
      if (truth.acknowledged) await acknowledge(truth.platform);
      if (truth.planned) await probe(truth.platform, truth.status);
    }
    await rig.pass(90 * MINUTE_MS);
  }
  return { truths, openOf, ended, wrong, run, calmDown };
}

/** What one incident was alerted with, in the end. */
function check(truth: Truth, ended: readonly Ended[], isBack: boolean): void {
  const name = NAMES[truth.platform];
  const sent = ended.filter(({ state }) => state === 'sent');
  const count = (title: string) => ended.filter((one) => one.title === title).length;
  const { open, status } = truth;
  expect(count(`${name} is slow`)).toBeLessThanOrEqual(1);
  expect(count(`${name} is down`)).toBeLessThanOrEqual(1);
  if (open && status === 'error') expect(count(`${name} is down`)).toBe(1);
  expect(count(`${name} is back`)).toBeLessThanOrEqual(!open && sent.length > 0 ? 1 : 0);
  if (isBack && sent.length > 0) expect(count(`${name} is back`)).toBe(1);
  if (open) expect(sent.length).toBeGreaterThan(0);
  // A broken line may bring two repetitions nearer to each other, but never together.
  const times = sent.filter(({ title }) => title.includes(' still ')).map(({ at }) => at);
  expect(new Set(times).size).toBe(times.length);
}

const find = (found: 'up' | 'error'): Step => ({ do: 'probe', platform: 'archive', found });
const pass = (minutes: number): Step => ({ do: 'pass', minutes });
const LINE: Step = { do: 'line' };
/** The line is broken for longer than all attempts take. */
const GIVEN_UP: [Step[]][] = [
  [[find('error'), LINE, pass(80)]],
  [[find('error'), pass(2), LINE, find('up'), pass(80)]],
];

test('every alert is sent once while it is true, and none that is not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const rig = await openAlertRig();
      try {
        await rig.setRule({ status: 'warning', afterSec: 60, repeatMin: REPEAT_MIN });
        const { truths, openOf, ended, wrong, run, calmDown } = await world(rig);
        for (const one of steps) {
          await run(one);
          await rig.pass(0);
        }
        await calmDown();
        expect(wrong).toEqual([]);
        expect(rig.errors).toEqual([]);
        for (const truth of truths)
          check(
            truth,
            ended.filter((one) => one.truth === truth),
            openOf(truth.platform) === undefined,
          );
      } finally {
        await rig.close();
      }
    }),
    { numRuns: 25, examples: GIVEN_UP },
  );
});
