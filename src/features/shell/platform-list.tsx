import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useRole } from '../../console/permissions.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { timeText } from '../../domain/moment.ts';
import { type Judged, meshVerdict, problemsFirst } from '../../domain/verdict.ts';
import { grouped, hasGroups } from '../../ui/groups.tsx';
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

/** From so many on the first few stand for all, so that what is down can be seen above the links below it. */
const FOLDED_FROM = 8;
const FOLDED_ROWS = 6;
/** More are only listed on the page of the mesh. */
const LISTED_MAX = 40;

/** The platforms of the mesh by domain, each with its status, leading to what is known of it. */
export function PlatformList({ connections, onLeave }: PlatformListProps) {
  const { data, age } = connections;
  const [opened, setOpened] = useState(false);
  const platforms = ordered(data);
  const canFold = !hasGroups(platforms) && platforms.length >= FOLDED_FROM;
  const isFolded = canFold && (!opened || platforms.length > LISTED_MAX);
  const shown = isFolded ? platforms.slice(0, FOLDED_ROWS) : platforms;
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
          {grouped({
            platforms: shown,
            age,
            item: (platform) => (
              <li key={platform.id}>
                {platformLink(platform, {
                  className: styles.link,
                  onClick: onLeave,
                  children: (
                    <>
                      <StatusMark status={platform.status} age={age} />
                      <span className={styles.name} title={platform.domain}>
                        {platform.domain}
                      </span>
                      {noteOf(platform, age)}
                    </>
                  ),
                })}
              </li>
            ),
          })}
        </ul>
      ) : (
        <NoPlatforms {...connections} />
      )}
      {canFold ? (
        <More
          text={isFolded ? moreText(platforms.slice(FOLDED_ROWS), age) : 'Show fewer'}
          toggle={platforms.length > LISTED_MAX ? undefined : () => setOpened(!opened)}
          opened={opened}
          onLeave={onLeave}
        />
      ) : null}
    </div>
  );
}

/** Few keep the mesh's order, as all are in sight; of many the problems stand first. */
function ordered(platforms: ConnectionsRead['data'] = []): readonly Judged<Connection>[] {
  return platforms.length < FOLDED_FROM ? platforms : problemsFirst(platforms);
}

function HowOld({ data, age, at }: ConnectionsRead) {
  if (age === 'fresh' || !data) return null;
  return <p>{age === 'unknown' || at === undefined ? 'Unknown' : `as of ${timeText(at)}`}</p>;
}

interface MoreProps extends Pick<PlatformListProps, 'onLeave'> {
  text: string;
  /** Undefined: there are too many for a list here. */
  toggle: (() => void) | undefined;
  opened: boolean;
}

function More({ text, toggle, opened, onLeave }: MoreProps) {
  const className = `${styles.link} ${styles.more}`;
  return toggle ? (
    <button type="button" className={className} aria-expanded={opened} onClick={toggle}>
      {text}
    </button>
  ) : (
    <Link to="/mesh-network" className={className} onClick={onLeave}>
      {text}
    </Link>
  );
}

/** @returns 'and 24 more', with what is wrong with those */
function moreText(hidden: readonly Connection[], age: ConnectionsRead['age']): string {
  const { state, detail } = meshVerdict(hidden, age);
  return `and ${hidden.length} more${state === 'unknown' || !detail ? '' : `: ${detail}`}`;
}

/** The same in one row, for screens that have no sidebar. Empty while nothing is known. */
export function PlatformStrip({ data, age }: ConnectionsRead) {
  const platforms = ordered(data);
  if (data?.length === 0) return null;
  return (
    <nav className={styles.strip} aria-label="Platforms" data-read="connections">
      <ul>
        {platforms.slice(0, LISTED_MAX).map((platform) => (
          <li key={platform.id}>
            {platformLink(platform, {
              className: styles.platform,
              children: (
                <>
                  <StatusMark status={platform.status} age={age} />
                  <span className={styles.name} title={platform.name}>
                    {platform.name}
                  </span>
                  {noteOf(platform, age)}
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
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

const platformLink = ({ id }: Connection, props: object) => (
  <Link {...props} to="/mesh-network/$platform" params={{ platform: id }} />
);

function NoPlatforms({ loading, data }: ConnectionsRead) {
  if (loading) {
    // As many as are expected, so that nothing moves when they come.
    const count = configuredPlatforms().length || FOLDED_ROWS;
    return (
      <ul aria-busy="true" aria-label="Platforms are loading">
        {Array.from({ length: count < FOLDED_FROM ? count : FOLDED_ROWS + 1 }, (_, place) => (
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
