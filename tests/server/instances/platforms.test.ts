import { expect, test, vi } from 'vitest';
import { startTwoServers } from './two-servers.ts';

const WITHIN = { timeout: 2_000, interval: 20 };
const PLATFORMS = '/api/mesh/platforms';

test('a platform that is added, changed, paused or removed at one instance is so at all, and the leader probes it', async () => {
  const servers = await startTwoServers({
    configure: (config) => ({
      ...config,
      mesh: { ...config.mesh, platforms: [], probe: { ...config.mesh.probe, intervalSec: 3600 } },
    }),
  });
  const { cookie } = await servers[0].signUp();
  const seen = (found: readonly string[]) =>
    vi.waitFor(async () => {
      for (const server of servers) {
        const answer = await server.call('/api/mesh/connections', { cookie });
        const list: { name: string; status: string; paused: boolean }[] = await answer.json();
        const shown = list.map((one) => `${one.name} ${one.paused ? 'paused' : one.status}`);
        expect(shown).toEqual(found);
      }
    }, WITHIN);
  const node = { kind: 'mesh', address: 'http://127.0.0.1:9' };

  // One of them leads.
  for (const [index, server] of servers.entries()) {
    const json = { ...node, id: `node-${index}`, name: `Node ${index}` };
    expect((await server.call(PLATFORMS, { cookie, json })).status).toBe(200);
  }
  await seen(['Node 0 error', 'Node 1 error']);
  for (const [index, server] of servers.entries()) {
    const json = { ...node, id: `node-${index}`, name: `Dock ${index}` };
    expect((await server.call(`${PLATFORMS}/node-${index}`, { cookie, json })).status).toBe(200);
  }
  await seen(['Dock 0 error', 'Dock 1 error']);
  for (const [index, server] of servers.entries())
    await server.call(`${PLATFORMS}/node-${index}/pause`, { cookie, json: { paused: true } });
  await seen(['Dock 0 paused', 'Dock 1 paused']);
  for (const [index, server] of servers.entries())
    await server.call(`${PLATFORMS}/node-${index}/remove`, { cookie, json: { history: 'erase' } });
  await seen([]);
});
