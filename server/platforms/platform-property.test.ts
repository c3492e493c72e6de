import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Incident } from '../../contract/shapes/incident.ts';
import type { Connection, HistorySlot, MeshHistory } from '../../contract/shapes/mesh.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

/** Whatever admins do while platforms are probed and leaders change, what is measured stays consistent. */

let dir: string;
let now = Date.now();
let server: TestServer;
let cookie: string;
let admin: { username: string; password: string };
/** Takes connections. */
let listening: Server;
let open = 0;
/** Nothing listens there. */
const CLOSED = 9;

async function start(): Promise<void> {
  server = await startServer({
    now: () => now,
    env: { DATA_DIR: dir },
    configure: (config) => ({
      ...config,
      mesh: {
        ...config.mesh,
        // Rounds are made by steps and changes alone, and a busy machine makes nothing late.
        probe: { intervalSec: 3600, lateMs: 20_000, timeoutMs: 30_000 },
        heartbeat: { enabled: false, intervalSec: 30 },
        platforms: [],
      },
    }),
  });
}
beforeEach(async () => {
  dir = await temporaryDir();
  listening = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  open = typeof address === 'object' && address ? address.port : 0;
  await start();
  admin = await server.signUp();
});
afterEach(async () => {
  await server.close();
  await new Promise((resolve) => listening.close(resolve));
});

const get = async <T>(path: string): Promise<T> => (await server.call(path, { cookie })).json();
async function post(path: string, json: object) {
  const answer = await server.call(path, { cookie, json });
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
  ...{ kind: 'tcp', name, host: '127.0.0.1', port: isUp ? open : CLOSED },
});

type Step = (model: Model) => Promise<unknown>;

const PLATFORMS = '/api/mesh/platforms';
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
  server.call('/api/mesh/manual-reconnect', { cookie, method: 'POST' }).then(({ status }) => {
    expect(status).toBe(200);
  });
/** Another leader begins where this one has ended. */
const changeLeader: Step = async () => {
  await server.close();
  await start();
};

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
/** Each with the time before it. */
const stepsOf = fc.array(fc.tuple(stepOf, fc.integer({ min: 0, max: 20_000 })), {
  minLength: 4,
  maxLength: 14,
});

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
    expect(endedAt ?? now).toBeGreaterThanOrEqual(startedAt);

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
    expect((await server.call(`${PLATFORMS}/${id}`, { cookie })).status).toBe(404);
  expect(incidents.filter(({ platform }) => erased.has(platform))).toEqual([]);
  for (const table of ['probes', 'probeSpans', 'incidents'] as const) {
    const rows = await server.node.db.selectFrom(table).select('platform').execute();
    expect(rows.filter(({ platform }) => erased.has(platform))).toEqual([]);
  }
}

test('any sequence of changes, rounds and leaders leaves what is measured consistent', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf, async (steps) => {
      // Removals ask for an identity that was proved lately.
      const { username, password } = admin;
      const signedIn = await server.call('/api/auth/login', { json: { username, password } });
      cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      for (const { id } of await get<{ id: string }[]>(PLATFORMS))
        await post(`${PLATFORMS}/${id}/remove`, { history: 'erase' });
      const model: Model = { platforms: [], erased: new Set(), removed: new Set() };
      for (const [step, ms] of steps) {
        now += ms;
        await step(model);
      }
      await vi.waitFor(() => expectConsistent(model), { timeout: 10_000, interval: 20 });
    }),
    { numRuns: 12, seed: 20261126 },
  );
});
