import { onTestFinished } from 'vitest';
import { type Clock, createClock } from '../../server/base/clock.ts';
import { createLoops, type Loops } from '../../server/base/loop.ts';
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts';
import { startServer } from './start-server.ts';

/**
 * A server whose time passes `faster`, and whose loops hang from inside for as long as `stuck` has their name. Alerts of everything
 * arrive as `titles`. Closed with the test.
 */
export async function startWithStuckLoops(
  faster: number,
  options: Parameters<typeof startServer>[0] = {},
) {
  const stuck = new Set<string>();
  const real = createClock();
  const begin = real.now();
  const clock: Clock = {
    now: () => begin + (real.now() - begin) * faster,
    elapsed: () => real.elapsed() * faster,
    sleep: (ms, signal) => real.sleep(ms < 1000 ? ms : ms / faster, signal),
  };
  const loops = createLoops(clock);
  const repeat: Loops['repeat'] = (options, run) =>
    loops.repeat(options, (signal) =>
      stuck.has(options.name) ? new Promise<never>(() => undefined) : run(signal),
    );
  const receiver = await startWebhookReceiver();
  const env = { ...options.env, ALERT_PRIVATE_TARGETS: '127.0.0.1' };
  const server = await startServer({
    ...{ ...options, env, clock, loops: { ...loops, repeat } },
    // A probe has as long as if time passed as usual.
    configure: ({ mesh, ...config }) => ({
      ...config,
      mesh: { ...mesh, probe: { ...mesh.probe, timeoutMs: 1000 * faster } },
    }),
  });
  onTestFinished(async () => {
    await server.close();
    await receiver.close();
  });
  const { cookie } = await server.signUp();
  const read = async (path: string) => (await server.call(path, { cookie })).json();
  const set = async (path: string, json: unknown) => {
    const answer = await server.call(path, { cookie, json });
    if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
  };
  const channel = { kind: 'webhook', name: 'Hook', enabled: true, template: 'json' };
  await set('/api/alerts/channels', { ...channel, url: receiver.url });
  const channels = (await read('/api/alerts/channels')).map(({ id }: { id: string }) => id);
  await set('/api/alerts/rules/1', {
    ...{ name: 'All', enabled: true, platforms: [], status: 'error', afterSec: 0 },
    ...{ repeatMin: null, recovered: true, quiet: null, channels },
  });
  return {
    ...{ server, loops, stuck, cookie, read, set },
    /** @returns the reasons of `/readyz`; none: it is ready */
    async reasons(): Promise<string[]> {
      return (await (await server.call('/readyz')).json()).reasons ?? [];
    },
    /** Of the alerts that arrived, oldest first. */
    titles: () => receiver.received.map(({ body }) => String(JSON.parse(body).title)),
    /** Of the first incident of this node. */
    async own(): Promise<{ cause: string; endedAt: number | null } | undefined> {
      return (await read('/api/incidents')).find(
        ({ scope }: { scope: string }) => scope === 'node',
      );
    },
  };
}
