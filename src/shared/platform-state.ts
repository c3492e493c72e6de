import type { Connection } from '../../contract/shapes/mesh.ts';

const RANKS: Readonly<Record<string, number>> = { error: 0, warning: 1, connected: 3 };
const RANK_UNKNOWN = 2;

/** @returns the platforms with those that are down, then slow, then unknown ones before the others */
export function problemsFirst(connections: readonly Connection[]): Connection[] {
  const rank = ({ status }: Connection) =>
    Object.hasOwn(RANKS, status) ? (RANKS[status] ?? RANK_UNKNOWN) : RANK_UNKNOWN;
  return [...connections].sort((a, b) => rank(a) - rank(b));
}

/** @returns the latency of the last probe; null when that was not answered, whatever it was before */
export function currentLatency({ status, latencyMs }: Connection): number | null {
  return status === 'connected' || status === 'warning' ? latencyMs : null;
}
