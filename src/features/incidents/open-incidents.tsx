import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { incidentTitle } from '../../domain/incident-text.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { maintenanceText, openIncidents } from '../../domain/open-incidents.ts';
import type { ReadState } from '../../shared/model.ts';
import { IncidentBadges } from '../../ui/incident-marks.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useLoading } from '../../ui/use-loaded.ts';
import styles from './open-incidents.module.css';
import { OpenIncidentsFrame } from './open-incidents-frame.tsx';

const AGES_EVERY_MS = 10_000;

/**
 * What is open, since when, why, and who is on it: the most urgent one, and the others when they are asked for. A server
 * without incidents has no such panel.
 */
export function OpenIncidents() {
  const read = useRead('incidents');
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const open = openIncidents(read.data, now);
  const { component: AcknowledgeButton } = useLoading(loadAcknowledgeButton, open.length > 0);
  const [isWhole, setWhole] = useState(false);
  if (isMissing(read)) return null;
  const nameOf = (id: string) => platforms.find((one) => one.id === id)?.name ?? id;
  return (
    <OpenIncidentsFrame
      isBusy={read.loading}
      action={
        open.length > 1 ? (
          <Button size="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the most urgent' : `Show all ${open.length}`}
          </Button>
        ) : null
      }
    >
      {open.length === 0 ? (
        <p className={styles.none}>{noneText(read)}</p>
      ) : (
        <ul>
          {(isWhole ? open : open.slice(0, 1)).map((incident) => {
            const title = incidentTitle(incident, nameOf(incident.platform), now);
            return (
              <Row key={incident.id} {...{ incident, title, now }} age={read.age}>
                {AcknowledgeButton ? (
                  <AcknowledgeButton incident={incident} title={title} />
                ) : (
                  BUTTON_SPACE
                )}
              </Row>
            );
          })}
        </ul>
      )}
    </OpenIncidentsFrame>
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

/** That nothing is open is said only with fresh proof. */
function noneText({ loading, failure, age, at }: ReadState): string {
  if (loading) return '';
  if (failure && at === undefined) return 'The incidents could not be read.';
  return age === 'fresh' ? 'No incident is open.' : 'None was open when last known.';
}

interface RowProps {
  incident: Incident;
  title: string;
  age: ReadState['age'];
  /** Server time now, epoch milliseconds. */
  now: number;
  /** The buttons to acknowledge it and to give that back. */
  children: ReactNode;
}

function Row({ incident, title, age, now, children }: RowProps) {
  const { id, status, startedAt, cause, acknowledgement } = incident;
  const maintenance = useRead('maintenance').data;
  /** 'maintenance until 14:30'; false: it is trouble. */
  const planned = incident.planned && maintenanceText(incident.platform, maintenance, now);
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
      {children}
    </li>
  );
}
