import { useServerNow } from '../../console/connection.ts';
import { useMeshVerdict } from '../../console/mesh-status.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { type MeshProblems, meshProblems } from '../../domain/problems.ts';

const AGES_EVERY_MS = 10_000;

/** How well problems are known. */
export interface Known {
  /** false: all of it is what was known at `at`. */
  readonly isKnown: boolean;
  readonly at: number | undefined;
  /** Server time now, epoch milliseconds. */
  readonly now: number;
}

/** The problems of the mesh and what is planned, as this console knows them. */
export function useProblems(): MeshProblems & Known {
  const { state } = useMeshVerdict();
  const { data: connections = [], at } = useRead('connections');
  const { data: incidents, age } = useRead('incidents');
  const windows = useReadData('maintenance');
  const now = useServerNow(AGES_EVERY_MS);
  const isKnown = state !== 'unknown' && (incidents === undefined || age !== 'unknown');
  return { ...meshProblems({ connections, incidents, windows, now }), isKnown, at, now };
}
