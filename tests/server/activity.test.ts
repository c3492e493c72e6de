import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Activity, ActivityListSchema } from '../../contract/shapes/activity.ts';
import { recordActivity } from '../../server/store/activity.ts';
import { startServer, type TestServer } from './start-server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ alone: true });
  cookie = (await server.signUp()).cookie;
  for (let i = 1; i <= 250; i++) await write(`row ${i}`, i % 10 === 0 ? 'error' : 'success');
});
afterAll(() => server.close());

const write = (message: string, severity: 'error' | 'success' = 'success') =>
  server.node.journal.commit((tx, tell) =>
    recordActivity(tx, tell, { message, severity, at: Date.parse('2026-11-20T12:00:00Z') }),
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

test('the page in memory is never older than the number that is sent with it', async () => {
  for (let i = 0; i < 20; i++) {
    const [, answer] = await Promise.all([
      write(`burst ${i}`),
      server.call('/api/activity/logs', { cookie }),
    ]);
    const seq = Number(answer.headers.get('meridian-seq'));
    const [newest] = ActivityListSchema.parse(await answer.json());
    const { changes } = await server.node.journal.since(seq - 1);
    const told = changes.find((change) => change.seq === seq)?.data as Activity[];
    expect(Number(newest?.id)).toBeGreaterThanOrEqual(Number(told[0]?.id));
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

test('rows are found by severity and by text in any case', async () => {
  expect(await read('?severity=error&limit=500')).toHaveLength(25);
  expect(messages(await read('?q=ROW%20250'))).toEqual(['row 250']);
  expect(await read('?severity=unheard-of')).toEqual([]);
});
