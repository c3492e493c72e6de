import { afterEach, beforeEach, expect, test } from 'vitest';
import { HANDOVER_NOTES_MAX } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import { HandoverNoteListSchema } from '../../contract/shapes/handover.ts';
import { TEXT_MAX } from '../../contract/text-limits.ts';
import { replay } from '../../tests/server/replay.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { listActivity } from '../activity/rows.ts';
import { insertHandoverNote } from './rows.ts';

let server: TestServer;
let cookie: string;
const NOW = 1_800_000_000_000;
beforeEach(async () => {
  server = await startServer({ alone: true, now: () => NOW });
  cookie = (await server.signUp('Ada')).cookie;
});
afterEach(() => server.close());

const add = (text: unknown) => server.call('/api/handover/notes', { cookie, json: { text } });
const remove = (id: number, as = cookie) =>
  server.call(`/api/handover/notes/${id}`, { cookie: as, method: 'DELETE' });
async function list() {
  const answer = await server.call('/api/handover/notes', { cookie });
  expect(answer.status).toBe(200);
  return HandoverNoteListSchema.parse(await answer.json());
}

test('notes are listed newest first and published', async () => {
  expect((await add(' The fan of Archive is loud. ')).status).toBe(200);
  await add('Two\nlines');
  expect(await list()).toEqual([
    { id: 2, by: 'Ada', at: NOW, text: 'Two\nlines' },
    { id: 1, by: 'Ada', at: NOW, text: 'The fan of Archive is loud.' },
  ]);
  const { changes } = await replay(server.node.journal, 0);
  const published = changes.filter(({ key }) => key.join() === keyOf('handoverNotes').join());
  expect(published).toMatchObject([
    { op: 'prepend', data: [{ id: 1 }] },
    { op: 'prepend', data: [{ id: 2 }] },
  ]);
});

test('a note is removed by anybody, which is written down', async () => {
  await add('old');
  await add('new');
  const { cookie: grace } = await server.signUp('Grace');
  const { seq } = await replay(server.node.journal, 0);
  expect((await remove(1, grace)).status).toBe(200);
  expect((await remove(1, grace)).status).toBe(404);
  expect((await list()).map(({ text }) => text)).toEqual(['new']);
  const [row] = await listActivity(server.node.db, { limit: 1 });
  expect(row?.message).toBe('Grace removed a handover note of Ada');
  const { changes } = await replay(server.node.journal, seq);
  expect(changes.at(-1)).toMatchObject({ op: 'replace', data: [{ id: 2 }] });
});

test('notes are bounded in length and number, and need a session', async () => {
  for (const text of ['', '  ', 'x'.repeat(TEXT_MAX.handoverNote + 1), 1])
    expect((await add(text)).status).toBe(400);
  expect((await server.call('/api/handover/notes')).status).toBe(401);
  expect((await server.call('/api/handover/notes', { json: { text: 'x' } })).status).toBe(401);
  await server.node.journal.commit(async (tx) => {
    for (let i = 1; i <= HANDOVER_NOTES_MAX; i++)
      await insertHandoverNote(tx, { by: 'Ada', at: NOW, text: `${i}` });
  });
  await add('last');
  const notes = await list();
  expect(notes).toHaveLength(HANDOVER_NOTES_MAX);
  expect([notes[0]?.text, notes.at(-1)?.text]).toEqual(['last', '2']);
});
