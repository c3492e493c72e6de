import { isOwnFailure } from '../../outgoing/no-answer.ts';
import type { StatusUpdate } from '../../round.ts';
import type { PeerRegistry } from './peer-registry.ts';
import type { ProbedPeer } from './probe-peers.ts';

interface OwnNetworkDeps {
  readonly registry: PeerRegistry;
  /** Of the last round. */
  readonly hadNetwork: () => boolean;
  /** @returns what is not stored yet */
  readonly found: () => readonly ProbedPeer[];
  readonly drop: (some: readonly ProbedPeer[]) => void;
  /** Probes all others than these, by their ids. */
  readonly ask: (known: ReadonlySet<string>) => Promise<void>;
}

/** One call that this node could not make may be of one platform or of its network: what others found since says which. */
export function createOwnNetwork({ registry, hadNetwork, found, drop, ask }: OwnNetworkDeps) {
  const called = () => registry.probed().filter(({ kind }) => kind !== 'report');
  const idsOf = (isOne: (one: ProbedPeer) => boolean) =>
    new Set(found().flatMap((one) => (isOne(one) ? [one.platform.id] : [])));
  /** What failed so before is known to be no fault of the network. */
  const isDoubtful = (one: ProbedPeer) =>
    isOwnFault(one) && !(registry.isMeasured(one.platform.id) && wasOwnFault(one));

  async function isBack(): Promise<boolean> {
    if (called().length > 0 && !found().some(showsNetwork)) return false;
    drop(found().filter(isOwnFault));
    await ask(idsOf(() => true));
    return true;
  }

  async function isThere(): Promise<boolean> {
    const doubtful = found().filter(isDoubtful);
    if (doubtful.length === 0) return true;
    const from = Math.min(...doubtful.map(({ at }) => at));
    const isSince = ({ at }: ProbedPeer) => at >= from;
    if (found().some((one) => isSince(one) && showsNetwork(one))) return true;
    await ask(idsOf(isSince));
    const failed = idsOf((one) => isSince(one) && !showsNetwork(one));
    return !called().every(({ id }) => failed.has(id));
  }

  return {
    /** @returns whether this node has a network, and so knows what it found */
    check: () => (hadNetwork() ? isThere() : isBack()),
    /** @returns whether it may change what is known */
    tells: (one: ProbedPeer) => hadNetwork() || showsNetwork(one),
  };
}

const isOwnFault = ({ outcome }: StatusUpdate): boolean =>
  outcome?.answered === false && isOwnFailure(outcome.failure);

const wasOwnFault = ({ before: { status, failure } }: StatusUpdate): boolean =>
  status === 'error' && failure !== null && isOwnFailure(failure);

/** One that reports itself calls, and one without an address is never called. */
const showsNetwork = ({ platform, outcome }: StatusUpdate): boolean =>
  platform.kind !== 'report' &&
  outcome !== null &&
  (outcome.answered || !(isOwnFailure(outcome.failure) || outcome.failure === 'no-address'));
