import type { Connection } from '../../../contract/shapes/mesh.ts';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { StatusMark } from '../status-mark/status-mark.tsx';
import styles from './platform-list.module.css';

export interface PlatformListProps {
  /** In the mesh's order; undefined while nothing is known. */
  platforms: readonly Connection[] | undefined;
  /** How far the list can be trusted now; unknown: no status is claimed any more. */
  age: 'fresh' | 'stale' | 'unknown';
  loading: boolean;
  /** The last read failed: that there are none is not known. */
  failed?: boolean | undefined;
}

/** How many platforms are expected, so that the list keeps its room while it loads. */
const EXPECTED = [1, 2, 3, 4, 5, 6];

/** The sister platforms by domain, each with its status. */
export function PlatformList({ platforms, age, loading, failed }: PlatformListProps) {
  return (
    <section className={styles.platforms} aria-labelledby="platforms-title" data-read="connections">
      <h2 id="platforms-title" className={styles.title}>
        Platforms
        {age === 'fresh' || !platforms ? null : (
          <span>{age === 'stale' ? 'not fresh' : 'unknown'}</span>
        )}
      </h2>
      {platforms && platforms.length > 0 ? (
        <ul>
          {platforms.map(({ id, domain, status }) => (
            <li key={id} className={styles.platform}>
              <StatusMark status={age === 'unknown' ? 'unknown' : status} faded={age !== 'fresh'} />
              <span className={styles.domain}>{domain}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Nothing loading={loading} failed={failed} />
      )}
    </section>
  );
}

function Nothing({ loading, failed }: Pick<PlatformListProps, 'loading' | 'failed'>) {
  if (failed) return <p className={styles.none}>The platforms could not be read.</p>;
  if (!loading) return <p className={styles.none}>This server names no platforms.</p>;
  return (
    <ul aria-busy="true" aria-label="Platforms are loading">
      {EXPECTED.map((place) => (
        <li key={place} className={styles.platform}>
          <Placeholder height="0.75rem" />
        </li>
      ))}
    </ul>
  );
}
