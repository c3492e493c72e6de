import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { openBundleStore } from '../../../server/bundles/store/open-bundle-store.ts';
import type { BundleStoreConfig } from '../../../server/config/bundle-store-config.ts';
import { type ServerProcess, startProcess } from '../start-process.ts';
import { createCall, signUp, type TestServer } from '../start-server.ts';
import { listed, uploaded } from './uploads/upload-client.ts';

/** The server in a process that can be killed. */
export interface Running extends ServerProcess, Pick<TestServer, 'call'> {}

/** Where the state of a server is. */
export interface Place {
  readonly dataDir: string;
  readonly bundleStore: BundleStoreConfig;
  readonly env: Record<string, string>;
}

export async function start({ dataDir, env }: Place): Promise<Running> {
  const server = await startProcess({ HOST: '127.0.0.1', DATA_DIR: dataDir, ...env });
  if (server.url === undefined) throw new Error(`the server ended: ${server.output.err}`);
  return { ...server, call: createCall(server.url) };
}

export async function kill({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

export async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

interface Uploads {
  /** Of acknowledged bundles, at which the server is killed. */
  readonly count: number;
  readonly newFile: () => Buffer;
}

/** Uploads three at a time, until so many are acknowledged; then kills. @returns SHA-256 by bundle */
async function uploadUntilKilled(server: Running, cookie: string, { count, newFile }: Uploads) {
  const acknowledged = new Map<string, string>();
  const uploadOn = async (): Promise<void> => {
    while (acknowledged.size < count) {
      const file = newFile();
      const bundle = await uploaded(server, cookie, { file }).catch((error: unknown) => {
        // Those in flight as the process dies fail: that is the point. Before that, none may.
        if (!server.child.killed) throw error;
      });
      if (bundle) acknowledged.set(String(bundle.id), hashOf(file));
    }
    server.child.kill('SIGKILL');
  };
  await Promise.all([uploadOn(), uploadOn(), uploadOn()]);
  await server.ended;
  return acknowledged;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function storedHashes(place: Place, ids: Iterable<string>): Promise<Map<string, string>> {
  const store = await openBundleStore(place);
  const hashes = new Map<string, string>();
  for (const id of ids) {
    const bundle = await store.open(id);
    hashes.set(id, hashOf(await bundle.read(0, bundle.size)));
    await bundle.close();
  }
  store.close();
  return hashes;
}

/** @returns the ids of all bundles, once each has its verdict */
export const inspectedIds = (server: Running, cookie: string): Promise<string[]> =>
  vi.waitFor(
    async () => {
      const bundles = await listed(server, cookie);
      expect(new Set(bundles.map(({ status }) => status))).toEqual(new Set(['validated']));
      return bundles.map(({ id }) => String(id)).sort();
    },
    { timeout: 45_000, interval: 200 },
  );

interface Kills {
  readonly rounds: number;
  readonly newFile: () => Buffer;
}

/** Kills and starts again. @returns the ids of all bundles, once the server was stopped */
export async function surviveKills(place: Place, { rounds, newFile }: Kills): Promise<string[]> {
  const acknowledged = new Map<string, string>();
  let ids: string[] = [];
  let server = await start(place);
  const cookie = await signUp(server, 'operator');
  for (let round = 0; round < rounds; round += 1) {
    const count = 3 + Math.floor(Math.random() * 5);
    for (const [id, hash] of await uploadUntilKilled(server, cookie, { count, newFile }))
      acknowledged.set(id, hash);
    server = await start(place);
    ids = await inspectedIds(server, cookie);
    expect(ids).toEqual(expect.arrayContaining([...acknowledged.keys()]));
    expect(await storedHashes(place, acknowledged.keys())).toEqual(acknowledged);
  }
  await stop(server);
  return ids;
}
