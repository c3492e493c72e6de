import { Box, Group, NavLink, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { timeText } from '../../shared/moment.ts';
import type { DataRead } from '../../ui/read-state.tsx';
import { isDrill, StatusMark } from '../../ui/status-mark.tsx';
import styles from './navigation.module.css';

/** The platforms in the mesh's order. */
export type ConnectionsRead = DataRead<readonly Connection[]>;

interface PlatformListProps {
  connections: ConnectionsRead;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

/** How many platforms are expected, so that the list keeps its room while it loads. */
const EXPECTED = [1, 2, 3, 4, 5, 6];
const PLATFORM_HEIGHT = 'var(--control-height-small)';

/** The platforms of the mesh by domain, each with its status, leading to what is known of it. */
export function PlatformList({ connections, onLeave }: PlatformListProps) {
  const { data: platforms, age, at } = connections;
  return (
    <div data-read="connections">
      <Group justify="space-between" px="sm" pb="xs" c="dimmed">
        <Text component="h2" size="xs" fw={600}>
          Platforms
        </Text>
        {age === 'fresh' || !platforms ? null : (
          <Text size="xs">
            {age === 'unknown' || at === undefined ? 'Unknown' : `Last known · ${timeText(at)}`}
          </Text>
        )}
      </Group>
      {platforms && platforms.length > 0 ? (
        <ul aria-label="Platforms of the mesh">
          {platforms.map((platform) => (
            <li key={platform.id}>
              <NavLink
                mih={PLATFORM_HEIGHT}
                py={0}
                label={platform.domain}
                description={drillMark(platform, age)}
                leftSection={<StatusMark status={platform.status} age={age} />}
                onClick={() => onLeave?.()}
                renderRoot={(props) => platformLink(platform, props)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <NoPlatforms {...connections} />
      )}
    </div>
  );
}

/** The same in one row, for screens that have no sidebar. Empty while nothing is known. */
export function PlatformStrip({ data: platforms, age }: ConnectionsRead) {
  return (
    <nav className={styles.strip} aria-label="Platforms" data-read="connections">
      <ul>
        {platforms?.map((platform) => (
          <li key={platform.id}>
            {platformLink(platform, {
              className: styles.platform,
              children: (
                <>
                  <StatusMark status={platform.status} age={age} />
                  <Text span size="xs" truncate maw="100%">
                    {platform.name}
                  </Text>
                  {drillMark(platform, age)}
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const drillMark = ({ status }: Connection, age: ConnectionsRead['age']) =>
  isDrill(status) && age !== 'unknown' ? (
    <Text span fz={10} lh={1} fw={700}>
      DRILL
    </Text>
  ) : null;

const platformLink = ({ id }: Connection, props: object) => (
  <Link {...props} to="/mesh-network/$platform" params={{ platform: id }} />
);

function NoPlatforms({ loading, data }: ConnectionsRead) {
  if (loading) {
    return (
      <ul aria-busy="true" aria-label="Platforms are loading">
        {EXPECTED.map((place) => (
          <Box component="li" key={place} h={PLATFORM_HEIGHT} px="sm" py={9}>
            <Skeleton height="0.75rem" />
          </Box>
        ))}
      </ul>
    );
  }
  return (
    <Text size="sm" c="dimmed" px="sm">
      {data ? 'This server names no platforms.' : 'The platforms could not be read.'}
    </Text>
  );
}
