import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useRole } from '../../console/permissions.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { timeText } from '../../domain/moment.ts';
import { listedName } from '../../domain/platform-name.ts';
import { type Judged, meshVerdict, problemsFirst } from '../../domain/verdict.ts';
import type { DataRead } from '../../ui/read-state.tsx';
import { isDrill, StatusMark } from '../../ui/status-mark.tsx';
import styles from './navigation.module.css';

/** The platforms in the mesh's order. */
export type ConnectionsRead = DataRead<readonly Judged<Connection>[]>;

interface PlatformListProps {
  connections: ConnectionsRead;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

/** The specification's six are all there. */
const LISTED_MAX = 6;

/** The platforms of the mesh, each with its status, leading to what is known of it: of many those in trouble. */
export function PlatformList({ connections, onLeave }: PlatformListProps) {
  const { data = [], age } = connections;
  // Few keep the mesh's order, as all are in sight.
  const platforms = data.length > LISTED_MAX ? problemsFirst(data) : data;
  const hidden = platforms.slice(LISTED_MAX);
  return (
    <div className={styles.platforms} data-read="connections">
      <div className={styles.head}>
        <h2>Platforms</h2>
        <HowOld {...connections} />
        {useRole() === 'admin' ? (
          <Link to="/platforms" aria-label="Manage platforms" onClick={onLeave}>
            Manage
          </Link>
        ) : null}
      </div>
      {platforms.length > 0 ? (
        <ul aria-label="Platforms of the mesh">
          {platforms.slice(0, LISTED_MAX).map((platform) => (
            <li key={platform.id}>
              <Link
                to="/mesh-network/$platform"
                params={{ platform: platform.id }}
                className={styles.link}
                onClick={onLeave}
              >
                <StatusMark status={platform.status} age={age} />
                <span className={styles.name} title={platform.domain}>
                  {listedName(platform)}
                </span>
                {noteOf(platform, age)}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <NoPlatforms {...connections} />
      )}
      {hidden.length > 0 ? (
        <Link to="/mesh-network" className={`${styles.link} ${styles.more}`} onClick={onLeave}>
          and {hidden.length} more
          <small>{age === 'unknown' ? null : meshVerdict(hidden, age).detail}</small>
        </Link>
      ) : null}
    </div>
  );
}

function HowOld({ data, age, at }: ConnectionsRead) {
  if (age === 'fresh' || !data) return null;
  return <p>{age === 'unknown' || at === undefined ? 'Unknown' : `as of ${timeText(at)}`}</p>;
}

/** That it is only a drill, or until when it is in maintenance. */
function noteOf(
  { status, maintenanceUntil: end }: Judged<Connection>,
  age: ConnectionsRead['age'],
) {
  if (age === 'unknown') return null;
  if (isDrill(status)) return <span className={styles.drill}>DRILL</span>;
  if (status !== 'maintenance' || end === undefined) return null;
  return <span className={styles.until}>until {timeText(end)}</span>;
}

function NoPlatforms({ loading, data }: ConnectionsRead) {
  if (loading) {
    // As many as are expected, so that nothing moves when they come.
    const count = configuredPlatforms().length || LISTED_MAX;
    return (
      <ul aria-busy="true" aria-label="Platforms are loading">
        {Array.from({ length: Math.min(count, LISTED_MAX + 1) }, (_, place) => (
          <li key={String(place)} className={styles.waiting}>
            <Skeleton height="0.75rem" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p className={styles.none}>{data ? 'No platforms yet' : 'The platforms could not be read'}</p>
  );
}
