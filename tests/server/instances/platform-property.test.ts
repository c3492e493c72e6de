import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../engine.ts';
import { quietMesh } from '../mesh/quiet-mesh.ts';
import { assertConsistent } from '../platforms/platform-model.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';

test('any sequence of changes and rounds, asked of two instances in turn, leaves what is measured consistent', async () => {
  const place = await temporaryDir();
  const shared = { ...(await environmentOf(place)), BUNDLE_STORE: `file:${place}/bundles` };
  const listening = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const rig = {
    now: Date.now(),
    open: typeof address === 'object' && address ? address.port : 0,
    admin: { username: '', password: '' },
    servers: [] as TestServer[],
    /** The older one ends, whether it leads or not. */
    async changeLeader() {
      await rig.servers.shift()?.close();
      await start();
    },
  };
  async function start(): Promise<void> {
    const env = { ...shared, DATA_DIR: await temporaryDir() };
    rig.servers.push(await startServer({ now: () => rig.now, env, configure: quietMesh() }));
  }
  onTestFinished(async () => {
    for (const server of rig.servers) await server.close();
    await new Promise((resolve) => listening.close(resolve));
  });
  await start();
  await start();
  rig.admin = (await rig.servers[0]?.signUp()) ?? rig.admin;
  await assertConsistent(rig, { numRuns: 3, stepsMax: 8 });
  expect(rig.servers).toHaveLength(2);
});
