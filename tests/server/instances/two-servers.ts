import { onTestFinished } from 'vitest';
import { environmentOf } from '../engine.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';

interface Options extends Omit<NonNullable<Parameters<typeof startServer>[0]>, 'env'> {
  /** Environment variables of their store of bundles; a directory by default. */
  readonly storeEnv?: Record<string, string>;
}

/** Two instances of one database, without peers; closed with the test. */
export async function startTwoServers({
  storeEnv,
  ...options
}: Options = {}): Promise<[TestServer, TestServer]> {
  const place = await temporaryDir();
  const directory = { BUNDLE_STORE: `file:${place}/bundles` };
  const shared = { ...(await environmentOf(place)), ...(storeEnv ?? directory) };
  const start = async () => {
    const env = { ...shared, DATA_DIR: await temporaryDir() };
    const server = await startServer({ alone: true, ...options, env });
    onTestFinished(server.close);
    return server;
  };
  return [await start(), await start()];
}
