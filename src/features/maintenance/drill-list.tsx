import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { timeText } from '../../shared/moment.ts';
import { lengthText } from '../../shared/zoned-time.ts';
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
  return (
    <ul>
      {runningDrills(incidents, now).map(({ id, platform, drillUntil, acknowledgement }) => (
        <Group
          component="li"
          key={id}
          justify="space-between"
          gap="xs"
          px="md"
          py="sm"
          className={styles.row ?? ''}
        >
          <div>
            <Group gap="xs">
              <Badge color="blue">DRILL</Badge>
              <IncidentLink id={id}>{platformNames([platform], platforms)}</IncidentLink>
            </Group>
            <Text size="sm">
              Until {timeText(drillUntil)}, ends in {lengthText(drillUntil - now)} ·{' '}
              {acknowledgement ? `${acknowledgement.by} is on it` : 'nobody is on it'}
            </Text>
          </div>
          {endDrill ? (
            <Button
              size="xs"
              aria-label={`End drill of ${platformNames([platform], platforms)}`}
              loading={ending === platform}
              onClick={() => endDrill(platform)}
            >
              End drill
            </Button>
          ) : null}
        </Group>
      ))}
    </ul>
  );
}

/** Leads to the page of an incident. */
export function IncidentLink({ id, children }: { id: number; children: string }) {
  const link = { to: '/incidents/$id', params: { id: String(id) } } as unknown as LinkProps;
  return (
    <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} {...link} />}>
      {children}
    </Anchor>
  );
}
