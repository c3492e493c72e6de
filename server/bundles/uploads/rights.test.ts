import { fstatSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { begun } from '../../../tests/server/bundles/uploads/tus-client.ts';
import {
  filesOf,
  formOf,
  GOOD_ZIP,
  listed,
} from '../../../tests/server/bundles/uploads/upload-client.ts';
import { type Member, startTeam } from '../../../tests/server/people/team.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';
import { addToken, bearer, changeAccount } from '../../../tests/server/tokens/token-rig.ts';

/** Rights that are taken away while an upload is on its way. */

let server: TestServer;
let admin: Member;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'meridian-test-'));
  const started = await startTeam(['admin'], { env: { DATA_DIR: dataDir } });
  server = started.server;
  admin = started.team[0] as Member;
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Form and bytes in two parts, the second of which waits for `more`. */
function formUpload(headers: Record<string, string>) {
  const boundary = 'the-boundary';
  const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const first = [
    `${head('targetPlatforms')}\r\n\r\n[]\r\n${head('priority')}\r\n\r\nstandard\r\n`,
    `${head('zipfile')}; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`,
  ].join('');
  const parts = [first, GOOD_ZIP.subarray(0, 40), GOOD_ZIP.subarray(40), `\r\n--${boundary}--\r\n`];
  const [start, rest] = [parts.slice(0, 2), parts.slice(2)].map((some) =>
    Buffer.concat(some.map((part) => Buffer.from(part))),
  );
  return openRequest('/api/zip/upload', 'POST', start as Buffer, rest as Buffer, {
    ...headers,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
}

const tusUpload = (path: string, headers: Record<string, string>) =>
  openRequest(path, 'PATCH', GOOD_ZIP.subarray(0, 40), GOOD_ZIP.subarray(40), {
    ...headers,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });

/** Resolves once the server works on it. */
async function openRequest(
  path: string,
  method: string,
  start: Buffer,
  rest: Buffer,
  headers: Record<string, string>,
) {
  let finish = (): void => undefined;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(start));
      finish = () => {
        controller.enqueue(new Uint8Array(rest));
        controller.close();
      };
    },
  });
  const answer = fetch(server.url + path, {
    ...{ method, headers, body },
    duplex: 'half',
  } as RequestInit);
  const inWork = () => server.node.db.selectFrom('claims').select('id').execute();
  await vi.waitFor(async () => expect(await inWork()).toHaveLength(1));
  return { answer, finish };
}

const change = (id: string, json: object) =>
  server.call(`/api/people/${id}`, { cookie: admin.cookie, json });
const byCookie = (cookie: string) => ({ cookie });

describe.each(['form', 'tus'] as const)('an upload by %s', (way) => {
  async function begin(cookie: string, headers: Record<string, string>) {
    if (way === 'form') return formUpload(headers);
    return tusUpload(await begun(server, cookie, { fields: { targetPlatforms: '[]' } }), headers);
  }

  test.each([
    ['is disabled', { disabledAt: 1 }, 401],
    ['may only read', { role: 'viewer' }, 403],
    ['is deleted', { deletedAt: 1 }, 401],
  ])('becomes no bundle of an account that %s', async (_case, change, status) => {
    for (const by of ['cookie', 'token']) {
      const person = await server.signUp();
      await changeAccount(server, person, { role: 'operator' });
      const headers =
        by === 'cookie'
          ? byCookie(person.cookie)
          : bearer(await addToken(server, person, { role: 'operator' }));
      const { answer, finish } = await begin(person.cookie, headers);
      // As another instance would, of which nothing is heard here.
      await changeAccount(server, person, change);
      finish();
      expect((await answer).status, by).toBe(status);
    }
    expect(await listed(server, admin.cookie)).toEqual([]);
    expect((await filesOf(server.config.dataDir)).filter((name) => name.endsWith('.zip'))).toEqual(
      [],
    );
  });

  test('ends with the session that it was begun by', async () => {
    const person = await server.signUp();
    const id = await changeAccount(server, person, { role: 'operator' });
    const { answer } = await begin(person.cookie, byCookie(person.cookie));
    const json = { disabled: true };
    expect((await change(id, json)).status).toBe(200);
    expect((await answer).status).toBe(401);
  });

  test('ends with its API token, and with the role of its account', async () => {
    const person = await server.signUp();
    const id = await changeAccount(server, person, { role: 'operator' });
    const token = await addToken(server, person, { role: 'operator' });
    const withToken = await begin(person.cookie, bearer(token));
    const account = await (await server.call('/api/account', person)).json();
    await server.call(`/api/account/tokens/${account.tokens[0].id}`, {
      ...person,
      method: 'DELETE',
    });
    expect((await withToken.answer).status).toBe(401);

    const withCookie = await begin(person.cookie, byCookie(person.cookie));
    const json = { role: 'viewer' };
    expect((await change(id, json)).status).toBe(200);
    expect((await withCookie.answer).status).toBe(403);
  });
});

/** Directories are synced as on a slow disk: not before `goOn`. @returns how many wait */
async function slowDisk() {
  const file = await open(import.meta.filename);
  const handle = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  const { sync } = handle;
  let waiting = 0;
  let goOn = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const spy = vi.spyOn(handle, 'sync').mockImplementation(async function (this: FileHandle) {
    if (fstatSync(this.fd).isDirectory()) {
      waiting += 1;
      await until;
    }
    await sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return { waiting: () => waiting, goOn };
}

test('is no bundle either where its bytes are being stored as its account is disabled', async () => {
  const person = await server.signUp();
  const id = await changeAccount(server, person, { role: 'operator' });
  const disk = await slowDisk();
  // Without a key: no receipt says whose it is.
  const body = formOf({ targetPlatforms: '[]' });
  const answer = server.call('/api/zip/upload', { ...byCookie(person.cookie), body });
  await vi.waitFor(() => expect(disk.waiting()).toBe(1));
  expect((await change(id, { disabled: true })).status).toBe(200);
  expect((await answer).status).toBe(401);
  disk.goOn();
  await vi.waitFor(async () =>
    expect((await filesOf(server.config.dataDir)).filter((name) => name.endsWith('.zip'))).toEqual(
      [],
    ),
  );
  expect(await listed(server, admin.cookie)).toEqual([]);
});

test('a complete upload of a disabled account is no bundle after a restart either', async () => {
  const person = await server.signUp();
  await changeAccount(server, person, { role: 'operator' });
  const path = await begun(server, person.cookie, { fields: { targetPlatforms: '[]' } });
  const { answer, finish } = await tusUpload(path, byCookie(person.cookie));
  await changeAccount(server, person, { disabledAt: 1 });
  finish();
  expect((await answer).status).toBe(401);
  await server.close();
  server = await startServer({ alone: true, env: { DATA_DIR: dataDir } });
  expect(await listed(server, admin.cookie)).toEqual([]);
});
