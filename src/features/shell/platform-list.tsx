import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { Age } from '../../shared/model.ts';
import { timeText } from '../../shared/moment.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './platform-list.module.css';

export interface PlatformListProps {
  /** In the mesh's order; undefined while nothing is known. */
  platforms: readonly Connection[] | undefined;
  /** How far the list can be trusted now; unknown: no status is claimed any more. */
  age: Age;
  /** Server time, epoch milliseconds, at which the list was true. */
  at?: number | undefined;
  loading: boolean;
  /** The last read failed: that there are none is not known. */
  failed?: boolean | undefined;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

/** How many platforms are expected, so that the list keeps its room while it loads. */
const EXPECTED = [1, 2, 3, 4, 5, 6];

/** The platforms of the mesh by domain, each with its status, leading to what is known of it. */
export function PlatformList(props: PlatformListProps) {
  const { platforms, age, at, loading, failed } = props;
  return (
    <div className={styles.platforms} data-read="connections">
      <div className={styles.head}>
        <Text component="h2" size="xs" fw={600} c="dimmed">
          Platforms
        </Text>
        {age === 'fresh' || !platforms ? null : (
          <Text size="xs" c="dimmed">
            {age === 'unknown' || at === undefined ? 'Unknown' : `Last known · ${timeText(at)}`}
          </Text>
        )}
      </div>
      {platforms && platforms.length > 0 ? (
        <ul aria-label="Platforms of the mesh">
          {platforms.map((platform) => (
            <li key={platform.id}>
              <PlatformLink platform={platform} age={age} onLeave={props.onLeave}>
                {platform.domain}
              </PlatformLink>
            </li>
          ))}
        </ul>
      ) : (
        <NoPlatforms loading={loading} failed={failed} />
      )}
    </div>
  );
}

/** The same in one row, for screens that have no sidebar. Empty while nothing is known. */
export function PlatformStrip({ platforms, age }: Pick<PlatformListProps, 'platforms' | 'age'>) {
  return (
    <nav className={styles.strip} aria-label="Platforms" data-read="connections">
      <ul>
        {(platforms ?? EXPECTED.map(() => undefined)).map((platform, place) => (
          <li key={platform?.id ?? EXPECTED[place]}>
            {platform ? (
              <PlatformLink platform={platform} age={age}>
                {platform.name}
              </PlatformLink>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PlatformLinkProps {
  platform: Connection;
  age: Age;
  onLeave?: (() => void) | undefined;
  children: string;
}

function PlatformLink({ platform: { id, status }, age, onLeave, children }: PlatformLinkProps) {
  return (
    <Link
      to="/mesh-network"
      search={{ platform: id }}
      className={styles.platform}
      aria-current={false}
      onClick={onLeave}
    >
      <StatusMark status={age === 'unknown' ? 'unknown' : status} faded={age !== 'fresh'} />
      <span className={styles.name}>{children}</span>
    </Link>
  );
}

function NoPlatforms({ loading, failed }: Pick<PlatformListProps, 'loading' | 'failed'>) {
  if (loading) {
    return (
      <ul aria-busy="true" aria-label="Platforms are loading">
        {EXPECTED.map((place) => (
          <li key={place} className={styles.platform}>
            <Skeleton height="0.75rem" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Text size="sm" c="dimmed" px="sm">
      {failed ? 'The platforms could not be read.' : 'This server names no platforms.'}
    </Text>
  );
}
