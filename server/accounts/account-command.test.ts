import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { ENGINE, environmentOf, placeOf } from '../../tests/server/engine.ts';
import { auditOf } from '../../tests/server/people/team.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { runAccountCommand } from '../commands/account-command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PASSWORD = 'a long enough password';
const FRESH = 'another long password';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** `npm run account`, as the operator runs it. @returns what it printed */
async function account(dataDir: string, args: readonly string[], input = ''): Promise<string> {
  const env = { ...process.env, ...(await environmentOf(dataDir)), DATA_DIR: dataDir };
  const program = ['scripts/account.mjs', ...args];
  const running = promisify(execFile)(process.execPath, program, { cwd: ROOT, env });
  running.child.stdin?.end(input);
  return (await running).stdout.trim();
}

/** The same without a process of its own. @returns why it was refused */
const refusal = async (dataDir: string, args: string[], input = '') => {
  const bundleStore = { kind: 'file', directory: join(dataDir, 'bundles') } as const;
  const place = { ...(await placeOf(dataDir)), bundleStore };
  return runAccountCommand(args, {
    ...{ place, product: 'Meridian', now: Date.now, systemUser: 'root' },
    readPassword: async () => input,
  }).then(
    () => 'not refused',
    (error: Error) => error.message,
  );
};

const startOn = (dataDir: string, now?: () => number) =>
  startServer({
    ...{ alone: true, env: { DATA_DIR: dataDir, REGISTRATION: 'closed' } },
    ...(now && { now }),
  });
const login = (username: string, password: string) =>
  server?.call('/api/auth/login', { json: { username, password } });
const statusOf = async (cookie: string) =>
  (await server?.call('/api/auth/session', { cookie }))?.status;

test('makes the first account of an empty node whose registration is closed', async () => {
  const dataDir = await temporaryDir();
  const printed = await account(dataDir, ['add', 'Ada', '--admin'], `${PASSWORD}\n`);
  expect(printed).toBe('Ada is admin and can sign in now.');
  server = await startOn(dataDir);
  expect((await login('ada', PASSWORD))?.status).toBe(200);
  expect(await account(dataDir, ['list'])).toMatch(
    /^Ada {2}admin {2}local {2}password only .*\n1 /,
  );
});

test.runIf(ENGINE === 'sqlite').each(['list', 'make-admin Ada', 'reset-password Ada'])(
  '%s in a directory without a node is refused, and makes nothing there',
  async (command) => {
    const dataDir = await temporaryDir();
    expect(await refusal(dataDir, command.split(' '), PASSWORD)).toBe(
      `DATA_DIR: there is no database in ${dataDir}.`,
    );
    expect(await readdir(dataDir)).toEqual([]);
  },
);

test('beside a running node: resets a password, ends the sessions, makes an admin', async () => {
  const dataDir = await temporaryDir();
  await account(dataDir, ['add', 'Ada', '--admin'], PASSWORD);
  let now = Date.now();
  server = await startOn(dataDir, () => now);
  await account(dataDir, ['add', 'Grace', '--email', 'grace@mesh.example'], PASSWORD);
  const signedIn = await login('Grace', PASSWORD);
  const cookie = signedIn?.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  expect(await statusOf(cookie)).toBe(200);
  const printed = await account(dataDir, ['reset-password', 'grace', '--second-factor'], FRESH);
  expect(printed).toContain('Grace has a new password');
  now += 31_000;
  expect(await statusOf(cookie)).toBe(401);
  expect((await login('Grace', PASSWORD))?.status).toBe(401);
  expect((await login('Grace', FRESH))?.status).toBe(200);
  expect(await account(dataDir, ['make-admin', 'GRACE'])).toBe('Grace is admin.');
  expect(await auditOf(server)).toEqual(
    expect.arrayContaining([
      'account.created Ada admin',
      'account.created Grace operator',
      'password.changed Grace',
      'session.ended Grace all (1)',
      'role.changed Grace operator to admin',
    ]),
  );
  const rows = await server.node.db.selectFrom('audit').selectAll().execute();
  expect(rows[0]).toMatchObject({ actorKind: 'command', address: '' });
  expect(rows[0]?.actor).not.toBe('');
});

test('a new password without --second-factor leaves the second step of a sign-in', async () => {
  const dataDir = await temporaryDir();
  await account(dataDir, ['add', 'Ada'], PASSWORD);
  const running = await startOn(dataDir);
  server = running;
  const cookie = (await login('Ada', PASSWORD))?.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const post = (path: string, json?: object) =>
    running.call(path, { method: 'POST', cookie, ...(json && { json }) });
  const { secret } = await (await post('/api/account/codes/secret')).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await post('/api/account/codes', { code })).status).toBe(200);
  await account(dataDir, ['reset-password', 'Ada'], FRESH);
  const half = await login('Ada', FRESH);
  expect([half?.status, await half?.json()]).toMatchObject([401, { secondFactor: { code: true } }]);
  await account(dataDir, ['reset-password', 'Ada', '--second-factor'], PASSWORD);
  expect((await login('Ada', PASSWORD))?.status).toBe(200);
});

test('while the node writes all the time, both succeed', async () => {
  const dataDir = await temporaryDir();
  server = await startOn(dataDir);
  const { journal } = server.node;
  const pause = () => new Promise((next) => setTimeout(next, 5));
  let writing = true;
  const writes = (async () => {
    for (; writing; await pause())
      await journal.commit(async (tx) => {
        await tx.selectFrom('accounts').select('id').execute();
        // A command that wrote between this read and the write would make the write fail.
        await pause();
        await tx.updateTable('secrets').set({ value: 'x' }).where('name', '=', 'none').execute();
      });
  })();
  try {
    await account(dataDir, ['add', 'Ada'], PASSWORD);
    await account(dataDir, ['add', 'Grace'], PASSWORD);
  } finally {
    writing = false;
    await writes;
  }
  expect(await account(dataDir, ['list'])).toContain('2 accounts');
});

describe('is refused with a sentence', () => {
  test('for a weak password, a wrong name or role, and what it does not know', async () => {
    const dataDir = await temporaryDir();
    const add = (args: string[], input: string) => refusal(dataDir, ['add', ...args], input);
    expect(await add(['Ada'], 'short')).toBe('The password must have at least 8 characters.');
    expect(await add(['Ada'], 'password1')).toMatch(/^That password is too common/);
    expect(await add(['Grace-Hopper'], 'grace-hopper1')).toMatch(/name that others know/);
    expect(await add(['<Ada>'], PASSWORD)).toMatch(/^NAME must not contain/);
    expect(await add(['r\u043eot'], PASSWORD)).toMatch(/^NAME has letters of more than one script/);
    expect(await add(['Ada', '--email', 'nobody'], PASSWORD)).toMatch(/^--email/);
    expect(await add(['Ada', '--role', 'king'], PASSWORD)).toMatch(/viewer, operator, admin/);
    expect(await refusal(dataDir, ['add', 'Ada'], PASSWORD)).toBe('not refused');
    expect(await refusal(dataDir, ['make-admin', 'Nobody'])).toBe('There is no account Nobody.');
    expect(await refusal(dataDir, ['promote', 'Ada'])).toMatch(/^Usage:/);
    expect(await refusal(dataDir, ['list', '--all'])).toMatch(/--all[\s\S]*Usage:/);
    expect(await account(dataDir, ['list'])).toMatch(/\n1 account$/);
  });

  test('on standard error, with exit code 1', async () => {
    const run = account(await temporaryDir(), ['add', 'Ada'], 'short');
    const stderr = 'The password must have at least 8 characters.\n';
    await expect(run).rejects.toMatchObject({ code: 1, stderr });
  });
});
