import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection, HistorySlot, MeshHistory } from '../../../contract/shapes/mesh.ts';
import type { TestServer } from '../start-server.ts';

/** Whatever admins do while platforms are probed and leaders change, what is measured stays consistent. */

interface PropertyRig {
  /** Of one database; asked in turn. */
  readonly servers: readonly TestServer[];
  /** Epoch milliseconds. */
  now: number;
  /** A port that takes connections. */
  readonly open: number;
  readonly admin: { readonly username: string; readonly password: string };
  /** Another leader begins where this one has ended. */
  changeLeader(): Promise<void>;
}

/** Of the test that runs. */
let rig: PropertyRig;
let cookie = '';
let turn = 0;
/** Each call is asked of the next one. */
const server = () => rig.servers[turn++ % rig.servers.length] as TestServer;
const get = async <T>(path: string): Promise<T> => (await server().call(path, { cookie })).json();
async function post(path: string, json: object) {
  const answer = await server().call(path, { cookie, json });
  expect(answer.status).toBe(200);
  return answer.json();
}

interface Platform {
  id: string;
  name: string;
  isUp: boolean;
  paused: boolean;
}

/** What there should be. */
interface Model {
  platforms: Platform[];
  /** Ids. */
  erased: Set<string>;
  removed: Set<string>;
}

const payloadOf = ({ name, isUp }: Pick<Platform, 'name' | 'isUp'>) => ({
  ...{ kind: 'tcp', name, host: '127.0.0.1', port: isUp ? rig.open : CLOSED },
});

type Step = (model: Model) => Promise<unknown>;

const PLATFORMS = '/api/mesh/platforms';
/** Nothing listens there. */
const CLOSED = 9;
const NAMES = ['One', 'Two', 'Three'];

const add = (name: string, isUp: boolean): Step =>
  async function add({ platforms }) {
    if (platforms.some((one) => one.name === name)) return;
    const { id } = await post(PLATFORMS, payloadOf({ name, isUp }));
    platforms.push({ id, name, isUp, paused: false });
  };

const withOne = (name: string, work: (one: Platform, model: Model) => Promise<unknown>): Step =>
  async function withOne(model) {
    const one = model.platforms.find((platform) => platform.name === name);
    if (one) await work(one, model);
  };
const change = (name: string, isUp: boolean) =>
  withOne(name, async (one) => {
    one.isUp = isUp;
    await post(`${PLATFORMS}/${one.id}`, payloadOf(one));
  });
const pause = (name: string, paused: boolean) =>
  withOne(name, async (one) => {
    one.paused = paused;
    await post(`${PLATFORMS}/${one.id}/pause`, { paused });
  });
const remove = (name: string, history: 'keep' | 'erase') =>
  withOne(name, async (one, model) => {
    await post(`${PLATFORMS}/${one.id}/remove`, { history });
    model.platforms = model.platforms.filter((other) => other !== one);
    (history === 'erase' ? model.erased : model.removed).add(one.id);
  });

const probe: Step = () =>
  server()
    .call('/api/mesh/manual-reconnect', { cookie, method: 'POST' })
    .then(({ status }) => {
      expect(status).toBe(200);
    });
const changeLeader: Step = () => rig.changeLeader();

const stepOf = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.boolean()).map(([n, up]) => add(n, up)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.boolean()).map(([n, up]) => change(n, up)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.boolean()).map(([n, on]) => pause(n, on)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom('keep' as const, 'erase' as const))
      .map(([name, history]) => remove(name, history)),
  },
  { weight: 4, arbitrary: fc.constant(probe) },
  { weight: 1, arbitrary: fc.constant(changeLeader) },
);
const timesOf = ({ up, late, down, planned, notMeasured }: HistorySlot) => [
  ...[up, late, down, planned ?? 0, notMeasured],
];
const sumOf = (slot: HistorySlot) => timesOf(slot).reduce((sum, ms) => sum + ms, 0);

interface Slots extends Record<'from' | 'to' | 'slotMs', number> {
  readonly slots: readonly HistorySlot[];
}

function expectExact({ from, to, slotMs, slots }: Slots): void {
  slots.forEach((slot, index) => {
    expect(sumOf(slot)).toBe(Math.min(slotMs, to - (from + index * slotMs)));
    expect(Math.min(...timesOf(slot))).toBeGreaterThanOrEqual(0);
  });
}

const wordOf = ({ paused, isUp }: Platform) => (paused ? 'paused' : isUp ? 'connected' : 'error');

/** After a last round everything is known. */
async function expectConsistent(model: Model): Promise<void> {
  const { platforms } = model;
  await probe(model);
  const connections = await get<Connection[]>('/api/mesh/connections');
  expect(connections.map(({ id, status, paused }) => [id, paused ? 'paused' : status])).toEqual(
    platforms.map((one) => [one.id, wordOf(one)]),
  );
  expect(await get('/api/dashboard/stats')).toMatchObject({ meshSize: platforms.length + 1 });

  const incidents = await get<Incident[]>('/api/incidents');
  const ongoing = incidents.filter(({ endedAt }) => endedAt === null);
  const down = platforms.filter((one) => wordOf(one) === 'error').map(({ id }) => id);
  expect(ongoing.map(({ platform }) => platform).sort()).toEqual(down.sort());
  for (const { startedAt, endedAt } of incidents)
    expect(endedAt ?? rig.now).toBeGreaterThanOrEqual(startedAt);

  const mesh = await get<MeshHistory>('/api/mesh/history/1h');
  expect(mesh.platforms.map(({ platform }) => platform).sort()).toEqual(
    platforms.map(({ id }) => id).sort(),
  );
  const { from, to, slotMs } = mesh;
  for (const { slots } of mesh.platforms) expectExact({ from, to, slotMs, slots });
  for (const { id } of platforms) {
    expectExact(await get<Slots>(`${PLATFORMS}/${id}/history/24h`));
  }
  await expectGone(model, incidents);
}

async function expectGone({ erased, removed }: Model, incidents: Incident[]): Promise<void> {
  for (const id of [...erased, ...removed])
    expect((await server().call(`${PLATFORMS}/${id}`, { cookie })).status).toBe(404);
  expect(incidents.filter(({ platform }) => erased.has(platform))).toEqual([]);
  for (const table of ['probes', 'probeSpans', 'incidents'] as const) {
    const rows = await server().node.db.selectFrom(table).select('platform').execute();
    expect(rows.filter(({ platform }) => erased.has(platform))).toEqual([]);
  }
}

interface Runs {
  readonly numRuns: number;
  readonly stepsMax: number;
}

/** @throws with the steps after which something is wrong */
export async function assertConsistent(of: PropertyRig, { numRuns, stepsMax }: Runs) {
  rig = of;
  // Each with the time before it.
  const steps = fc.array(fc.tuple(stepOf, fc.integer({ min: 0, max: 20_000 })), {
    ...{ minLength: 4, maxLength: stepsMax },
  });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      // Removals ask for an identity that was proved lately.
      const { username, password } = rig.admin;
      const signedIn = await server().call('/api/auth/login', { json: { username, password } });
      cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      for (const { id } of await get<{ id: string }[]>(PLATFORMS))
        await post(`${PLATFORMS}/${id}/remove`, { history: 'erase' });
      const model: Model = { platforms: [], erased: new Set(), removed: new Set() };
      for (const [step, ms] of steps) {
        rig.now += ms;
        await step(model);
      }
      await vi.waitFor(() => expectConsistent(model), { timeout: 10_000, interval: 20 });
    }),
    { numRuns, seed: 20261126 },
  );
}
