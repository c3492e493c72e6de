import { useMemo } from 'react';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { configuredPlatforms } from '../device/product.ts';
import type { Judged } from '../domain/verdict.ts';
import type { Reading } from '../shared/model.ts';
import { useJudgedPlatforms } from './mesh-status.ts';
import { useRead, useReadData } from './reads.ts';

/** The mesh's platforms; those of the configuration for as long as the server has not said which there are. */
export function useKnownPlatforms(): readonly Connection[] {
  return useReadData('connections') ?? configuredPlatforms();
}

/** The mesh's platforms by what they count as: drills and maintenance are in their statuses. */
export function usePlatforms(): Reading<readonly Judged<Connection>[]> {
  const read = useRead('connections');
  const data = useJudgedPlatforms();
  return useMemo(() => ({ ...read, data }), [read, data]);
}
