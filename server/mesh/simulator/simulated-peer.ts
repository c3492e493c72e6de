import { type FastifyInstance, fastify } from 'fastify';
import type { LogHead } from '../../../proofs/report.ts';
import type { Clock } from '../../base/clock.ts';
import type { Loops } from '../../base/loop.ts';
import { createIdentity } from '../keys/identity.ts';
import type { Jwks } from '../keys/jwks.ts';
import { fixedKeyring } from '../keys/keyring.ts';
import { createLogWitness } from '../log/witness-log.ts';
import { createProofProver } from '../proof/proof-prover.ts';
import type { PublishedProofs } from '../rows/shared-wire.ts';
import { createTaskGroup, type MeshLog } from '../task-group.ts';
import { NO_TRANSFERS, type TransferHandlers } from '../transfers/transfer-receiver.ts';
import { type Caller, type CallerDeps, createCaller } from '../transport/caller.ts';
import { createHandlers, type HandlersDeps } from '../transport/handlers.ts';
import { registerPeerRoutes } from '../transport/peer-routes.ts';
import { createTransport } from '../transport/transport.ts';
import type { ViewEntry } from '../wire/messages.ts';
import { createNonces } from '../wire/nonces.ts';
import { createCallVerifier } from '../wire/verify.ts';
import type { Answered } from '../witness/testimonies.ts';
import { type Seen, signTestimony } from '../witness/testimony.ts';

/** How a simulated peer answers. */
export type PeerBehaviour =
  | { readonly answers: 'promptly' }
  | { readonly answers: 'late'; readonly byMs: number }
  | { readonly answers: 'never' };

/** The only node that a simulated peer knows. */
export interface KnownNode {
  /** Platform id. */
  readonly id: string;
  readonly jwks: Jwks;
  /** Where callbacks go; undefined until the node listens. */
  readonly address: () => string | undefined;
}

interface SimulatedPeerOptions {
  /** Platform id. */
  readonly id: string;
  readonly behaviour: PeerBehaviour;
  readonly node: KnownNode;
  readonly clock: Clock;
  readonly loops: Loops;
  readonly published: PublishedProofs;
  /** What it says of the others: what the simulator makes of them, for it measures nothing. Left out: it says nothing, as an older node. */
  readonly seen?: readonly Pick<Seen, 'platform' | 'status' | 'latencyMs'>[] | undefined;
  /** How it receives bundles; without it they are refused. */
  readonly transfers?: TransferHandlers | undefined;
}

/** A running simulated peer. The owner closes it. */
interface SimulatedPeer {
  /** Platform id. */
  readonly id: string;
  readonly address: string;
  close(): Promise<void>;
}

/** A small real server on a free loopback port, with the mesh's own peer routes. */
export async function startSimulatedPeer(options: SimulatedPeerOptions): Promise<SimulatedPeer> {
  const { id, behaviour, node, clock, loops, published, seen, transfers = NO_TRANSFERS } = options;
  const { now } = clock;
  const app = fastify({ forceCloseConnections: true });
  const tasks = createTaskGroup(loops, SILENT_LOG);
  addBehaviour(app, behaviour, (ms) => clock.sleep(ms, tasks.signal));
  const identity = await createIdentity(id);
  const { findKey } = await fixedKeyring([[node.id, node.jwks]]);
  const verifier = createCallVerifier({ self: id, findKey, nonces: createNonces(clock), now });
  const caller = createCallbackCaller(node, {
    identity,
    findKey,
    clock,
    timeoutMsOf: () => CALLBACK_TIMEOUT_MS,
  });
  const proof = createProofProver({ identity, published, caller, clock, loops, tasks });
  let round = 0;
  const testify = (): Answered => {
    if (seen === undefined) return {};
    const at = now();
    const caller = { platform: node.id, status: 'connected', latencyMs: null } as const;
    const said = [...seen, caller].map((one) => ({ ...one, at }));
    return { testimony: signTestimony(identity, { round: round++, at, seen: said }) };
  };
  const heads = new Map<string, LogHead>();
  const witnessLog = createLogWitness({
    identity,
    now,
    simulated: true,
    log: SILENT_LOG,
    seen: {
      read: async (platform) => heads.get(platform),
      save: async (head) => void heads.set(head.node, head),
    },
  });
  registerPeerRoutes(app, {
    identity,
    verifier,
    published,
    now,
    ...createState(now, { proof, witnessLog, testify, transfers }),
    onRejectedCall: () => undefined,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    id,
    address,
    async close() {
      await tasks.stop();
      await app.close();
    },
  };
}

const CALLBACK_TIMEOUT_MS = 3_000;
const ignore = () => undefined;
const SILENT_LOG: MeshLog = { info: ignore, warn: ignore, error: ignore };

/** Reads the node's address at each call, because the peers start before the node listens. */
function createCallbackCaller(node: KnownNode, deps: Omit<CallerDeps, 'transport'>): Caller {
  return {
    call(platform, name, payload, signal) {
      const address = node.address();
      const addresses = new Map(address === undefined ? [] : [[node.id, address]]);
      const transport = createTransport({ addresses });
      return createCaller({ ...deps, transport })
        .call(platform, name, payload, signal)
        .finally(transport.dropConnections);
    },
  };
}

function addBehaviour(
  app: FastifyInstance,
  behaviour: PeerBehaviour,
  sleep: (ms: number) => Promise<boolean>,
): void {
  if (behaviour.answers === 'promptly') return;
  app.addHook('onRequest', async (_request, reply) => {
    if (behaviour.answers === 'never' || !(await sleep(behaviour.byMs))) return reply.hijack();
    return undefined;
  });
}

/** A simulated peer probes nobody: its view of the mesh is who has called it. */
function createState(
  now: () => number,
  own: Pick<HandlersDeps, 'proof' | 'transfers' | 'witnessLog' | 'testify'>,
) {
  const lastCalls = new Map<string, number>();
  const started = now();
  const view = (): ViewEntry[] =>
    [...lastCalls].map(([platform, lastSeen]) => ({ platform, status: 'connected', lastSeen }));
  return {
    handlers: createHandlers({
      view,
      uptimeSec: () => Math.floor((now() - started) / 1000),
      ...own,
      // It challenges nobody.
      callback: () => ({ taken: false }),
    }),
    onCall: (from: string) => void lastCalls.set(from, now()),
  };
}
