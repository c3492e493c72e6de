import { onTestFinished } from 'vitest';
import { environmentOf } from '../engine.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';

type Options = Omit<NonNullable<Parameters<typeof startServer>[0]>, 'env'>;

/** Two instances of one database, without peers; closed with the test. */
export async function startTwoServers(options: Options = {}): Promise<[TestServer, TestServer]> {
  const place = await temporaryDir();
  const shared = { ...(await environmentOf(place)), BUNDLE_STORE: `file:${place}/bundles` };
  const start = async () => {
    const env = { ...shared, DATA_DIR: await temporaryDir() };
    const server = await startServer({ alone: true, ...options, env });
    onTestFinished(server.close);
    return server;
  };
  return [await start(), await start()];
}
