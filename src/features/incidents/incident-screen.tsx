import { useEffect, useRef } from 'react';
import type { Incident, IncidentDetails } from '../../../contract/shapes/incident.ts';
import { useServerNow } from '../../client/connection.ts';
import { refreshRead, useRead } from '../../client/reads.ts';
import { incidentTitle } from '../../shared/incident-text.ts';
import type { Reading } from '../../shared/model.ts';
import { usePage } from '../shell/page-title.ts';
import { AcknowledgeButton, type AskedToTake } from './acknowledge-button.tsx';
import { IncidentView, type ShownIncident } from './incident-view.tsx';
import { useNeighbours } from './use-neighbours.ts';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 1000;

interface IncidentScreenProps extends AskedToTake {
  id: string;
}

/** One incident with its data. */
export function IncidentScreen({ id, ...asked }: IncidentScreenProps) {
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const details = useRead('incident', isId ? { id } : null);
  const list = useRead('incidents');
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const row = list.data?.find((one) => String(one.id) === id);
  useReadAgain(id, row);
  const shown = shownOf(isId, details, row, list.age === 'fresh');
  const incident = 'incident' in shown ? shown.incident : undefined;
  const name = platforms.find((one) => one.id === incident?.platform)?.name ?? incident?.platform;
  usePage(
    incident && name ? incidentTitle(incident, name, now) : `Incident ${id}`,
    'What happened in this incident, when, and who was on it.',
  );
  return (
    <IncidentView
      shown={shown}
      read={details.data === undefined && row ? list : details}
      name={name ?? ''}
      neighbours={useNeighbours(list.data, incident)}
      acknowledge={
        incident && (
          <AcknowledgeButton
            incident={incident}
            title={incidentTitle(incident, name ?? incident.platform, now)}
            {...asked}
          />
        )
      }
      now={now}
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

function shownOf(
  isId: boolean,
  details: Reading<IncidentDetails>,
  row: Incident | undefined,
  isListFresh: boolean,
): ShownIncident {
  const known = details.data;
  const isDrill = known !== undefined && known.drillUntil !== null;
  const isGone = !isId || details.failure?.status === 404;
  // Every drill that goes on is in the list.
  if (!row && (isGone || (isDrill && isListFresh))) return { gone: isDrill ? 'drill' : 'unknown' };
  if (known) return { incident: { ...known, ...row }, events: known.events };
  if (row) return { incident: row, events: undefined };
  if (details.failure) return { failure: details.failure };
  return { loading: true };
}
