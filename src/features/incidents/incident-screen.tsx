import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconHistoryOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type {
  Incident,
  IncidentDetails,
  IncidentEvent,
} from '../../../contract/shapes/incident.ts';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, refreshRead, useRead, useReadData } from '../../console/reads.ts';
import { seeIncident } from '../../console/seen.ts';
import { incidentName } from '../../domain/affected.ts';
import { incidentTitle } from '../../domain/incident-text.ts';
import type { Reading } from '../../shared/model.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePage } from '../../ui/page-title.ts';
import { ReadFailed, type ReadState } from '../../ui/read-state.tsx';
import styles from './incident.module.css';
import { IncidentReport } from './incident-report.tsx';
import type { AskedToTake } from './problem-actions.tsx';
import '../../ui/theme/late-styles.css';
import { useQuery } from '@tanstack/react-query';
import { workerClient } from '../../console/worker-client.ts';
import { ApiError, type Outcome } from '../../shared/outcome.ts';

const AGES_EVERY_MS = 1000;

interface IncidentScreenProps extends AskedToTake {
  id: string;
}

/** gone: there is none of this number, or it was a drill that is over. events undefined: never read on this device. */
type ShownIncident =
  | { readonly loading: true }
  | { readonly failure: ReadState['failure'] }
  | { readonly gone: 'drill' | 'unknown' }
  | {
      readonly incident: Incident;
      readonly events: readonly IncidentEvent[] | undefined;
      readonly testimony?: IncidentDetails['testimony'];
    };

/** One incident as a page, which is its printed report too. */
export function IncidentScreen({ id, ...asked }: IncidentScreenProps) {
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const details = useRead('incident', isId ? { id } : null);
  const list = useRead('incidents');
  const platforms = useReadData('connections') ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const row = list.data?.find((one) => String(one.id) === id);
  useReadAgain(id, row);
  useSeen(id, [row, details.data]);
  const shown = shownOf(isId, details, row, list.age === 'fresh');
  const incident = 'incident' in shown ? shown.incident : undefined;
  const name = incident && incidentName(incident, platforms);
  const neighbours = useNeighbours(list.data, incident);
  usePage(
    incident && name ? incidentTitle(incident, name, now) : `Incident ${id}`,
    'What happened in this incident, when, and who was on it.',
  );
  return (
    <Stack gap="md" className={styles.report ?? ''}>
      <Group component="nav" aria-label="Incidents" gap="xs">
        <Button size="xs" renderRoot={(button) => <Link to="/incidents" {...button} />}>
          All incidents
        </Button>
        <NeighbourLink id={neighbours.older}>Previous incident</NeighbourLink>
        <NeighbourLink id={neighbours.newer}>Next incident</NeighbourLink>
      </Group>
      {'incident' in shown ? (
        <IncidentReport
          {...{ ...shown, ...asked, now }}
          read={details.data === undefined && row ? list : details}
          name={name ?? ''}
        />
      ) : null}
      <InPlaceOfReport shown={shown} />
    </Stack>
  );
}

function NeighbourLink({ id, children }: { id: number | undefined; children: ReactNode }) {
  if (id === undefined) return null;
  return (
    <Button
      size="xs"
      renderRoot={(button) => (
        <Link to="/incidents/$id" params={{ id: String(id) }} replace {...button} />
      )}
    >
      {children}
    </Button>
  );
}

function InPlaceOfReport({ shown }: { shown: ShownIncident }) {
  return (
    <>
      {'loading' in shown ? <Skeleton height="20rem" aria-busy="true" /> : null}
      {'failure' in shown ? (
        <ReadFailed text="The incident could not be read" failure={shown.failure} />
      ) : null}
      <div role="status">
        {'gone' in shown ? <NoIncident isDrill={shown.gone === 'drill'} /> : null}
      </div>
    </>
  );
}

function NoIncident({ isDrill }: { isDrill: boolean }) {
  return (
    <EmptyState
      icon={<IconHistoryOff />}
      title={isDrill ? 'This drill is over; nothing of it is kept' : 'There is no such incident'}
      description={isDrill ? undefined : 'A drill is deleted when it is over.'}
    />
  );
}

/** The list is kept current by the live stream: what changes in it has changed in the details too. */
function useReadAgain(id: string, row: Incident | undefined): void {
  const last = useRef(row);
  useEffect(() => {
    const isChanged = last.current !== undefined && row !== last.current;
    last.current = row;
    if (isChanged) void refreshRead('incident', { id });
  }, [id, row]);
}

/** Whoever opens an open incident has seen it. */
function useSeen(id: string, known: readonly (Incident | undefined)[]): void {
  const isOpen = known.find((one) => one !== undefined)?.endedAt === null;
  useEffect(() => {
    const ended = new AbortController();
    if (isOpen) seeIncident(id, 'opened', ended.signal).catch(reportError);
    return () => ended.abort();
  }, [id, isOpen]);
}

function shownOf(
  isId: boolean,
  details: Reading<IncidentDetails>,
  row: Incident | undefined,
  isListFresh: boolean,
): ShownIncident {
  const known = details.data;
  const isDrill = known !== undefined && known.drillUntil !== null;
  const isGone = !isId || isMissing(details);
  // Every drill that goes on is in the list.
  if (!row && (isGone || (isDrill && isListFresh))) return { gone: isDrill ? 'drill' : 'unknown' };
  if (known) {
    const { events, testimony } = known;
    return { incident: { ...known, ...row }, events, testimony };
  }
  if (row) return { incident: row, events: undefined };
  if (details.failure) return { failure: details.failure };
  return { loading: true };
}

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
function useNeighbours(
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
