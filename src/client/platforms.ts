import { useMemo } from 'react';
import type { Connection } from '../../contract/shapes/mesh.ts';
import type { Reading } from '../shared/model.ts';
import { judgePlatforms } from '../shared/verdict.ts';
import { useRead } from './reads.ts';

/** The mesh's platforms by what they count as: drills and maintenance are in their statuses. */
export function usePlatforms(): Reading<readonly Connection[]> {
  const read = useRead('connections');
  const incidents = useRead('incidents').data;
  return useMemo(
    () => ({ ...read, data: read.data && judgePlatforms(read.data, incidents) }),
    [read, incidents],
  );
}
