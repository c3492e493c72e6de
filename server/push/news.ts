import * as z from 'zod/mini';
import type { Change } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import { type Connection, ConnectionListSchema } from '../../contract/shapes/mesh.ts';
import { ProofRowSchema } from '../../contract/shapes/proof.ts';
import { deployStateOf, type Target } from '../bundles/deploy-target.ts';

/**
 * What of the journal's changes somebody may want to be woken for. It reads what consoles are told and
 * nothing else, so a push never says what was not stored; it remembers only how things stood before.
 */
export type News =
  | { readonly kind: 'down' | 'back'; readonly platforms: readonly PlatformNews[] }
  | { readonly kind: 'proof'; readonly peer: string }
  | {
      readonly kind: 'deploy';
      readonly bundle: string;
      readonly taken: number;
      readonly targets: number;
    };

export interface PlatformNews {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** Of one that is back: how long it was gone; null when nobody knows. */
  readonly goneMs: number | null;
}

/** How things stood when this process began. */
export interface Before {
  readonly platforms: Iterable<{
    readonly id: string;
    readonly status: string;
    readonly changedAt: number;
  }>;
  /** Bundles that are being deployed. */
  readonly deploying: Iterable<string>;
}

const CONNECTIONS = textOf(keyOf('connections'));
const PROOFS = textOf(keyOf('proofs'));
const BUNDLE = textOf([...keyOf('bundles'), '']);

/** @returns reads one change after the other, each once, in their order */
export function createNewsReader(before: Before): (change: Change) => News[] {
  /** Platforms that are down, with the time since when. */
  const down = new Map<string, number>();
  const deploying = new Set(before.deploying);
  for (const { id, status, changedAt } of before.platforms)
    if (status === 'error') down.set(id, changedAt);

  function readConnections(connections: readonly Connection[], at: number): News[] {
    const fallen = connections.filter(({ id, status }) => status === 'error' && !down.has(id));
    const risen = connections.filter(({ id, status }) => isUp(status) && down.has(id));
    const back = risen.map((one) => newsOf(one, at - (down.get(one.id) ?? at)));
    for (const { id } of fallen) down.set(id, at);
    for (const { id } of risen) down.delete(id);
    return [
      ...(fallen.length > 0
        ? [{ kind: 'down' as const, platforms: fallen.map((one) => newsOf(one, null)) }]
        : []),
      ...(back.length > 0 ? [{ kind: 'back' as const, platforms: back }] : []),
    ];
  }

  /** A deployment ends once: with the change after which nothing of it is under way any more. */
  function readTargets(bundle: string, targets: readonly Target[]): News[] {
    const state = deployStateOf(targets);
    if (state === 'under-way') deploying.add(bundle);
    const ended = state !== 'under-way' && deploying.delete(bundle);
    if (!ended || state !== 'incomplete') return [];
    const taken = targets.filter(({ status }) => status === 'taken').length;
    return [{ kind: 'deploy', bundle, taken, targets: targets.length }];
  }

  return ({ key, data, at }) => {
    const text = textOf(key);
    if (text === CONNECTIONS) return readConnections(z.parse(ConnectionListSchema, data), at);
    if (text === PROOFS) return readProof(data);
    if (!text.startsWith(BUNDLE)) return [];
    // Of this process's own making: see what is told of a deployment in `server/bundles`.
    const { targets } = data as { targets?: readonly Target[] };
    return targets === undefined ? [] : readTargets(text.slice(BUNDLE.length), targets);
  };
}

/** A started proof is told as a list of rows, each of its steps as a row. */
function readProof(data: unknown): News[] {
  const row = z.safeParse(ProofRowSchema, data);
  if (!row.success || row.data.endedAt === null || row.data.verified) return [];
  return [{ kind: 'proof', peer: row.data.peer }];
}

const isUp = (status: string) => status === 'connected' || status === 'warning';

const newsOf = ({ id, name, domain }: Connection, goneMs: number | null): PlatformNews => ({
  id,
  name,
  domain,
  goneMs,
});

function textOf(key: readonly string[]): string {
  return key.join('/');
}
