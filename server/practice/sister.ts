import { setTimeout as wait } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { createDuties } from '../mesh/duties.ts';
import { createIdentity } from '../mesh/identity.ts';
import type { Jwks } from '../mesh/jwks.ts';
import { fixedKeyring } from '../mesh/keyring.ts';
import type { ViewEntry } from '../mesh/messages.ts';
import { createNonces } from '../mesh/nonces.ts';
import { meshPeer } from '../mesh/peer.ts';
import { createVerifier } from '../mesh/verify.ts';

/** How a practice sister behaves: at once, late by some milliseconds, or never. */
export type Manner =
  | { readonly answers: 'promptly' }
  | { readonly answers: 'late'; readonly byMs: number }
  | { readonly answers: 'never' };

export interface SisterParts {
  /** Platform id. */
  readonly id: string;
  readonly manner: Manner;
  /** The node that she knows. */
  readonly node: { readonly id: string; readonly jwks: Jwks };
  readonly now: () => number;
}

/** A running practice sister. Its owner closes it. */
export interface Sister {
  /** Platform id. */
  readonly id: string;
  readonly address: string;
  close(): Promise<void>;
}

/** A small real server on a free loopback port, made of the mesh's peer side alone. */
export async function startSister({ id, manner, node, now }: SisterParts): Promise<Sister> {
  const app = fastify({ forceCloseConnections: true });
  const closing = new AbortController();
  behave(app, manner, closing.signal);
  const identity = await createIdentity(id);
  const { findKey } = await fixedKeyring([[node.id, node.jwks]]);
  const verifier = createVerifier({ self: id, findKey, nonces: createNonces(now), now });
  const { duties, onCall } = knowledge(now);
  meshPeer(app, { identity, verifier, duties, now, onCall, onRefusal: () => undefined });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    id,
    address,
    async close() {
      closing.abort();
      await app.close();
    },
  };
}

function behave(app: FastifyInstance, manner: Manner, closing: AbortSignal): void {
  if (manner.answers === 'promptly') return;
  app.addHook('onRequest', async (_request, reply) => {
    if (manner.answers === 'never') return reply.hijack();
    await wait(manner.byMs, undefined, { signal: closing }).catch(() => reply.hijack());
  });
}

/** She probes nobody; what she knows of the mesh is who has called her. */
function knowledge(now: () => number) {
  const heard = new Map<string, number>();
  const started = now();
  const view = (): ViewEntry[] =>
    [...heard].map(([platform, lastSeen]) => ({ platform, status: 'connected', lastSeen }));
  return {
    duties: createDuties({ view, uptimeSec: () => Math.floor((now() - started) / 1000) }),
    onCall: (from: string) => void heard.set(from, now()),
  };
}
