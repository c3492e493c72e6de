import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { incidentTitle } from '../../shared/incident-text.ts';
import type { ReadState } from '../../shared/model.ts';
import { momentAgoText } from '../../shared/moment.ts';
import { maintenanceText, openIncidents } from '../../shared/open-incidents.ts';
import { IncidentBadges } from '../../ui/incident-marks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadNote, readTrouble } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import styles from './open-incidents.module.css';

const AGES_EVERY_MS = 10_000;

/** The open incidents with their data; nothing when there is none. */
export function OpenIncidents() {
  const incidents = useRead('incidents');
  const maintenance = useRead('maintenance').data;
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <OpenIncidentsPanel
      incidents={openIncidents(incidents.data, now)}
      maintenance={maintenance}
      nameOf={(id) => platforms.find((one) => one.id === id)?.name ?? id}
      read={incidents}
      acknowledge={(incident, title) => <AcknowledgeButton incident={incident} title={title} />}
      now={now}
    />
  );
}

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

/** What is open, since when, why, and who is on it. */
export function OpenIncidentsPanel(props: OpenIncidentsPanelProps) {
  const { incidents, maintenance, nameOf, read, acknowledge, now } = props;
  if (incidents.length === 0) return null;
  return (
    <Panel
      flush
      title="Open incidents"
      footer={readTrouble(read) ? <ReadNote read={read} now={now} /> : null}
    >
      <ul className={styles.rows}>
        {incidents.map((incident) => (
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
    </Panel>
  );
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
  const details = [planned || cause, `since ${momentAgoText(startedAt, now)}`].filter(Boolean);
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
          {details.join(' · ')}
        </Text>
      </div>
      <Group gap="xs">
        {acknowledgement ? (
          <Text size="sm" maw="20rem" truncate title={acknowledgement.note || undefined}>
            <b>{acknowledgement.by}</b> is on it
            {acknowledgement.note ? `: ${acknowledgement.note}` : ''}
          </Text>
        ) : null}
        {acknowledge(incident, title)}
      </Group>
    </li>
  );
}
