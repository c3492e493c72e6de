import { expect, vi } from 'vitest';
import { DAY_MS } from '../../../contract/limits.ts';
import type { Runs } from '../../../contract/shapes/run.ts';
import { quietMesh } from '../mesh/quiet-mesh.ts';
import { startServer } from '../start-server.ts';

export const PLATFORMS = '/api/mesh/platforms';
export const GRACE_SEC = 120;

export type JobRig = Awaited<ReturnType<typeof createJobRig>>;

/** A server whose clock the test moves, for jobs that report themselves. @param env where its data lies, for a test that starts it again */
export async function createJobRig(env: Record<string, string> = {}) {
  // The beginning of a day, so that one span has all runs of a test.
  let now = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
  const start = () => startServer({ env, now: () => now, configure: quietMesh() });
  let server = await start();
  const { cookie } = await server.signUp();
  let jobs = 0;
  const get = async (path: string) => (await server.call(path, { cookie })).json();

  return {
    get,
    now: () => now,
    db: () => server.node.db,
    wait(sec: number) {
      now += sec * 1000;
    },
    nextDay() {
      now = Math.ceil(now / DAY_MS) * DAY_MS;
    },
    async addJob(when: object = { everySec: 3600 }) {
      jobs += 1;
      const json = { kind: 'report', name: `Job ${jobs}`, graceSec: GRACE_SEC, ...when };
      const added = await (await server.call(PLATFORMS, { cookie, json })).json();
      const { id, report, message } = added;
      return {
        id: String(id),
        message: String(message),
        /** @returns the status of the answer */
        async say(behind = '', body?: string) {
          const options = { method: 'POST', ...(body !== undefined && { body }) };
          return (await server.call(report + behind, options)).status;
        },
        runs: async () => ((await get(`${PLATFORMS}/${id}/runs`)) as Runs).runs,
        /** Resolves when a probe has found this. */
        async probed(expected: object) {
          await server.call('/api/mesh/manual-reconnect', { cookie, method: 'POST' });
          const look = async () => {
            const all: { id: string }[] = await get('/api/mesh/connections');
            expect(all.find((one) => one.id === id)).toMatchObject(expected);
          };
          await vi.waitFor(look, { timeout: 10_000, interval: 20 });
        },
      };
    },
    async startAgain() {
      await server.close();
      server = await start();
    },
    close: () => server.close(),
  };
}
