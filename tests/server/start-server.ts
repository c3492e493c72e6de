import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createPasswords, type Passwords } from '../../server/accounts/factors/passwords.ts';
import { createClock } from '../../server/base/clock.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import { type MeshNode, type NodeDeps, startNode } from '../../server/node.ts';
import { dropDatabaseOf, environmentOf, fillDataDir } from './engine.ts';

export interface TestServer {
  readonly url: string;
  readonly config: Config;
  readonly node: MeshNode;
  /** Every line that the server logged, parsed. */
  readonly logged: Record<string, unknown>[];
  /** Makes an account (a new name by default). @returns its cookie, ready for a `cookie` header */
  signUp(username?: string): Promise<{ cookie: string; username: string; password: string }>;
  /** `fetch` with the path, the cookie and a JSON body made easy. */
  call(path: string, options?: CallOptions): Promise<Response>;
  close(): Promise<void>;
}

interface CallOptions {
  method?: string;
  cookie?: string;
  json?: unknown;
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

interface Overrides extends NodeDeps {
  /** Epoch milliseconds. */
  now?: () => number;
  /** Environment variables, as they would be set. A given DATA_DIR is left alone at the end. */
  env?: Record<string, string>;
  /** Without peers: nothing happens that the test did not do. */
  alone?: boolean;
  /** Changes the parsed configuration last. */
  configure?: (config: Config) => Config;
}

const ROOT = resolve(import.meta.dirname, '../..');
const PASSWORD = 'a long enough password';
/** As little as argon2 can do, and nothing for a name that nobody has. What a real hash costs is proved in passwords.test.ts. */
const { hash, verify } = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
const CHEAP_PASSWORDS: Passwords = {
  hash,
  verify: async (stored, password) => stored !== undefined && verify(stored, password),
};
const BALLAST_BYTES = 8 * 1024 * 1024;

/** A real server on a free loopback port with a data directory of its own. */
export async function startServer(overrides: Overrides = {}): Promise<TestServer> {
  const { env = {}, alone = false, configure = (config) => config, now, ...deps } = overrides;
  const ownDir = await mkdtemp(join(tmpdir(), 'meridian-test-'));
  await fillDataDir(ownDir);
  // A file that only has the size: to make and write random bytes takes as long as the rest of a start.
  await writeFile(join(ownDir, 'ballast'), '');
  await truncate(join(ownDir, 'ballast'), BALLAST_BYTES);
  const base = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: ownDir, LOG_LEVEL: 'debug' };
  const read = readConfig(
    { ...base, ...(await environmentOf(env.DATA_DIR ?? ownDir)), ...env },
    ROOT,
  );
  const config = configure(alone ? { ...read, mesh: { ...read.mesh, platforms: [] } } : read);
  const logged: Record<string, unknown>[] = [];
  const node = await startNode(config, {
    logTo: { write: (line) => logged.push(JSON.parse(line)) },
    clock: createClock(now),
    passwords: CHEAP_PASSWORDS,
    ...deps,
  });
  const url = `${config.tls ? 'https' : 'http'}://127.0.0.1:${await node.listen()}`;
  let people = 0;
  const call = createCall(url);

  return {
    url,
    config,
    node,
    logged,
    call,
    async signUp(username = `operator-${++people}`) {
      return { cookie: await signUp({ call }, username), username, password: PASSWORD };
    },
    async close() {
      await node.close();
      await dropDatabaseOf(ownDir);
      await rm(ownDir, { recursive: true, force: true });
    },
  };
}

/** @returns `call` of a server at an address */
export function createCall(url: string): TestServer['call'] {
  return async (path, options = {}) => {
    const { method, cookie, json, body, headers = {} } = options;
    return fetch(url + path, {
      method: method ?? (json === undefined && body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    });
  };
}

/** @returns the cookie of a new account */
export async function signUp({ call }: Pick<TestServer, 'call'>, username: string) {
  const response = await call('/api/auth/register', {
    json: {
      username,
      email: 'operator@mesh.example',
      password: PASSWORD,
      sovereignLevel: 'S11.1',
    },
  });
  const cookie = cookieOf(response);
  if (cookie === undefined) throw new Error(`sign-up failed: ${await response.text()}`);
  return cookie;
}

/** @returns `name=value` of the first cookie that the answer sets */
export function cookieOf(response: Response): string | undefined {
  return response.headers.getSetCookie()[0]?.split(';', 1)[0];
}
