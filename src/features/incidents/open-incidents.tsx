import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { incidentTitle } from '../../shared/incident-text.ts';
import type { ReadState } from '../../shared/model.ts';
import { momentAgoText } from '../../shared/moment.ts';
import { maintenanceText, openIncidents } from '../../shared/open-incidents.ts';
import { IncidentBadges } from '../../ui/incident-marks.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useLoadedInTime } from '../../ui/use-loaded.ts';
import styles from './open-incidents.module.css';
import { OpenIncidentsFrame } from './open-incidents-frame.tsx';

const AGES_EVERY_MS = 10_000;
const NOT_FOUND = 404;

/** The open incidents with their data. A server without incidents has no such panel. */
export function OpenIncidents() {
  const incidents = useRead('incidents');
  const maintenance = useRead('maintenance').data;
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const open = openIncidents(incidents.data, now);
  const AcknowledgeButton = useLoadedInTime(loadAcknowledgeButton, open.length > 0);
  if (incidents.failure?.status === NOT_FOUND) return null;
  return (
    <OpenIncidentsPanel
      incidents={open}
      maintenance={maintenance}
      nameOf={(id) => platforms.find((one) => one.id === id)?.name ?? id}
      read={incidents}
      acknowledge={(incident, title) =>
        AcknowledgeButton ? <AcknowledgeButton incident={incident} title={title} /> : BUTTON_SPACE
      }
      now={now}
    />
  );
}

const loadAcknowledgeButton = async () =>
  (await import('./acknowledge-button.tsx')).AcknowledgeButton;

/** What is beside it stays where it is when the button has loaded. */
const BUTTON_SPACE = (
  <Button size="xs" style={{ visibility: 'hidden' }}>
    I am on it
  </Button>
);

interface OpenIncidentsPanelProps {
  /** In the order in which they are shown. */
  incidents: readonly Incident[];
  maintenance: readonly Maintenance[] | undefined;
  /** @param id of a platform */
  nameOf: (id: string) => string;
  read: ReadState;
  /** Renders the buttons to acknowledge it and to give that back. */
  acknowledge: (incident: Incident, title: string) => ReactNode;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** What is open, since when, why, and who is on it: the most urgent one, and the others when they are asked for. */
export function OpenIncidentsPanel(props: OpenIncidentsPanelProps) {
  const { incidents, maintenance, nameOf, read, acknowledge, now } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? incidents : incidents.slice(0, 1);
  return (
    <OpenIncidentsFrame
      isBusy={read.loading}
      action={
        incidents.length > 1 ? (
          <Button size="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the most urgent' : `Show all ${incidents.length}`}
          </Button>
        ) : null
      }
    >
      {shown.length === 0 ? (
        <p className={styles.none}>{noneText(read)}</p>
      ) : (
        <ul>
          {shown.map((incident) => (
            <Row
              key={incident.id}
              incident={incident}
              title={incidentTitle(incident, nameOf(incident.platform), now)}
              planned={incident.planned && maintenanceText(incident.platform, maintenance, now)}
              age={read.age}
              acknowledge={acknowledge}
              now={now}
            />
          ))}
        </ul>
      )}
    </OpenIncidentsFrame>
  );
}

/** That nothing is open is said only with fresh proof. */
function noneText({ loading, failure, age, at }: ReadState): string {
  if (loading) return '';
  if (failure && at === undefined) return 'The incidents could not be read.';
  return age === 'fresh' ? 'No incident is open.' : 'None was open when last known.';
}

interface RowProps extends Pick<OpenIncidentsPanelProps, 'acknowledge'> {
  incident: Incident;
  title: string;
  /** 'maintenance until 14:30'; false: it is trouble. */
  planned: string | false;
  age: ReadState['age'];
  now: number;
}

function Row({ incident, title, planned, age, acknowledge, now }: RowProps) {
  const { id, status, startedAt, cause, acknowledgement } = incident;
  const details = [
    acknowledgement && `${acknowledgement.by} is on it`,
    acknowledgement?.note,
    planned || cause,
    `since ${momentAgoText(startedAt, now)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Group gap="xs">
          <StatusMark status={planned ? 'maintenance' : status} age={age} />
          <Anchor
            fw={600}
            renderRoot={(link) => (
              <Link to="/incidents/$id" params={{ id: String(id) }} {...link} />
            )}
          >
            {title}
          </Anchor>
          <IncidentBadges incident={incident} />
        </Group>
        <Text size="sm" c="dimmed">
          {details}
        </Text>
      </div>
      {acknowledge(incident, title)}
    </li>
  );
}
