import { fastify } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { BundleSink } from '../transfers/chunked-transfers.ts';
import { type PeerRoutesDeps, registerPeerRoutes } from '../transport/peer-routes.ts';
import { type KnownNode, type PeerBehaviour, startSimulatedPeer } from './simulated-peer.ts';

/** A running mesh simulator. The owner closes it. */
interface Simulator {
  /** Platform id to address. */
  readonly addresses: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

interface SimulatorOptions {
  /** The node whose peers are simulated. */
  readonly node: KnownNode;
  /** From this latency on the node counts an answer as late. */
  readonly lateMs: number;
  readonly clock: Clock;
  /** Behaviour of the peer at this index, from 0; `behaviourAt` by default. */
  readonly behaviour?: (index: number) => PeerBehaviour;
  /** Where a peer puts bundles; without it they are refused. */
  readonly sinkFor?: (id: string) => BundleSink;
}

/** How much later than `lateMs` the late peer answers. */
const EXTRA_DELAY_MS = 150;

/** The third peer answers late and the fifth not at all, so that a first start shows every status. */
export function behaviourAt(index: number, lateMs: number): PeerBehaviour {
  if (index === 2) return { answers: 'late', byMs: lateMs + EXTRA_DELAY_MS };
  return index === 4 ? { answers: 'never' } : { answers: 'promptly' };
}

/** Starts a peer for each platform, each on a free loopback port. */
export async function startSimulator(
  platforms: readonly { readonly id: string }[],
  { node, lateMs, clock, behaviour, sinkFor }: SimulatorOptions,
): Promise<Simulator> {
  const behaviourOf = behaviour ?? ((index: number) => behaviourAt(index, lateMs));
  const peers = await Promise.all(
    platforms.map(({ id }, index) =>
      startSimulatedPeer({ id, behaviour: behaviourOf(index), node, clock, sink: sinkFor?.(id) }),
    ),
  );
  return {
    addresses: new Map(peers.map(({ id, address }) => [id, address])),
    async close() {
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}

/** A running listener. The owner closes it. */
interface LoopbackListener {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Where simulated peers call back a node that serves TLS: its certificate does not name a loopback address.
 * The node's peer routes in plain HTTP, for this machine only; calls are signed as always.
 */
export async function openLoopbackListener(deps: PeerRoutesDeps): Promise<LoopbackListener> {
  const app = fastify({ forceCloseConnections: true });
  registerPeerRoutes(app, deps);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}
