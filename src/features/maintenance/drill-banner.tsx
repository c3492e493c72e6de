import { Alert, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { timeText } from '../../domain/moment.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { IncidentLink, useDrills } from './drill-list.tsx';
import styles from './maintenance.module.css';

/** Says on every screen that a platform only pretends to be down, as long as it does. */
export function ConsoleDrillBanner() {
  const drills = useDrills();
  const platforms = useKnownPlatforms();
  if (drills.length === 0) return null;
  return (
    <Alert
      color="yellow"
      role="group"
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
