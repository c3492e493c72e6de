import type { Connection } from '../../../contract/shapes/mesh.ts';

const PLACES: Readonly<Record<string, number>> = { error: 0, warning: 1, connected: 3 };
/** A status that is not known stands between trouble and none. */
const UNKNOWN_PLACE = 2;

/** @returns the platforms in error, then those with a warning, then the rest, each in the mesh's order */
export function problemsFirst(connections: readonly Connection[]): Connection[] {
  return connections.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function placeOf({ status }: Connection): number {
  return Object.hasOwn(PLACES, status) ? (PLACES[status] ?? UNKNOWN_PLACE) : UNKNOWN_PLACE;
}
