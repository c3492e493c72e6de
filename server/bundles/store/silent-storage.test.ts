import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { upload } from '../../../tests/server/bundles/uploads/upload-client.ts';
import { startServer } from '../../../tests/server/start-server.ts';
import { createS3, type S3Config } from '../../outgoing/s3.ts';

const LIMITS = { connectMs: 300, silentMs: 300, wholeMs: 600, bytesPerSec: 1_000_000 };
const SLOTS = 4;
const BUCKET = { kind: 's3', bucket: 'bundles', prefix: '', region: 'us-east-1' } as const;
const addressOf = () => `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;

let storage: ReturnType<typeof createServer>;
const sockets = new Set<Socket>();
beforeEach(async () => {
  sockets.clear();
  storage = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
  });
  await new Promise<void>((resolve) => void storage.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  storage.close();
});

test('a storage that accepts and never answers stops neither a start nor the uploads after', async () => {
  const printed = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const bundleStore: S3Config = {
    ...BUCKET,
    limits: LIMITS,
    endpoint: addressOf(),
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  };
  const server = await startServer({
    alone: true,
    configure: (config) => ({ ...config, bundleStore }),
  });
  expect((await server.call('/readyz')).status).toBe(200);
  const said = expect.stringContaining('the storage of bundles does not answer');
  expect(server.logged).toContainEqual(expect.objectContaining({ msg: said }));
  const { cookie } = await server.signUp();
  const send = () => upload(server, cookie, { targetPlatforms: '[]' });
  for (const { status } of await Promise.all(Array.from({ length: SLOTS }, send)))
    expect(status).toBe(503);
  // Their slots ended with them.
  expect((await send()).status).toBe(503);
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
  await server.close();
});

test('what gives this machine its keys and never answers holds up no request, and is asked again', async () => {
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${addressOf()}/keys`);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const s3 = createS3({ ...BUCKET, limits: LIMITS, endpoint: addressOf(), credentials: null });
  for (const asked of [1, 2]) {
    await expect(s3.headBucket({ Bucket: 'bundles' })).rejects.toThrow('no answer');
    expect(sockets.size).toBe(asked);
  }
  s3.destroy();
});
