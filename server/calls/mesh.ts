import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { inTurn } from './in-turn.ts';

/** How the sisters stand, how they stood in time, and the order to dial them anew. */
export function meshCalls(app: FastifyInstance, { mesh }: { mesh: Mesh }): void {
  handle(app, 'connections', () => mesh.connections());
  handle(app, 'history', ({ query }) => mesh.history(query));
  handle(app, 'reconnect', async () => {
    const connections = await inTurn(mesh.reconnect());
    const answering = connections.filter(({ status }) => status !== 'error').length;
    return { message: `${answering} of ${connections.length} platforms answered.` };
  });
}
