import type { FastifyInstance } from 'fastify';
import { keyOf } from '../../../contract/paths.ts';
import { describeChanges } from '../../audit/changes.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError } from '../../base/http-error.ts';
import { isMeshNode } from '../../config/mesh-config.ts';
import type { Database } from '../../database/database.ts';
import type { NodeBase } from '../../feature.ts';
import { handle } from '../../http/handle.ts';
import { readWitnessing, saveWitnessing } from './witnessing.ts';

/** What this node and its peers do for each other, as admins agree to it. */
export function witnessingCalls(
  app: FastifyInstance,
  { db, journal, now, platforms }: Pick<NodeBase, 'db' | 'journal' | 'now' | 'platforms'>,
): void {
  async function list(from: Database) {
    const of = await readWitnessing(from);
    return platforms.filter(isMeshNode).map(({ id, name }) => ({ id, name, ...of(id) }));
  }
  handle(app, 'witnessing', () => list(db));
  handle(app, 'changeWitnessing', async ({ payload: { peer, ...agreed } }) => {
    const target = platforms.filter(isMeshNode).find(({ id }) => id === peer)?.name;
    if (target === undefined) throw httpError(404, 'There is no such node in this mesh.');
    await journal.commit(async (tx, emit) => {
      const detail = describeChanges((await readWitnessing(tx))(peer), agreed);
      await saveWitnessing(tx, peer, agreed);
      await recordAudit(tx, { action: 'platform.witnessing', target, detail, at: now() });
      emit(keyOf('witnessing'), 'replace', await list(tx));
    });
    return { message: `What this node and ${target} do for each other was changed.` };
  });
}
