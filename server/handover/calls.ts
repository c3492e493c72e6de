import type { FastifyInstance } from 'fastify';
import { keyOf } from '../../contract/paths.ts';
import { recordActivity } from '../activity/rows.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { rowIdOf } from '../http/routes.ts';
import { deleteHandoverNote, insertHandoverNote, listHandoverNotes } from './rows.ts';

type HandoverCallsDeps = Pick<NodeBase, 'db' | 'journal' | 'now' | 'limits'>;

/** Enough to know a note by. */
const AUDITED_CHARACTERS = 200;
const CHANGES = { max: 30, windowMs: 60_000, keysMax: 10_000 };

/** What one shift writes down for the next. */
export function handoverCalls(app: FastifyInstance, deps: HandoverCallsDeps): void {
  const { db, journal, now, limits } = deps;
  const changes = limits.attempts('handover note by account', CHANGES);

  handle(app, 'handoverNotes', () => listHandoverNotes(db));
  handle(app, 'addHandoverNote', async ({ payload: { text }, account: { id, username: by } }) => {
    await changes.count(id);
    await journal.commit(async (tx, emit) => {
      const at = now();
      const note = await insertHandoverNote(tx, { by, at, text });
      const detail = text.slice(0, AUDITED_CHARACTERS);
      await recordAudit(tx, {
        action: 'handover-note.added',
        target: `note ${note.id}`,
        detail,
        at,
      });
      emit(keyOf('handoverNotes'), 'prepend', [note]);
    });
    return { message: 'The note is stored for the next shift.' };
  });
  handle(app, 'removeHandoverNote', async ({ params, account }) => {
    await changes.count(account.id);
    const removed = await journal.commit(async (tx, emit) => {
      const author = await deleteHandoverNote(tx, rowIdOf(params.id));
      if (author === undefined) return false;
      const message = `${account.username} removed a handover note of ${author}`;
      const at = now();
      await recordActivity(tx, emit, { message, severity: 'primary', at });
      const about = { target: `note ${params.id}`, detail: `written by ${author}` };
      await recordAudit(tx, { action: 'handover-note.removed', ...about, at });
      emit(keyOf('handoverNotes'), 'replace', await listHandoverNotes(tx));
      return true;
    });
    if (!removed) throw httpError(404, 'There is no such note.');
    return { message: 'The note is removed.' };
  });
}
