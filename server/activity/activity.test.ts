import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Activity, ActivityListSchema } from '../../contract/shapes/activity.ts';
import { replay } from '../../tests/server/replay.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { recordActivity } from './rows.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ alone: true });
  cookie = (await server.signUp()).cookie;
  for (let i = 1; i <= 250; i++) await write(`row ${i}`, i % 10 === 0 ? 'error' : 'success');
});
afterAll(() => server.close());

const write = (message: string, severity: 'error' | 'success' = 'success') =>
  server.node.journal.commit((tx, emit) =>
    recordActivity(tx, emit, { message, severity, at: Date.parse('2026-11-20T12:00:00Z') }),
  );

async function read(query = ''): Promise<Activity[]> {
  const answer = await server.call(`/api/activity/logs${query}`, { cookie });
  expect(answer.status).toBe(200);
  return ActivityListSchema.parse(await answer.json());
}
const messages = (rows: Activity[]) => rows.map(({ message }) => message);

test('the first page is the newest hundred, newest first', async () => {
  const rows = await read();
  expect(rows).toHaveLength(100);
  expect(rows[0]).toMatchObject({
    message: 'row 250',
    severity: 'error',
    createdAt: '2026-11-20T12:00:00.000Z',
  });
  expect(messages(rows).at(-1)).toBe('row 151');
});

test('a long answer is compressed for who takes it so, a short one is not', async () => {
  const encodingOf = async (path: string, encoding: string) => {
    const answer = await server.call(path, { cookie, headers: { 'accept-encoding': encoding } });
    expect(answer.status).toBe(200);
    return answer.headers.get('content-encoding');
  };
  expect(await encodingOf('/api/activity/logs', 'gzip')).toBe('gzip');
  expect(await encodingOf('/api/activity/logs', 'gzip, br')).toBe('br');
  expect(await encodingOf('/api/activity/logs', 'identity')).toBeNull();
  expect(await encodingOf('/api/dashboard/stats', 'gzip')).toBeNull();
});

test('an answer is never older than the sequence number that it carries', async () => {
  for (let i = 0; i < 20; i++) {
    const [, answer] = await Promise.all([
      write(`burst ${i}`),
      server.call('/api/activity/logs', { cookie }),
    ]);
    const seq = Number(answer.headers.get('meridian-seq'));
    const [newest] = ActivityListSchema.parse(await answer.json());
    const { changes } = await replay(server.node.journal, seq - 1);
    const received = changes.find((change) => change.seq === seq)?.data as Activity[];
    expect(Number(newest?.id)).toBeGreaterThanOrEqual(Number(received[0]?.id));
  }
  expect(messages(await read())[0]).toBe('burst 19');
});

test('pages follow one another without a gap or a row twice', async () => {
  const seen: Activity[] = [];
  for (;;) {
    const last = seen.at(-1);
    const page = await read(`?limit=70${last ? `&before=${last.id}` : ''}`);
    if (page.length === 0) break;
    seen.push(...page);
  }
  const ids = seen.map(({ id }) => Number(id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(messages(seen)).toContain('row 1');
});

test('pages can be read oldest first', async () => {
  const newestFirst = await read('?limit=500&q=row');
  const seen: Activity[] = [];
  for (;;) {
    const page = await read(`?limit=70&q=row&after=${seen.at(-1)?.id ?? 0}`);
    if (page.length === 0) break;
    seen.push(...page);
  }
  expect(seen).toEqual(newestFirst.toReversed());
});

test('rows are found by severity and by text in any case', async () => {
  expect(await read('?severity=error&limit=500')).toHaveLength(25);
  expect(messages(await read('?q=ROW%20250'))).toEqual(['row 250']);
  expect(await read('?severity=unheard-of')).toEqual([]);
});

test('a text with letters outside ASCII is found as it was written', async () => {
  await write('\u00c9lodie signed up');
  for (const q of ['\u00c9lodie', 'ODIE SIGNED'])
    expect([q, await read(`?q=${encodeURIComponent(q)}`)]).toMatchObject([
      q,
      [{ severity: 'success' }],
    ]);
});

test('info is a severity, and several can be asked for', async () => {
  const rows = await read('?severity=info&limit=500');
  expect(messages(rows)).toEqual(['operator-1 signed up']);
  expect(await read('?severity=primary&limit=500')).toEqual(rows);
  expect(await read('?severity=error,info&limit=500')).toHaveLength(26);
});

test('rows are found by platform, and only rows about one platform name it', async () => {
  const at = Date.parse('2026-11-21T12:00:00Z');
  for (const platform of ['forge', 'harbor'])
    await server.node.journal.commit((tx, emit) =>
      recordActivity(tx, emit, {
        message: `${platform} is late`,
        severity: 'warning',
        at,
        platform,
      }),
    );
  const rows = await read('?platform=harbor');
  expect(rows).toMatchObject([{ message: 'harbor is late', platform: 'harbor' }]);
  expect((await read('?q=row%20250')).every((row) => !('platform' in row))).toBe(true);
  expect(await read('?platform=nowhere')).toEqual([]);
});

test('rows are found by time, from inclusive and to exclusive, also page by page', async () => {
  const at = Date.parse('2026-11-22T12:00:00Z');
  for (let i = 0; i < 5; i++)
    await server.node.journal.commit((tx, emit) =>
      recordActivity(tx, emit, {
        message: `minute ${i}`,
        severity: 'success',
        at: at + i * 60_000,
      }),
    );
  const range = `from=${at + 60_000}&to=${at + 4 * 60_000}`;
  const rows = await read(`?${range}`);
  expect(messages(rows)).toEqual(['minute 3', 'minute 2', 'minute 1']);
  expect(messages(await read(`?${range}&limit=1&before=${rows[1]?.id}`))).toEqual(['minute 1']);
  expect(await read(`?${range}&severity=error`)).toEqual([]);
});

test('an account may search 60 times a minute, and read as often as it likes', async () => {
  const { cookie: other } = await server.signUp();
  const statusOf = async (query: string, as: string) =>
    (await server.call(`/api/activity/logs${query}`, { cookie: as })).status;
  const pages: number[] = [];
  for (const id of Array.from({ length: 65 }, (_, i) => i + 100))
    pages.push(
      await statusOf(`?q=row&limit=2&before=${id}`, other),
      await statusOf(`?q=row&limit=2&after=${id}`, other),
    );
  expect(new Set(pages)).toEqual(new Set([200]));
  const whole = ['?q=nowhere', '?q=row', '?q=row&limit=2&before=90000', '?q=nowhere&before=99'];
  const all = await Promise.all(
    Array.from({ length: 70 }, (_, i) => statusOf(whole[i % whole.length] ?? '', other)),
  );
  expect(all.filter((status) => status === 200)).toHaveLength(60);
  expect(all.filter((status) => status === 429)).toHaveLength(10);
  expect([await statusOf('', other), await statusOf('?q=row', cookie)]).toEqual([200, 200]);
});

test('rows are found by the group and the tags of their platforms', async () => {
  const json = { kind: 'report', name: 'Backup', everySec: 60, group: 'West', tags: ['edge'] };
  expect((await server.call('/api/mesh/platforms', { cookie, json })).status).toBe(200);
  const ofBackup = await read('?platform=backup');
  expect(ofBackup).not.toEqual([]);
  expect(await read('?platform=group:West')).toEqual(ofBackup);
  expect(await read('?platform=tag:edge')).toEqual(ofBackup);
  expect(await read('?platform=group:East')).toEqual([]);
});
