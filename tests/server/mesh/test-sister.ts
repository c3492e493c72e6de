import { type FastifyInstance, fastify } from 'fastify';
import { createDuties } from '../../../server/mesh/duties.ts';
import type { Failure } from '../../../server/mesh/failure.ts';
import { createIdentity, type Identity } from '../../../server/mesh/identity.ts';
import { fixedKeyring } from '../../../server/mesh/keyring.ts';
import type { ViewEntry } from '../../../server/mesh/messages.ts';
import { createNonces } from '../../../server/mesh/nonces.ts';
import { type Duties, meshPeer } from '../../../server/mesh/peer.ts';
import { createShelf, type Shelf } from '../../../server/mesh/shelf.ts';
import { createVerifier } from '../../../server/mesh/verify.ts';

/** A real sister on loopback that does as a test says. */
export interface TestSister {
  readonly id: string;
  readonly address: string;
  readonly app: FastifyInstance;
  readonly identity: Identity;
  /** Calls that were believed, by path's last word. */
  readonly taken: string[];
  readonly refused: Failure[];
  /** How she sees the mesh. */
  view: ViewEntry[];
  /** What she does with a challenge; refuses it by default. */
  proof: Duties['proof'];
  /** What she publishes. */
  readonly shelf: Shelf;
  /** Run before each request is looked at. */
  before: (path: string) => Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly id: string;
  readonly node: Identity;
  readonly now: () => number;
  /** Signs with this in her place. */
  readonly impostor?: Identity;
  /** A free one by default. */
  readonly port?: number;
}

export async function startTestSister({
  id,
  node,
  now,
  impostor,
  port = 0,
}: Options): Promise<TestSister> {
  const app = fastify({ forceCloseConnections: true });
  const identity = await createIdentity(id);
  const { findKey } = await fixedKeyring([[node.id, node.jwks()]]);
  const shelf = createShelf(now);
  const verifier = createVerifier({ self: id, findKey, nonces: createNonces(now), now });
  const sister: Omit<TestSister, 'address'> = {
    id,
    app,
    identity,
    taken: [],
    refused: [],
    view: [],
    proof: () => ({ accepted: false }),
    shelf,
    before: async () => undefined,
    close: () => app.close(),
  };
  app.addHook('onRequest', async (request) => sister.before(request.url));
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/mesh/') && reply.statusCode === 200)
      sister.taken.push(request.url.slice('/mesh/'.length));
  });
  meshPeer(app, {
    identity: impostor ? { ...identity, sign: impostor.sign } : identity,
    verifier,
    duties: createDuties({
      view: () => sister.view,
      uptimeSec: () => 1,
      proof: (from, said) => sister.proof(from, said),
      callback: () => ({ taken: false }),
    }),
    shelf,
    now,
    onCall: () => undefined,
    onRefusal: (reason) => sister.refused.push(reason),
  });
  const address = await app.listen({ host: '127.0.0.1', port });
  return Object.assign(sister, { address });
}
