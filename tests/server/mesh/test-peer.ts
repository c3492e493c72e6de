import { type FastifyInstance, fastify } from 'fastify';
import { createIdentity, type Identity } from '../../../server/mesh/keys/identity.ts';
import { fixedKeyring } from '../../../server/mesh/keys/keyring.ts';
import type { PublishedProofs } from '../../../server/mesh/rows/shared-wire.ts';
import { NO_TRANSFERS } from '../../../server/mesh/transfers/transfer-receiver.ts';
import { createHandlers, type MeshHandlers } from '../../../server/mesh/transport/handlers.ts';
import { registerPeerRoutes } from '../../../server/mesh/transport/peer-routes.ts';
import type { ViewEntry } from '../../../server/mesh/wire/messages.ts';
import { createNonces } from '../../../server/mesh/wire/nonces.ts';
import { createCallVerifier } from '../../../server/mesh/wire/verify.ts';
import type { Failure } from '../../../server/outgoing/failure.ts';
import { createPublishedProofs } from '../../doubles/published-proofs.ts';

/** A real peer on loopback, controlled by a test. */
export interface TestPeer {
  readonly id: string;
  readonly address: string;
  readonly app: FastifyInstance;
  readonly identity: Identity;
  /** Verified calls, by the last segment of the path. */
  readonly taken: string[];
  readonly refused: Failure[];
  /** Its view of the mesh. */
  view: ViewEntry[];
  /** Answers challenges; refuses them by default. */
  proof: MeshHandlers['proof'];
  /** What it publishes. */
  readonly published: PublishedProofs;
  /** Runs before each request is handled. */
  before: (path: string) => Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly id: string;
  readonly node: Identity;
  readonly now: () => number;
  /** Signs with this identity instead of its own. */
  readonly impostor?: Identity;
  /** A free one by default. */
  readonly port?: number;
}

export async function startTestPeer({
  id,
  node,
  now,
  impostor,
  port = 0,
}: Options): Promise<TestPeer> {
  const app = fastify({ forceCloseConnections: true });
  const identity = await createIdentity(id);
  const { findKey } = await fixedKeyring([[node.id, node.jwks()]]);
  const published = createPublishedProofs();
  const verifier = createCallVerifier({
    self: id,
    findKey,
    nonces: createNonces({ now, elapsed: now }),
    now,
  });
  const peer: Omit<TestPeer, 'address'> = {
    id,
    app,
    identity,
    taken: [],
    refused: [],
    view: [],
    proof: () => ({ accepted: false }),
    published,
    before: async () => undefined,
    close: () => app.close(),
  };
  app.addHook('onRequest', async (request) => peer.before(request.url));
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/mesh/') && reply.statusCode === 200)
      peer.taken.push(request.url.slice('/mesh/'.length));
  });
  registerPeerRoutes(app, {
    identity: impostor ? { ...impostor, jwks: identity.jwks } : identity,
    verifier,
    handlers: createHandlers({
      transfers: NO_TRANSFERS,
      view: () => peer.view,
      uptimeSec: () => 1,
      version: 'test',
      proof: (from, said) => peer.proof(from, said),
      callback: () => ({ taken: false }),
    }),
    published,
    now,
    onCall: () => undefined,
    onRejectedCall: (reason) => peer.refused.push(reason),
  });
  const address = await app.listen({ host: '127.0.0.1', port });
  return Object.assign(peer, { address });
}
