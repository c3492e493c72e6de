import { type FastifyInstance, fastify } from 'fastify';
import { type Caller, createCaller } from '../mesh/caller.ts';
import { createClock } from '../mesh/clock.ts';
import { createDial } from '../mesh/dial.ts';
import { createDuties } from '../mesh/duties.ts';
import { createIdentity } from '../mesh/identity.ts';
import type { Jwks } from '../mesh/jwks.ts';
import { fixedKeyring } from '../mesh/keyring.ts';
import { createLife } from '../mesh/life.ts';
import type { MeshLog } from '../mesh/log.ts';
import type { ViewEntry } from '../mesh/messages.ts';
import { createNonces } from '../mesh/nonces.ts';
import { createParcels, type Depot, NO_PARCELS } from '../mesh/parcels.ts';
import { type Duties, meshPeer } from '../mesh/peer.ts';
import { createProofAnswering } from '../mesh/proof-answering.ts';
import { createShelf } from '../mesh/shelf.ts';
import { createVerifier } from '../mesh/verify.ts';

/** How a practice sister behaves: at once, late by some milliseconds, or never. */
export type Manner =
  | { readonly answers: 'promptly' }
  | { readonly answers: 'late'; readonly byMs: number }
  | { readonly answers: 'never' };

/** The only node that a practice sister knows. */
export interface KnownNode {
  /** Platform id. */
  readonly id: string;
  readonly jwks: Jwks;
  /** Where it listens, once it does: challenges are called back there. */
  readonly address: () => string | undefined;
}

export interface SisterParts {
  /** Platform id. */
  readonly id: string;
  readonly manner: Manner;
  /** The node that she knows. */
  readonly node: KnownNode;
  readonly now: () => number;
  /** Where she takes bundles; without one she refuses them. */
  readonly depot?: Depot | undefined;
}

/** A running practice sister. Its owner closes it. */
export interface Sister {
  /** Platform id. */
  readonly id: string;
  readonly address: string;
  close(): Promise<void>;
}

/** A small real server on a free loopback port, made of the mesh's peer side alone. */
export async function startSister(parts: SisterParts): Promise<Sister> {
  const { id, manner, node, now, depot } = parts;
  const app = fastify({ forceCloseConnections: true });
  const clock = createClock(now);
  const life = createLife(clock, QUIET);
  behave(app, manner, (ms) => clock.sleep(ms, life.signal));
  const identity = await createIdentity(id);
  const { findKey } = await fixedKeyring([[node.id, node.jwks]]);
  const verifier = createVerifier({ self: id, findKey, nonces: createNonces(now), now });
  const shelf = createShelf(now);
  const caller = callerOf(node, { identity, findKey, clock, timeoutMs: CALLBACK_TIMEOUT_MS });
  const proof = createProofAnswering({ identity, shelf, caller, clock, life });
  const parcels = depot === undefined ? NO_PARCELS : createParcels({ depot, now });
  const { duties, onCall } = knowledge(now, { proof, ...parcels });
  const onRefusal = () => undefined;
  meshPeer(app, { identity, verifier, duties, shelf, now, onCall, onRefusal });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    id,
    address,
    async close() {
      await life.end();
      await app.close();
    },
  };
}

const CALLBACK_TIMEOUT_MS = 3_000;
const ignore = () => undefined;
const QUIET: MeshLog = { info: ignore, warn: ignore, error: ignore };

/** Calls the node back where it listens; that is known only when somebody asks. */
function callerOf(
  node: KnownNode,
  parts: Omit<Parameters<typeof createCaller>[0], 'dial'>,
): Caller {
  return {
    call(platform, name, said, signal) {
      const address = node.address();
      const addresses = new Map(address === undefined ? [] : [[node.id, address]]);
      const dial = createDial({ addresses });
      return createCaller({ ...parts, dial })
        .call(platform, name, said, signal)
        .finally(dial.drop);
    },
  };
}

function behave(
  app: FastifyInstance,
  manner: Manner,
  sleep: (ms: number) => Promise<boolean>,
): void {
  if (manner.answers === 'promptly') return;
  app.addHook('onRequest', async (_request, reply) => {
    if (manner.answers === 'never' || !(await sleep(manner.byMs))) return reply.hijack();
    return undefined;
  });
}

/** She probes nobody; what she knows of the mesh is who has called her. */
function knowledge(now: () => number, own: Pick<Duties, 'proof' | 'offer' | 'chunk'>) {
  const heard = new Map<string, number>();
  const started = now();
  const view = (): ViewEntry[] =>
    [...heard].map(([platform, lastSeen]) => ({ platform, status: 'connected', lastSeen }));
  return {
    duties: createDuties({
      view,
      uptimeSec: () => Math.floor((now() - started) / 1000),
      proof: own.proof,
      parcels: own,
      // She challenges nobody.
      callback: () => ({ taken: false }),
    }),
    onCall: (from: string) => void heard.set(from, now()),
  };
}
