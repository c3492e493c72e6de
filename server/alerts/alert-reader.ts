import * as z from 'zod/mini';
import type { Change } from '../../contract/live.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import { type BundleDetails, BundleDetailsSchema } from '../../contract/shapes/bundle.ts';
import { type Connection, ConnectionListSchema } from '../../contract/shapes/mesh.ts';
import { ProofRowSchema } from '../../contract/shapes/proof.ts';
import { deployStateOf, type Target } from '../bundles/deploy/deploy-target.ts';

/**
 * Finds, in the changes of the journal, the events that people want to be alerted of. It reads only what consoles
 * receive, so an alert never reports what was not stored. It remembers only the previous state of each thing.
 */
export type Alert =
  | { readonly kind: 'down' | 'back'; readonly platforms: readonly PlatformAlert[] }
  | { readonly kind: 'proof'; readonly peer: string }
  | {
      readonly kind: 'deploy';
      readonly bundle: string;
      readonly taken: number;
      readonly targets: number;
    }
  | {
      readonly kind: 'validation';
      readonly bundle: string;
      readonly name: string;
      /** The first problem that was found. */
      readonly problem: string | undefined;
    };

export interface PlatformAlert {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** How long a platform that is back was down; null if unknown. */
  readonly downMs: number | null;
}

/** The state when this process started. */
interface InitialState {
  readonly platforms: Iterable<{
    readonly id: string;
    readonly status: string;
    readonly changedAt: number;
  }>;
  /** Ids of bundles that are being deployed. */
  readonly deploying: Iterable<string>;
}

const CONNECTIONS = keyText(keyOf('connections'));
const PROOFS = keyText(keyOf('proofs'));
const BUNDLE = keyText([...keyOf('bundles'), '']);

/** @returns a function that is called with every change once, in order */
export function createAlertReader(initial: InitialState): (change: Change) => Alert[] {
  /** Platforms that are down, and since when (epoch milliseconds). */
  const down = new Map<string, number>();
  const deploying = new Set(initial.deploying);
  for (const { id, status, changedAt } of initial.platforms)
    if (status === 'error') down.set(id, changedAt);

  function readConnections(connections: readonly Connection[], at: number): Alert[] {
    const fallen = connections.filter(({ id, status }) => status === 'error' && !down.has(id));
    const risen = connections.filter(({ id, status }) => isUp(status) && down.has(id));
    const back = risen.map((one) => platformAlert(one, at - (down.get(one.id) ?? at)));
    for (const { id } of fallen) down.set(id, at);
    for (const { id } of risen) down.delete(id);
    return [
      ...(fallen.length > 0
        ? [{ kind: 'down' as const, platforms: fallen.map((one) => platformAlert(one, null)) }]
        : []),
      ...(back.length > 0 ? [{ kind: 'back' as const, platforms: back }] : []),
    ];
  }

  /** A deployment ends once: with the change after which no target is under way. */
  function readTargets(bundle: string, targets: readonly Target[]): Alert[] {
    const state = deployStateOf(targets);
    if (state === 'in-progress') deploying.add(bundle);
    const ended = state !== 'in-progress' && deploying.delete(bundle);
    if (!ended || state !== 'incomplete') return [];
    const taken = targets.filter(({ status }) => status === 'taken').length;
    return [{ kind: 'deploy', bundle, taken, targets: targets.length }];
  }

  return ({ key, op, data, at }) => {
    const text = keyText(key);
    if (text === CONNECTIONS) return readConnections(z.parse(ConnectionListSchema, data), at);
    if (text === PROOFS) return readProof(data);
    if (!text.startsWith(BUNDLE)) return [];
    const bundle = text.slice(BUNDLE.length);
    // The end of an inspection is the only change that replaces the details of a bundle.
    if (op === 'replace') return readInspection(bundle, z.parse(BundleDetailsSchema, data));
    // Written by this process itself: see `server/bundles/deploy`.
    const { targets } = data as { targets?: readonly Target[] };
    return targets === undefined ? [] : readTargets(bundle, targets);
  };
}

function readInspection(bundle: string, { name, status, problems }: BundleDetails): Alert[] {
  if (status !== 'failed') return [];
  return [{ kind: 'validation', bundle, name, problem: problems[0]?.message }];
}

/** A started proof is emitted as a list of rows, each of its steps as one row. */
function readProof(data: unknown): Alert[] {
  const row = z.safeParse(ProofRowSchema, data);
  if (!row.success || row.data.endedAt === null || row.data.verified) return [];
  return [{ kind: 'proof', peer: row.data.peer }];
}

const isUp = (status: string) => status === 'connected' || status === 'warning';

const platformAlert = ({ id, name, domain }: Connection, downMs: number | null): PlatformAlert => ({
  id,
  name,
  domain,
  downMs,
});
