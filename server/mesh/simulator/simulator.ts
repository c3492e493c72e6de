import { fastify } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { Loops } from '../../base/loop.ts';
import type { PublishedProofs } from '../rows/shared-wire.ts';
import type { TransferHandlers } from '../transfers/transfer-receiver.ts';
import { type PeerRoutesDeps, registerPeerRoutes } from '../transport/peer-routes.ts';
import { type KnownNode, type PeerBehaviour, startSimulatedPeer } from './simulated-peer.ts';

interface SimulatorOptions {
  /** The node whose peers are simulated. */
  readonly node: KnownNode;
  /** From this latency on the node counts an answer as late. */
  readonly lateMs: number;
  readonly clock: Clock;
  readonly loops: Loops;
  /** Behaviour of the peer at this index, from 0; `behaviourAt` by default. */
  readonly behaviour?: (index: number) => PeerBehaviour;
  /** What the peers publish of the nonces that they sign. */
  readonly published: PublishedProofs;
  /** How a peer receives bundles; without it they are refused. */
  readonly transfersOf?: (id: string) => TransferHandlers;
}

/** How much later than `lateMs` the late peer answers. */
const EXTRA_DELAY_MS = 150;

/** The third peer answers late and the fifth not at all, so that a first start shows every status. */
export function behaviourAt(index: number, lateMs: number): PeerBehaviour {
  if (index === 2) return { answers: 'late', byMs: lateMs + EXTRA_DELAY_MS };
  return index === 4 ? { answers: 'never' } : { answers: 'promptly' };
}

/** Starts a peer for each platform, each on a free loopback port. The caller closes them. */
export async function startSimulator(
  platforms: readonly { readonly id: string }[],
  { node, lateMs, clock, loops, behaviour, published, transfersOf }: SimulatorOptions,
) {
  const behaviourOf = behaviour ?? ((index: number) => behaviourAt(index, lateMs));
  const peers = await Promise.all(
    platforms.map(({ id }, index) =>
      startSimulatedPeer({
        id,
        node,
        clock,
        loops,
        published,
        behaviour: behaviourOf(index),
        seen: platforms.flatMap((one, i) => (one.id === id ? [] : seenAs(one.id, behaviourOf(i)))),
        transfers: transfersOf?.(id),
      }),
    ),
  );
  return {
    /** Platform id to address. */
    addresses: new Map(peers.map(({ id, address }) => [id, address])),
    async close() {
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}

/** A peer that answers late is slow for the others too, by as much. */
const seenAs = (platform: string, { answers, ...late }: PeerBehaviour) => ({
  platform,
  status: STATUSES[answers],
  latencyMs: 'byMs' in late ? late.byMs : null,
});

const STATUSES = { promptly: 'connected', late: 'warning', never: 'error' } as const;

/**
 * Where simulated peers call back a node that serves TLS: its certificate does not name a loopback address.
 * The node's peer routes in plain HTTP, for this machine only; calls are signed as always. The caller closes it.
 */
export async function openLoopbackListener(deps: PeerRoutesDeps) {
  const app = fastify({ forceCloseConnections: true });
  registerPeerRoutes(app, deps);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}
