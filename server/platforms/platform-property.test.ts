import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';
import { assertConsistent } from '../../tests/server/platforms/platform-model.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

test('any sequence of changes, rounds and leaders leaves what is measured consistent', async () => {
  const env = { DATA_DIR: await temporaryDir() };
  const listening = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const rig = {
    now: Date.now(),
    open: typeof address === 'object' && address ? address.port : 0,
    admin: { username: '', password: '' },
    servers: [] as TestServer[],
    async changeLeader() {
      await rig.servers.pop()?.close();
      const options = { env, configure: quietMesh() };
      rig.servers.push(await startServer({ ...options, now: () => rig.now }));
    },
  };
  onTestFinished(async () => {
    await rig.servers[0]?.close();
    await new Promise((resolve) => listening.close(resolve));
  });
  await rig.changeLeader();
  rig.admin = (await rig.servers[0]?.signUp()) ?? rig.admin;
  await assertConsistent(rig, { numRuns: 12, stepsMax: 14 });
  expect(rig.servers).toHaveLength(1);
});
