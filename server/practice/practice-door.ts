import { fastify } from 'fastify';
import { meshPeer, type PeerParts } from '../mesh/peer.ts';

/** A running door. Its owner closes it. */
export interface PracticeDoor {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Where practice sisters call a node back whose own server speaks TLS: its certificate is for its people, and
 * names no loopback address. The same peer side in plain HTTP, for this machine alone; calls are signed as ever.
 */
export async function openPracticeDoor(peer: PeerParts): Promise<PracticeDoor> {
  const app = fastify({ forceCloseConnections: true });
  meshPeer(app, peer);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}
