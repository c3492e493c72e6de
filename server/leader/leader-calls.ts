import { BusyError } from '../busy-error.ts';
import type { MeshCommands } from '../mesh/mesh-term.ts';

const RETRY_AFTER_SEC = 5;

const noLeader = () =>
  new BusyError(
    'No instance leads the mesh at the moment. Try again in some seconds.',
    503,
    RETRY_AFTER_SEC,
  );

/** Where no other instance can lead. */
export const NO_LEADER: MeshCommands = {
  sync: () => Promise.reject(noLeader()),
  ping: () => Promise.reject(noLeader()),
  reconnect: () => Promise.reject(noLeader()),
  acknowledgeKey: () => Promise.reject(noLeader()),
  startProof: () => Promise.reject(noLeader()),
};
