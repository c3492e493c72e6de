import type { Connection } from '../../contract/shapes/mesh.ts';

/**
 * @param connections undefined: not known yet
 * @returns what has to be said of where the platforms come from; undefined: they are real
 */
export function originText(
  connections: readonly Pick<Connection, 'simulated'>[] | undefined,
): string | undefined {
  if (connections === undefined) return undefined;
  if (connections.length === 0) return 'No platforms yet';
  const simulated = connections.filter((one) => one.simulated).length;
  if (simulated === 0) return undefined;
  if (simulated === connections.length) return 'Simulated mesh';
  return `Simulated: ${simulated} of ${connections.length} platforms`;
}

/** Whether a platform runs this product: bundles and proofs are for those alone. */
export const isMeshNode = ({ kind = 'mesh' }: Pick<Connection, 'kind'>) => kind === 'mesh';
