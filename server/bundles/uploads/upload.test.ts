import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CALLS } from '../../../contract/calls.ts';
import { writeZip } from '../../../tests/doubles/zip-writer.ts';
import {
  details,
  GOOD_ZIP,
  listed,
  listen,
  uploadAndInspect,
  uploaded,
} from '../../../tests/server/bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';

/** Run from the sources, each inspection's thread compiles them first. */
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let cookie: string;
let username: string;

beforeAll(async () => {
  server = await startServer();
  ({ cookie, username } = await server.signUp());
});
afterAll(() => server.close());

describe('a good upload', () => {
  test('is answered as validating and ends as validated, announced by live messages', async () => {
    const live = listen(server);
    const bundle = await uploaded(server, cookie);
    expect(bundle).toMatchObject({
      name: 'feature.zip',
      size: GOOD_ZIP.length,
      status: 'validating',
      targetPlatforms: ['Forge', 'Harbor'],
    });
    const first = live.changes.map(({ key, op }) => `${op} ${key.join('/')}`);
    const begin = first.indexOf('prepend api/zip/bundles');
    // What a round of probes says meanwhile stands before or after it.
    expect(first.slice(begin, begin + 3)).toEqual([
      'prepend api/zip/bundles',
      'prepend api/activity/logs',
      'replace api/dashboard/stats',
    ]);
    expect(live.changes[begin]?.data).toEqual([bundle]);

    const verdict = await live.until(
      ({ key, op }) => op === 'patch' && key.join('/') === 'api/zip/bundles',
    );
    expect(verdict.data).toEqual({ id: bundle.id, status: 'validated' });
    expect((await listed(server, cookie))[0]).toEqual({ ...bundle, status: 'validated' });
  });

  test('has details as the contract has them', async () => {
    const bundle = await uploadAndInspect(server, cookie, { priority: 'emergency' });
    expect(CALLS.bundle.answer.parse(bundle)).toEqual(bundle);
    expect(bundle).toMatchObject({
      sha256: createHash('sha256').update(GOOD_ZIP).digest('hex'),
      priority: 'emergency',
      uploadedBy: username,
      problems: [],
      fileCount: 1,
      files: [{ name: 'feature.json', size: 18 }],
      targets: [
        { platform: 'Forge', status: 'waiting', sentBytes: 0, message: null },
        { platform: 'Harbor', status: 'waiting', sentBytes: 0, message: null },
      ],
    });
    expect(bundle.history.map(({ status }) => status)).toEqual(['validating', 'validated']);
  });

  test('publishes the details live as well', async () => {
    const live = listen(server);
    const { id } = await uploaded(server, cookie);
    const message = await live.until(({ key }) => key.join('/') === `api/zip/bundles/${id}`);
    expect(message).toMatchObject({ op: 'replace', data: await details(server, cookie, id) });
  });

  test('counts as processed once it is judged', async () => {
    const count = async () =>
      (await (await server.call('/api/dashboard/stats', { cookie })).json()).zipBundlesProcessed;
    const before = await count();
    await uploadAndInspect(server, cookie);
    expect(await count()).toBe(before + 1);
  });

  test('leaves two rows in the activity log', async () => {
    await uploadAndInspect(server, cookie, { filename: 'logged.zip' });
    const rows = await (await server.call('/api/activity/logs', { cookie })).json();
    // Platforms may have rows in between.
    const ofIt = rows.filter(({ message }: { message: string }) => message.includes('logged.zip'));
    expect(ofIt).toMatchObject([
      { message: 'logged.zip passed validation', severity: 'success' },
      {
        message: `${username} uploaded logged.zip. Validating…`,
        severity: 'primary',
      },
    ]);
  });

  test('is stored byte for byte under a name of our own', async () => {
    const { id } = await uploadAndInspect(server, cookie);
    const stored = await readFile(join(server.config.dataDir, 'bundles', `${id}.zip`));
    expect(stored.equals(GOOD_ZIP)).toBe(true);
    expect(id).toMatch(/^[\da-f-]{36}$/);
  });

  test('the newest is listed first', async () => {
    const older = await uploaded(server, cookie);
    const newer = await uploaded(server, cookie);
    const ids = (await listed(server, cookie)).map(({ id }) => id);
    expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
  });
});

describe('targets', () => {
  test.each([
    ['names', '["Forge","Ledger"]', ['Forge', 'Ledger']],
    ['domains', '["forge.mesh.example"]', ['Forge']],
    ['ids', '["sentinel"]', ['Sentinel']],
    ['one platform twice', '["Forge","forge"]', ['Forge']],
    ['none at all', '[]', []],
  ])('may be given as %s', async (_, targetPlatforms, expected) => {
    expect((await uploaded(server, cookie, { targetPlatforms })).targetPlatforms).toEqual(expected);
  });
});

describe('a name', () => {
  test.each([
    ['of a path', '../../etc/evil.zip', 'evil.zip'],
    ['of a Windows path', 'C:\\Users\\me\\evil.zip', 'evil.zip'],
    ['with characters that move a cursor', 'a\u202egpj.zip', 'agpj.zip'],
    ['of a photograph', 'holiday.jpg', 'holiday.jpg'],
    ['of another script', '機能.zip', '機能.zip'],
    ['of dots alone', '..', 'bundle.zip'],
    ['of 300 characters', `${'n'.repeat(296)}.zip`, `${'n'.repeat(251)}.zip`],
  ])('%s is cleaned, and the content decides', async (_, filename, shown) => {
    const bundle = await uploadAndInspect(server, cookie, { filename });
    expect(bundle).toMatchObject({ name: shown, status: 'validated' });
  });
});

describe('an archive that breaks a rule', () => {
  test('ends as failed, with the rule, the entry and a sentence', async () => {
    const file = writeZip({ entries: [{ name: '../evil.sh', content: 'x' }] });
    const bundle = await uploadAndInspect(server, cookie, { file, filename: 'evil.zip' });
    expect(bundle.status).toBe('failed');
    expect(bundle.problems).toEqual([
      { rule: 'traversal', entry: '../evil.sh', message: '../evil.sh leads out of the folder.' },
    ]);
    const [inList] = await listed(server, cookie);
    expect(inList).toMatchObject({ name: 'evil.zip', reason: bundle.problems[0]?.message });
    const [row] = await (await server.call('/api/activity/logs', { cookie })).json();
    expect(row).toMatchObject({
      severity: 'error',
      message: 'evil.zip failed validation: ../evil.sh leads out of the folder',
    });
  });
});
