import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SERVER_VARIABLE } from '../tests/server/postgres.ts';
import { startEmbedded } from '../tests/server/postgres-server.ts';

/** As an operator runs it: what is committed is on the disk. The tests' own server gives that up. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'autovacuum=on'];

interface DurableServer {
  readonly url: string;
  /** For good. */
  stop(): Promise<void>;
}

/** Lets `createTestDatabase` use a durable server while `work` runs, which may stop it before. */
export async function withDurablePostgres<T>(
  work: (server: DurableServer) => Promise<T>,
): Promise<T> {
  const server = await startEmbedded(DURABLE.flatMap((setting) => ['-c', setting]));
  process.env[SERVER_VARIABLE] = server.url;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  try {
    return await work({ url: server.url, stop });
  } finally {
    delete process.env[SERVER_VARIABLE];
    await stop();
  }
}

/** @returns the environment variables of instances that share a database, and bundles below a directory */
export const sharedEnvironment = (databaseUrl: string, dataDir: string) => ({
  SECRET_KEY: randomBytes(32).toString('base64url'),
  DATABASE_URL: databaseUrl,
  BUNDLE_STORE: `file:${join(dataDir, 'bundles')}`,
});
