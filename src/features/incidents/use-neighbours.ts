import { useQuery } from '@tanstack/react-query';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { workerClient } from '../../console/worker-client.ts';
import { ApiError, type Outcome } from '../../shared/outcome.ts';

/** Ids; undefined: there is none, or it is not known. */
interface Neighbours {
  readonly older: number | undefined;
  readonly newer: number | undefined;
}

/** Ids have few gaps: this many to both sides hold both neighbours. */
const AROUND = 50;

/**
 * @param list the newest incidents, as far as they are known
 * @returns the incidents before and after one. Of one that is not in the list the server is asked.
 */
export function useNeighbours(
  list: readonly Incident[] | undefined,
  incident: Incident | undefined,
): Neighbours {
  const id = incident?.id;
  const isListed = list?.some((one) => one.id === id) ?? false;
  const { data } = useQuery({
    queryKey: ['incident-neighbours', id],
    queryFn: () => readAround(id ?? 0),
    enabled: id !== undefined && list !== undefined && !isListed,
  });
  return neighboursOf(isListed ? list : data, id);
}

async function readAround(id: number): Promise<readonly Incident[]> {
  const query = { before: id + AROUND + 1, limit: 2 * AROUND + 1 };
  const outcome = (await workerClient.send('incidents', { query })) as Outcome<readonly Incident[]>;
  if (!outcome.ok) throw new ApiError(outcome);
  return outcome.data;
}

function neighboursOf(list: readonly Incident[] = [], id = 0): Neighbours {
  const ids = list.map((one) => one.id).toSorted((a, b) => a - b);
  return { older: ids.findLast((one) => one < id), newer: ids.find((one) => one > id) };
}
