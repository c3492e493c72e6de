import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { inTurn } from './in-turn.ts';

/** The three-factor proof of a mesh peer. */
export function proofCalls(app: FastifyInstance, { mesh }: { mesh: Pick<Mesh, 'proof'> }): void {
  handle(app, 'proofHealth', () => mesh.proof.health());
  handle(app, 'proofStart', async ({ payload, request }) => {
    const { peer, deadline_sec: deadlineSec, commander_origin: origin } = payload;
    if (origin !== ownOrigin(request))
      throw refuse(400, 'commander_origin must be the origin of this console.');
    const challenge = await inTurn(mesh.proof.start({ peer, deadlineSec, origin }));
    if (challenge === null) throw refuse(400, 'peer must be a platform of this mesh.');
    return { challenge_id: challenge };
  });
  handle(app, 'proofs', () => mesh.proof.recent());
  handle(app, 'proofStatus', async ({ params }) => {
    const status = await mesh.proof.status(params.challenge_id);
    if (status === undefined) throw refuse(404, 'There is no such challenge.');
    return status;
  });
}

/** As the browser spells it; the Host header has passed the gate. */
function ownOrigin(request: FastifyRequest): string {
  return new URL(`${request.protocol}://${request.headers.host ?? ''}`).origin;
}
