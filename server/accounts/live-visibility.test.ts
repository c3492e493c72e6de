import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Change, CLOSE, MissedSchema } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import { PersonListSchema } from '../../contract/shapes/people.ts';
import { type LiveConsole, openConsole } from '../../tests/server/console.ts';
import { openDisplay } from '../../tests/server/displays/screen.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { recordActivity } from '../activity/rows.ts';

let server: TestServer;
let admin: string;
beforeEach(async () => {
  server = await startServer({ alone: true, env: { SIGNUP_ROLE: 'viewer' } });
  admin = (await server.signUp('Ada')).cookie;
});
afterEach(() => server.close());

const open = (cookie: string) => openConsole(server.url, { cookie });
const SECRET = 'of admins only';

/** Three changes in one transaction, the middle one for admins. @returns the number of the last */
async function change(): Promise<number> {
  const row = { message: 'something', severity: 'success', at: Date.now() } as const;
  await server.node.journal.commit(async (tx, emit) => {
    await recordActivity(tx, emit, row);
    emit(keyOf('people'), 'replace', [{ username: SECRET }]);
    await recordActivity(tx, emit, row);
  });
  return server.node.journal.seq();
}

const changesIn = (live: LiveConsole) =>
  live.received.filter((message) => 'key' in message) as unknown as Change[];
const received = async (live: LiveConsole, last: number) => {
  await live.waitFor(({ seq, key }) => seq === last && key !== undefined);
  return changesIn(live).slice(-3);
};
const missed = async (cookie: string, since: number) =>
  MissedSchema.parse(await (await server.call(`/api/live?since=${since}`, { cookie })).json());

describe('a change of what only admins may read', () => {
  test.each(['viewer', 'display'])('is a number and nothing else for a %s', async (kind) => {
    const { cookie } =
      kind === 'display' ? await openDisplay(server, 'Hall', admin) : await server.signUp();
    const live = await open(cookie);
    const last = await change();
    const changes = await received(live, last);
    const activity = keyOf('activity');
    expect(changes.map(({ seq, key }) => [seq, key])).toEqual([
      [last - 2, activity],
      [last - 1, []],
      [last, activity],
    ]);
    expect(JSON.stringify(live.received)).not.toContain(SECRET);
    const replayed = await missed(cookie, last - 3);
    expect(replayed).toEqual({ seq: last, complete: true, changes });
    live.socket.terminate();
  });

  test('is whole for an admin', async () => {
    const live = await open(admin);
    const last = await change();
    expect((await received(live, last))[1]).toMatchObject({
      key: keyOf('people'),
      data: [{ username: SECRET }],
    });
    expect(JSON.stringify(await missed(admin, last - 3))).toContain(SECRET);
    live.socket.terminate();
  });

  test('that no read has is for nobody', async () => {
    const live = await open(admin);
    await server.node.journal.commit(async (_tx, emit) => emit(['api', 'x'], 'replace', SECRET));
    const last = server.node.journal.seq();
    expect((await received(live, last)).at(-1)).toMatchObject({ key: [], data: null, seq: last });
    live.socket.terminate();
  });
});

test('rows of the audit log are never sent', async () => {
  const live = await open(admin);
  const note = { text: 'the next shift' };
  await server.call('/api/handover/notes', { cookie: admin, json: note });
  await live.waitFor(({ key }) => String(key) === String(keyOf('handoverNotes')));
  expect(await server.node.db.selectFrom('audit').select('id').execute()).not.toEqual([]);
  expect(changesIn(live).map(({ key }) => key)).not.toContainEqual(keyOf('audit'));
  live.socket.terminate();
});

test('a new role closes the sockets of its account, which joins again with what it may read now', async () => {
  const grace = await server.signUp('Grace');
  const other = await open((await server.signUp()).cookie);
  const live = await open(grace.cookie);
  const people = await server.call('/api/people', { cookie: admin });
  const { id } = PersonListSchema.parse(await people.json()).find(
    ({ username }) => username === 'Grace',
  ) ?? { id: '' };
  const answer = await server.call(`/api/people/${id}`, { cookie: admin, json: { role: 'admin' } });
  expect(answer.status).toBe(200);
  expect(await live.closed).toBe(CLOSE.restart);
  const again = await open(grace.cookie);
  const last = await change();
  expect((await received(again, last))[1]?.key).toEqual(keyOf('people'));
  // The sockets of others stay open.
  expect((await received(other, last))[1]?.key).toEqual([]);
  for (const { socket } of [again, other]) socket.terminate();
});
