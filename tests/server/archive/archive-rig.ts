import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { openSecrets } from '../../../server/alerts/channels/channel-secrets.ts';
import { hashed, openStored } from '../../../server/archive/bundle-copy.ts';
import { verifyAudit } from '../../../server/audit/rows/audit-verify.ts';
import type { BundleStore } from '../../../server/bundles/store/bundle-store.ts';
import { openBundleStore } from '../../../server/bundles/store/open-bundle-store.ts';
import { runBackupCommand } from '../../../server/commands/backup-command.ts';
import { runRestoreCommand } from '../../../server/commands/restore-command.ts';
import { type Config, readConfig } from '../../../server/config/config.ts';
import type { Database } from '../../../server/database/database.ts';
import { openNodeBox } from '../../../server/secrets/node-secrets.ts';
import { zipOf } from '../../doubles/zip-writer.ts';
import { uploadAndInspect } from '../bundles/uploads/upload-client.ts';
import { environmentOf } from '../engine.ts';
import { createTestDatabase } from '../postgres.ts';
import { replay } from '../replay.ts';
import { type Browser, login, type Rig, startRig } from '../second-factor/rig.ts';
import { temporaryDir } from '../temporary-dir.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** What each engine has in its environment; a new place with every call. */
export type Place = () => Promise<Record<string, string>>;

export const onSqlite: Place = async () => ({
  DATA_DIR: await temporaryDir(),
  DATABASE_URL: '',
  SECRET_KEY: '',
});

/** Another key than that of any other database. */
export const onPostgres: Place = async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return {
    DATA_DIR: await temporaryDir(),
    DATABASE_URL: database.url,
    SECRET_KEY: createHash('sha256').update(database.url).digest('base64url'),
  };
};

export const onEngine: Place = async () => {
  const DATA_DIR = await temporaryDir();
  return { DATA_DIR, ...(await environmentOf(DATA_DIR)) };
};

export const configOf = (env: NodeJS.ProcessEnv): Config => readConfig(env, ROOT);

/** @returns the lines that the command printed */
export async function backUpTo(
  path: string,
  env: Record<string, string>,
  onLine: (line: string) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const lines: string[] = [];
  const config = configOf(env);
  await runBackupCommand([path], {
    config,
    header: { product: 'test', node: config.mesh.node.id },
    now: Date.now,
    output: new PassThrough(),
    report(line) {
      lines.push(line);
      return onLine(line);
    },
  });
  return lines;
}

export const restoreFrom = (path: string, env: Record<string, string>, ...options: string[]) =>
  runRestore([path, ...(options.length > 0 ? options : ['--keep-access'])], env, new PassThrough());

export const restoreThroughPipe = (input: Readable, env: Record<string, string>) =>
  runRestore(['-', '--keep-access'], env, input);

async function runRestore(args: string[], env: Record<string, string>, input: Readable) {
  const lines: string[] = [];
  await runRestoreCommand(args, {
    config: configOf(env),
    input,
    report: (line) => void lines.push(line),
  });
  return lines;
}

export async function newArchivePath(): Promise<string> {
  return join(await temporaryDir(), 'node.backup');
}

/** A node with something of everything that a copy must have. */
export interface LivedIn {
  readonly rig: Rig;
  readonly env: Record<string, string>;
  /** SHA-256 of their files, by id. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly operator: Browser;
  /** That it publishes. */
  readonly keys: unknown;
  codeAt(at: number): string;
  stop(): Promise<void>;
}

const NAME = 'operator-é';
const WEBHOOK = { kind: 'webhook', name: 'Ops room', enabled: true, template: 'json' };
const WEBHOOK_URL = 'https://hooks.example/secret-path';

export async function startLivedIn(place: Place): Promise<LivedIn> {
  const env = await place();
  const rig = await startRig(env);
  const stop = once(rig.server.close);
  onTestFinished(stop);
  const operator = await rig.person(NAME);
  const { codeAt } = await rig.addCodes(operator);
  await operator.ok('/api/alerts/channels', { ...WEBHOOK, url: WEBHOOK_URL });
  const bundles: Record<string, string> = {};
  for (const text of ['one', 'two']) {
    const file = zipOf({ 'feature.json': `{"name":"${text}"}` });
    const options = { file, targetPlatforms: '[]' };
    const { id } = await uploadAndInspect(rig.server, cookieOf(operator), options);
    bundles[id] = createHash('sha256').update(file).digest('hex');
  }
  return { rig, env, bundles, operator, keys: await keysOf(rig), codeAt, stop };
}

export const cookieOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Starts a node with a copy of another one's state, and uses all of it. */
export async function assertSameNode(env: Record<string, string>, original: LivedIn) {
  const { rig: before, operator, bundles } = original;
  const rig = await startRig(env);
  try {
    rig.now = before.now + 120_000;
    const { db, journal } = rig.server.node;
    const { streamId } = before.server.node.journal;
    // A copy gives numbers again that consoles of the original know.
    const isOriginal = env === original.env;
    expect(await replay(journal, 1, streamId())).toMatchObject({ complete: isOriginal });
    expect(
      (await rig.server.call('/api/auth/session', { cookie: cookieOf(operator) })).status,
    ).toBe(200);
    const browser = rig.browser();
    expect((await login(browser, NAME)).status).toBe(401);
    const code = original.codeAt(rig.now);
    await browser.ok('/api/auth/second-factor', { kind: 'code', code });
    expect(await webhookUrl(db, configOf(env))).toBe(WEBHOOK_URL);
    expect(await keysOf(rig)).toEqual(original.keys);
    expect(await hashesOf(configOf(env), Object.keys(bundles))).toEqual(bundles);
    expect(await verifyAudit(db)).toMatchObject({ ok: true });
    const file = zipOf({ 'feature.json': '{"name":"three"}' });
    const { status } = await uploadAndInspect(rig.server, cookieOf(browser), {
      file,
      targetPlatforms: '[]',
    });
    expect(status).toBe('validated');
  } finally {
    await rig.server.close();
  }
}

const keysOf = async ({ server }: Rig): Promise<unknown> =>
  (await server.call('/.well-known/jwks.json')).json();

async function webhookUrl(db: Database, config: Config): Promise<string | undefined> {
  const channel = await db
    .selectFrom('alertChannels')
    .select(['id', 'secret'])
    .where('name', '=', WEBHOOK.name)
    .executeTakeFirstOrThrow();
  return openSecrets(openNodeBox(config), channel)?.url;
}

/** @returns SHA-256 of the files that the store has for bundles */
export async function hashesOf(
  config: Config,
  ids: readonly string[],
): Promise<Record<string, string | undefined>> {
  const store = await openBundleStore(config);
  try {
    return Object.fromEntries(
      await Promise.all(ids.map(async (id) => [id, await hashOf(store, id)] as const)),
    );
  } finally {
    store.close();
  }
}

async function hashOf(store: BundleStore, id: string): Promise<string | undefined> {
  const opened = await openStored(store, id);
  if (opened === undefined) return undefined;
  const { stream, digest } = hashed(opened.stream);
  for await (const _ of stream);
  return digest();
}
