import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { inTurn } from './in-turn.ts';

/** The mesh-wide order of the dashboard: handshake with every sister now. */
export function systemCalls(app: FastifyInstance, { mesh }: { mesh: Mesh }): void {
  handle(app, 'sync', async () => {
    const { message, asked, reached } = await inTurn(mesh.sync());
    if (asked > 0 && reached === 0) throw refuse(502, `${message}.`);
    return { message: `${message}.`, asked, reached };
  });
}
