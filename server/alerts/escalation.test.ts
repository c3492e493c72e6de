import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { type AlertRig, openAlertRig } from '../../tests/server/alerts/alert-rig.ts';
import { addSeenBy, findIncident } from '../incidents/rows.ts';
import { type Decision, listDecisions } from './rows/decisions.ts';
import { saveRota } from './rows/rota.ts';

vi.setConfig({ testTimeout: 120_000 });

const BO = 'https://fcm.googleapis.com/fcm/send/bo';
const STEPS = [
  { afterMin: 10, channels: ['duty'] },
  { afterMin: 20, channels: ['push'] },
];

/** bo is on duty, then cy, who has no device, then ada. */
async function openRig(): Promise<AlertRig> {
  const rig = await openAlertRig();
  await rig.addAccount('bo');
  await rig.addDevice(BO, 'bo');
  await rig.addAccount('cy');
  await putOnDuty(rig, ['bo', 'cy', 'ada']);
  return rig;
}

const putOnDuty = ({ store, clock }: AlertRig, people: string[]) =>
  store.journal.commit((tx) => {
    const since = clock.now();
    const handover = { weekday: 1, time: '09:00', timeZone: 'UTC' };
    return saveRota(tx, { people, ...handover, since, swap: null });
  });

const see = ({ store }: AlertRig, id: number) =>
  store.journal.commit((tx) => addSeenBy(tx, id, 'ada'));

async function eventsOf(
  { store, clock }: { store: Pick<AlertRig['store'], 'db'>; clock: AlertRig['clock'] },
  id: number,
  from = clock.now(),
) {
  const events = (await findIncident(store.db, id))?.events ?? [];
  return events
    .filter(({ kind }) => kind === 'escalation')
    .map(({ at, text }) => `${(at - from) / MINUTE_MS} ${text}`);
}

describe('steps of a rule', () => {
  let rig: AlertRig;
  let start: number;
  let id: number;
  beforeEach(async () => {
    rig = await openRig();
    await rig.setRule({ name: 'Night', steps: STEPS });
    start = rig.clock.now();
    id = await rig.open('archive');
  });
  afterEach(() => rig.close());
  const acknowledge = (by: string | null) =>
    rig.change(id, { acknowledgement: by === null ? null : { by, at: rig.clock.now(), note: '' } });

  test('come after half of their time while nobody has seen it, each to whom it is for', async () => {
    const to: string[] = [];
    rig.onPush = ({ title }, _, endpoint) => to.push(`${title}: ${endpoint.split('/').at(-1)}`);
    await rig.pass(30 * MINUTE_MS);
    // Devices that are alerted at the same time are in no order.
    expect(to.splice(0).sort()).toEqual([
      ...['Archive is down: bo', 'Archive is down: one'],
      ...['Archive is still down: bo', 'Archive is still down: bo', 'Archive is still down: one'],
    ]);
    expect(await eventsOf(rig, id, start)).toEqual([
      '0 Step 1 of 3 of Night: to Web push (devices: 2).',
      '5 Step 2 of 3 of Night: to bo, who is on duty. Early, after half of its time: nobody had seen it.',
      '10 Step 3 of 3 of Night: to Web push (devices: 2). Early, after half of its time: nobody had seen it.',
    ]);
    await rig.change(id, { endedAt: rig.clock.now() });
    await rig.pass(MINUTE_MS);
    expect(to.sort()).toEqual(['Archive is back: bo', 'Archive is back: one']);
  });

  test('come at their time once somebody has seen it, and are skipped while somebody is on it', async () => {
    await rig.pass(2 * MINUTE_MS);
    await see(rig, id);
    await rig.pass(7 * MINUTE_MS);
    await acknowledge('ada');
    await rig.pass(5 * MINUTE_MS);
    await acknowledge(null);
    await rig.pass(10 * MINUTE_MS);
    expect(await eventsOf(rig, id, start)).toEqual([
      '0 Step 1 of 3 of Night: to Web push (devices: 2).',
      '10 Step 2 of 3 of Night is skipped: ada is on it.',
      '20 Step 3 of 3 of Night: to Web push (devices: 2).',
    ]);
  });

  test('do not wait for a day when the clock is set back by one', async () => {
    await rig.pass(0);
    await see(rig, id);
    await rig.store.journal.commit((tx) =>
      tx
        .updateTable('alertDecisions')
        .set((eb) => ({ at: eb('at', '+', 24 * 60 * MINUTE_MS) }))
        .execute(),
    );
    await rig.pass(20 * MINUTE_MS);
    expect((await eventsOf(rig, id, start)).slice(1)).toEqual([
      '1 Step 2 of 3 of Night: to bo, who is on duty.',
      '11 Step 3 of 3 of Night: to Web push (devices: 2).',
    ]);
  });

  test('are skipped in maintenance and once it is over', async () => {
    await rig.pass(0);
    rig.inMaintenance.add('archive');
    await rig.pass(6 * MINUTE_MS);
    await rig.change(id, { endedAt: rig.clock.now() });
    await rig.pass(MINUTE_MS);
    expect((await eventsOf(rig, id, start)).slice(1)).toEqual([
      '5 Step 2 of 3 of Night is skipped: the platform is in maintenance.',
      '6 Step 3 of 3 of Night is skipped: the platform is back.',
    ]);
  });

  test('go on to the next person when whoever is on duty cannot be reached', async () => {
    await putOnDuty(rig, ['gone', 'cy', 'ada']);
    await rig.pass(6 * MINUTE_MS);
    expect((await eventsOf(rig, id, start))[1]).toBe(
      '5 Step 2 of 3 of Night: to ada, who is on duty. Early, after half of its time: nobody had seen it. ' +
        'gone is no operator any more and is skipped. cy has no device that is alerted and is skipped.',
    );
    await putOnDuty(rig, ['cy']);
    await rig.setRule({ name: 'Night', steps: [...STEPS, { afterMin: 40, channels: ['duty'] }] });
    await rig.pass(20 * MINUTE_MS);
    expect((await eventsOf(rig, id, start)).at(-1)).toContain(
      'to nobody. Early, after half of its time: nobody had seen it. cy has no device',
    );
  });

  test('come at once, one after the other, until an alert could be delivered', async () => {
    rig.onPush = (_, __, endpoint) => {
      rig.outcome = endpoint === BO ? { state: 'gone' } : { state: 'sent' };
    };
    const steps = [...STEPS, { afterMin: 30, channels: ['push'] }];
    await rig.setRule({ name: 'Night', channels: ['duty'], steps });
    await rig.pass(20 * MINUTE_MS);
    expect(await eventsOf(rig, id, start)).toEqual([
      '0 Step 1 of 4 of Night: to bo, who is on duty.',
      '0 Step 2 of 4 of Night: to bo, who is on duty. At once: what was sent before could not be delivered.',
      '0 Step 3 of 4 of Night: to Web push (devices: 2). At once: what was sent before could not be delivered.',
      '15 Step 4 of 4 of Night: to Web push (devices: 2). Early, after half of its time: nobody had seen it.',
    ]);
  });
});

type Act =
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'kill'; readonly commits: number }
  | { readonly do: 'takeOver' | 'acknowledge' | 'maintenance' | 'see' | 'end' };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      minutes: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      commits: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['takeOver', 'takeOver', 'acknowledge', 'maintenance', 'see', 'end'] as const),
      ),
    }),
  },
);

async function run(rig: AlertRig, id: number, one: Act) {
  const open = await findIncident(rig.store.db, id);
  const at = rig.clock.now();
  if (one.do === 'pass') await rig.pass(one.minutes * MINUTE_MS);
  else if (one.do === 'kill') rig.kill(one.commits);
  else if (one.do === 'takeOver') await rig.takeOver();
  else if (one.do === 'see') await see(rig, id);
  else if (one.do === 'end') await rig.change(id, { endedAt: open?.endedAt ?? at });
  else if (one.do === 'acknowledge' && open?.endedAt === null)
    await rig.change(id, {
      acknowledgement: open.acknowledgement ? null : { by: 'ada', at, note: '' },
    });
  else if (one.do === 'maintenance' && !rig.inMaintenance.delete('archive'))
    rig.inMaintenance.add('archive');
}

test('each step is sent at most once, and exactly once where nobody is on it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      const rig = await openRig();
      try {
        await rig.setRule({ steps: STEPS, recovered: false });
        const id = await rig.open('archive');
        await rig.pass(0);
        for (const one of acts) {
          await run(rig, id, one);
          await rig.pass(0);
        }
        await rig.takeOver();
        await rig.pass(30 * MINUTE_MS);
        await check(rig, id, acts);
      } finally {
        await rig.close();
      }
    }),
    { numRuns: 25 },
  );
});

async function check({ store: { db }, ...rig }: AlertRig, id: number, acts: readonly Act[]) {
  const decisions = await listDecisions(db, 0);
  const marks = decisions.filter(({ channel }) => channel === 'rule:1');
  const texts = await eventsOf({ ...rig, store: { db } }, id);
  const deliveries = await db
    .selectFrom('alertDeliveries')
    .select(['dedupeKey', 'state'])
    .execute();
  for (const number of [2, 3]) {
    const said = texts.filter((text) => text.includes(`Step ${number} of`));
    const sent = deliveries.filter(({ dedupeKey }) => dedupeKey.includes(`step:1:${number} `));
    checkStep({ number, marks, said, sent: sent.map(({ state }) => state) }, acts);
  }
  const isEnded = (await findIncident(db, id))?.endedAt !== null;
  if (marks.length > 0 && isEnded)
    expect(marks.map(({ step }) => step).sort()).toEqual(['1', '2', '3']);
}

const DISTURBING = new Set(['acknowledge', 'maintenance', 'end']);

interface Step {
  readonly number: number;
  readonly marks: readonly Decision[];
  readonly said: readonly string[];
  readonly sent: readonly string[];
}

function checkStep({ number, marks, said, sent }: Step, acts: readonly Act[]): void {
  const timeOf = (one: number) => marks.find(({ step }) => step === String(one))?.at ?? 0;
  const at = timeOf(number);
  const { afterMin = 0, channels = [] } = STEPS[number - 2] ?? {};
  expect(said).toHaveLength(at === 0 ? 0 : 1);
  const isTaken = at > 0 && !said[0]?.includes('is skipped');
  if (!isTaken) expect(sent).toEqual([]);
  const share = acts[0]?.do === 'see' ? 1 : 0.5;
  if (isTaken) expect(at - timeOf(1)).toBeGreaterThanOrEqual(afterMin * MINUTE_MS * share);
  // A device of bo, or those of ada and bo; one device is not alerted twice at the same time.
  const isAlone = marks.filter((one) => one.at === at).length === 1;
  const count = channels.includes('push') && isAlone ? 2 : 1;
  if (!acts.some((one) => DISTURBING.has(one.do))) expect(sent).toEqual(Array(count).fill('sent'));
}
