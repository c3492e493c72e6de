import { Anchor, Button, type ButtonProps, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useAction } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { useReadData } from '../../console/reads.ts';
import { durationText } from '../../domain/format.ts';
import { whoIsOnIt } from '../../domain/incident-line.ts';
import { timeText } from '../../domain/moment.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { IncidentBadges } from '../../ui/incident-badges.tsx';
import styles from './maintenance.module.css';

/** An incident that a drill pretends. */
type Drill = Incident & { readonly drillUntil: number };

const ENDS_EVERY_MS = 1000;

/** The drills that run now. */
export function useDrills(): readonly Drill[] {
  const now = useServerNow(ENDS_EVERY_MS);
  const incidents = useReadData('incidents') ?? [];
  return incidents.filter(
    (one): one is Drill => one.drillUntil !== null && one.drillUntil > now && one.endedAt === null,
  );
}

/**
 * The drills that run, and until when.
 *
 * @param canEnd left out: they can only be read
 */
export function DrillList({ canEnd = false }: { canEnd?: boolean }) {
  const platforms = useKnownPlatforms();
  const now = useServerNow(ENDS_EVERY_MS);
  const nameOf = ({ platform }: Drill) => platformNames([platform], platforms);
  return (
    <ul>
      {useDrills().map((drill) => (
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
              Until {timeText(drill.drillUntil)}, ends in {durationText(drill.drillUntil - now)} ·
              on it: {whoIsOnIt(drill, now)}
            </Text>
          </div>
          {canEnd ? (
            <EndDrillButton
              size="xs"
              platform={drill.platform}
              aria-label={`End drill of ${nameOf(drill)}`}
            />
          ) : null}
        </Group>
      ))}
    </ul>
  );
}

interface EndDrillButtonProps extends Pick<ButtonProps, 'size' | 'leftSection'> {
  /** Id. */
  platform: string;
  'aria-label'?: string;
}

/** Ends the drill of a platform. */
export function EndDrillButton({ platform, ...button }: EndDrillButtonProps) {
  const { isPending, mutate } = useAction('endDrill', {
    success: 'Drill ended',
    failure: 'The drill could not be ended',
  });
  return (
    <Allowed call="endDrill">
      <Button {...button} loading={isPending} onClick={() => mutate({ params: { platform } })}>
        End drill
      </Button>
    </Allowed>
  );
}

/** Leads to the page of an incident. */
export function IncidentLink({ id, children }: { id: number; children: string }) {
  return (
    <Anchor
      size="sm"
      fw={600}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/incidents/$id" params={{ id: String(id) }} {...props} />}
    >
      {children}
    </Anchor>
  );
}
