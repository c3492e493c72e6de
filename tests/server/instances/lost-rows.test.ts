import { expect, test } from 'vitest';
import { CLOSE, HelloSchema, MissedSchema } from '../../../contract/live.ts';
import { LIVE_SEQ_HEADER, LIVE_STREAM_HEADER } from '../../../contract/paths.ts';
import { openConsole } from '../console.ts';
import type { TestServer } from '../start-server.ts';
import { startTwoServers } from './two-servers.ts';

test('where a standby takes over without the last notes, every console begins anew with what there is', async () => {
  const servers = await startTwoServers();
  const { cookie } = await servers[0].signUp();
  const note = (text: string) => servers[0].call('/api/handover/notes', { cookie, json: { text } });
  const helloOf = async ({ url }: TestServer) => {
    const console = await openConsole(url, { cookie });
    const hello = HelloSchema.parse(await console.waitFor(({ type }) => type === 'hello'));
    return { ...hello, closed: console.closed, close: () => console.socket.close() };
  };
  const missedSince = async (server: TestServer, seq: number, stream = '') =>
    MissedSchema.parse(
      await (await server.call(`/api/live?since=${seq}&stream=${stream}`, { cookie })).json(),
    );
  for (const text of ['one', 'two', 'three']) await note(text);
  const before = await Promise.all(servers.map(helloOf));
  const [{ seq, streamId } = { seq: 0, streamId: '' }] = before;
  expect(streamId).toMatch(/^[\w-]{12}$/);
  expect(before[1]).toMatchObject({ streamId });
  const { headers } = await servers[1].call('/api/handover/notes', { cookie });
  expect(headers.get(LIVE_STREAM_HEADER)).toBe(streamId);
  expect(headers.get(LIVE_SEQ_HEADER)).toBe(String(seq));

  const { db } = servers[0].node;
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('handoverNotes').where('text', '!=', 'one').execute();
    await tx
      .deleteFrom('liveLog')
      .where('seq', '>', seq - 2)
      .execute();
    const row = { keyJson: '["api","elsewhere"]', op: 'patch', dataJson: 'null', at: 1 };
    for (const next of [seq - 1, seq, seq + 1])
      await tx
        .insertInto('liveLog')
        .values({ ...row, seq: next })
        .execute();
  });
  for (const { closed } of before) expect(await closed).toBe(CLOSE.restart);
  for (const server of servers) {
    const after = await helloOf(server);
    expect(after.streamId).not.toBe(streamId);
    expect(await missedSince(server, seq, streamId)).toMatchObject({ complete: false });
    expect(await missedSince(server, seq, after.streamId)).toMatchObject({ complete: true });
    after.close();
  }
});
