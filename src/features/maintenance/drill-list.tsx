import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { whoIsOnIt } from '../../shared/incident-text.ts';
import { timeText } from '../../shared/moment.ts';
import { lengthText } from '../../shared/zoned-time.ts';
import { IncidentBadges } from '../../ui/incident-marks.tsx';
import { Allowed } from '../shell/allowed.tsx';
import styles from './maintenance.module.css';
import { platformNames } from './windows.ts';

/** An incident that a drill pretends. */
export type Drill = Incident & { readonly drillUntil: number };

/** @returns the drills that run now */
export function runningDrills(incidents: readonly Incident[] = [], now: number): Drill[] {
  return incidents.filter(
    (one): one is Drill => one.drillUntil !== null && one.drillUntil > now && one.endedAt === null,
  );
}

interface DrillListProps {
  incidents: readonly Incident[] | undefined;
  platforms: readonly Connection[];
  /** Id of the platform whose drill is being ended. */
  ending?: string | undefined;
  /** Left out: it can only be read. */
  endDrill?: ((platform: string) => void) | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The drills that run, and until when. */
export function DrillList({ incidents, platforms, ending, endDrill, now }: DrillListProps) {
  const nameOf = ({ platform }: Drill) => platformNames([platform], platforms);
  return (
    <ul>
      {runningDrills(incidents, now).map((drill) => (
        <Group
          component="li"
          key={drill.id}
          justify="space-between"
          gap="xs"
          className={styles.row ?? ''}
        >
          <div>
            <Group gap="xs">
              <IncidentBadges incident={drill} />
              <IncidentLink id={drill.id}>{nameOf(drill)}</IncidentLink>
            </Group>
            <Text size="sm">
              Until {timeText(drill.drillUntil)}, ends in {lengthText(drill.drillUntil - now)} · on
              it: {whoIsOnIt(drill)}
            </Text>
          </div>
          {endDrill ? (
            <Allowed call="endDrill">
              <Button
                size="xs"
                aria-label={`End drill of ${nameOf(drill)}`}
                loading={ending === drill.platform}
                onClick={() => endDrill(drill.platform)}
              >
                End drill
              </Button>
            </Allowed>
          ) : null}
        </Group>
      ))}
    </ul>
  );
}

/** Leads to the page of an incident. */
export function IncidentLink({ id, children }: { id: number; children: string }) {
  return (
    <Anchor
      size="sm"
      fw={600}
      renderRoot={(props) => <Link to="/incidents/$id" params={{ id: String(id) }} {...props} />}
    >
      {children}
    </Anchor>
  );
}
