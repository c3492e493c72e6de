import { Alert, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import { timeText } from '../../shared/moment.ts';
import { IncidentLink, runningDrills } from './drill-list.tsx';
import styles from './maintenance.module.css';
import { platformNames } from './windows.ts';

const ENDS_EVERY_MS = 1000;

/** The banner with its data. */
export function ConsoleDrillBanner() {
  const incidents = useRead('incidents').data;
  const platforms = useRead('connections').data ?? configuredPlatforms();
  return <DrillBanner {...{ incidents, platforms }} now={useServerNow(ENDS_EVERY_MS)} />;
}

interface DrillBannerProps {
  incidents: readonly Incident[] | undefined;
  platforms: readonly Connection[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Says on every screen that a platform only pretends to be down, as long as it does. */
export function DrillBanner({ incidents, platforms, now }: DrillBannerProps) {
  const drills = runningDrills(incidents, now);
  if (drills.length === 0) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      className={styles.banner ?? ''}
      icon={<IconFlask aria-hidden="true" />}
    >
      <b>DRILL</b>
      {drills.map(({ id, platform, drillUntil }) => (
        <Text key={id} span size="sm">
          {' · '}
          <IncidentLink id={id}>{platformNames([platform], platforms)}</IncidentLink> pretends to be
          down until {timeText(drillUntil)}
        </Text>
      ))}
    </Alert>
  );
}
