import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { timeText } from '../../domain/moment.ts';
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

/** The platforms of the mesh by domain, each with its status, leading to what is known of it. */
export function PlatformList({ connections, onLeave }: PlatformListProps) {
  const { data: platforms, age, at } = connections;
  return (
    <div className={styles.platforms} data-read="connections">
      <div className={styles.head}>
        <h2>Platforms</h2>
        {age === 'fresh' || !platforms ? null : (
          <p>
            {age === 'unknown' || at === undefined ? 'Unknown' : `Last known · ${timeText(at)}`}
          </p>
        )}
      </div>
      {platforms && platforms.length > 0 ? (
        <ul aria-label="Platforms of the mesh">
          {platforms.map((platform) => (
            <li key={platform.id}>
              {platformLink(platform, {
                className: styles.link,
                onClick: onLeave,
                children: (
                  <>
                    <StatusMark status={platform.status} age={age} />
                    <span className={styles.name}>
                      {platform.domain}
                      {drillMark(platform, age)}
                    </span>
                  </>
                ),
              })}
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
                  <span className={styles.name}>{platform.name}</span>
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
  isDrill(status) && age !== 'unknown' ? <span className={styles.drill}>DRILL</span> : null;

const platformLink = ({ id }: Connection, props: object) => (
  <Link {...props} to="/mesh-network/$platform" params={{ platform: id }} />
);

function NoPlatforms({ loading, data }: ConnectionsRead) {
  if (loading) {
    return (
      <ul aria-busy="true" aria-label="Platforms are loading">
        {EXPECTED.map((place) => (
          <li key={place} className={styles.waiting}>
            <Skeleton height="0.75rem" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p className={styles.none}>
      {data ? 'This server names no platforms.' : 'The platforms could not be read.'}
    </p>
  );
}
