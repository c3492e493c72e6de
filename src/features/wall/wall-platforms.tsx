import { Box } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { Connection, HistorySlot } from '../../../contract/shapes/mesh.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { firstSlot } from '../../domain/availability.ts';
import { openIncidents, openWindows } from '../../domain/open-incidents.ts';
import { meshProblems, type Problem } from '../../domain/problems.ts';
import { type Judged, judgePlatforms, problemsFirst } from '../../domain/verdict.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { WallData } from './use-wall.ts';
import styles from './wall.module.css';
import { WallGroups } from './wall-groups.tsx';
import { shortName, WallTile } from './wall-tile.tsx';

/** More tiles cannot be read from across the room: of a larger mesh only problems have one. */
const TILES_MAX = 12;
/** Of a larger mesh: two lines of what is down, and one of what is slow or planned. */
const DOWN_MAX = 8;
const QUIET_MAX = 3;
const DOWN: readonly string[] = ['error', 'drill'];
const QUIET: readonly string[] = ['warning', 'maintenance'];
/** Of more than so many others there are dots without names. */
const NAMES_MAX = 48;

/** @returns platforms whose tiles are as high as those of the real ones: last seen ten seconds before `PLACEHOLDER_NOW` */
const placeholders = (): Connection[] =>
  configuredPlatforms().map((one) => ({ ...one, latencyMs: 100, lastSeen: 0 }));
const PLACEHOLDER_NOW = 10_000;

export type WallPlatformsProps = Pick<WallData, 'connections' | 'history' | 'now'> &
  Partial<Pick<WallData, 'incidents' | 'maintenance' | 'group'>>;

/** Every platform by shape, word and age, problems first, with who is on them. */
export function WallPlatforms(props: WallPlatformsProps) {
  const { connections, history, incidents, maintenance, group, now } = props;
  // As far back as there are measurements: the first hours of a day would be slivers.
  const slotsOf = useMemo(() => {
    const first = firstSlot(...(history?.platforms ?? []).map(({ slots }) => slots));
    return new Map(history?.platforms.map((one) => [one.platform, one.slots.slice(first)]));
  }, [history]);
  if (connections === undefined) return <Unknown />;
  if (connections.length === 0)
    return (
      <p className={styles.nothing}>
        {group === undefined ? 'No platforms yet' : 'This group has no platforms'}
      </p>
    );
  const { problems } = meshProblems({ connections, incidents, windows: maintenance, now });
  const platforms = inOrder(
    problemsFirst(
      judgePlatforms(connections, openIncidents(incidents, now), openWindows(maintenance, now)),
    ),
    problems,
  );
  const known = { problems, now, slotsOf };
  return (
    <section aria-label="Platforms" className={styles.area}>
      {isLargeMesh(platforms) ? (
        <LargeMesh platforms={platforms} {...known} />
      ) : (
        <Tiles platforms={platforms} {...known} />
      )}
    </section>
  );
}

/** Whether not every platform has a tile. */
export const isLargeMesh = (platforms: readonly unknown[] = []) => platforms.length > TILES_MAX;

/** @returns the platforms, of which those with a problem stand first, in the order of the problems */
function inOrder<Platform extends Connection>(
  platforms: readonly Platform[],
  problems: readonly Problem[],
): Platform[] {
  const place = new Map(problems.map(({ platform }, at) => [platform, at]));
  const placeOf = ({ id }: Platform) => place.get(id) ?? problems.length;
  return platforms.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface TilesProps {
  platforms: readonly Judged<Connection>[];
  problems?: readonly Problem[];
  slotsOf?: ReadonlyMap<string, readonly HistorySlot[]>;
  now: number;
  /** Of a large mesh. */
  isShort?: boolean;
  /** The last tile. */
  sum?: ReactNode;
}

function Tiles({ platforms, problems, slotsOf, now, isShort = false, sum }: TilesProps) {
  const size = sum === undefined ? 'down' : 'quiet';
  return (
    <ul className={styles.platforms} data-large={isShort ? size : undefined}>
      {platforms.map((connection) => (
        <WallTile
          key={connection.id}
          connection={connection}
          problem={problems?.find(({ platform }) => platform === connection.id)}
          slots={slotsOf?.get(connection.id)}
          now={now}
          isShort={isShort}
        />
      ))}
      {sum}
    </ul>
  );
}

/** What is down in large tiles, what is slow or planned in low ones, and all platforms by name or as dots of their groups. */
function LargeMesh({ platforms, problems = [], now }: TilesProps) {
  const down = platforms.filter(({ status }) => DOWN.includes(status));
  const quiet = platforms.filter(({ status }) => QUIET.includes(status));
  const tiles = [...down.slice(0, DOWN_MAX), ...quiet.slice(0, QUIET_MAX)];
  const others = platforms.filter((one) => !tiles.includes(one));
  const tilesFor = (some: TilesProps['platforms'], sum?: ReactNode) => (
    <Tiles platforms={some} problems={problems} now={now} isShort sum={sum} />
  );
  return (
    <>
      {down.length > 0 ? tilesFor(down.slice(0, DOWN_MAX)) : null}
      {others.length < platforms.length
        ? tilesFor(quiet.slice(0, QUIET_MAX), <Sum problems={problems} more={moreText(others)} />)
        : null}
      {others.length > NAMES_MAX ? <WallGroups platforms={platforms} /> : <Names of={others} />}
    </>
  );
}

interface SumProps {
  problems: readonly Problem[];
  /** What has no tile. */
  more: string;
}

/** How many nobody is on, which is what a wall is looked at for. */
function Sum({ problems, more }: SumProps) {
  const ofNobody = problems.filter(
    ({ status, incident, owner }) => status === 'error' && incident && owner.state === 'nobody',
  ).length;
  if (ofNobody === 0 && more === '') return null;
  const [first, second] = ofNobody > 0 ? [`${ofNobody} with nobody`, more] : [more];
  return (
    <li className={styles.platform} data-status={ofNobody > 0 ? 'error' : undefined}>
      <b className={styles.sum}>{first}</b>
      <p className={styles.detail}>{second}</p>
    </li>
  );
}

/** @returns '22 more down · 3 more slow' */
const moreText = (others: readonly Connection[]): string =>
  [
    { word: 'down', statuses: DOWN },
    { word: 'slow', statuses: ['warning'] },
    { word: 'in maintenance', statuses: ['maintenance'] },
  ]
    .map(({ word, statuses }) => {
      const count = others.filter(({ status }) => statuses.includes(status)).length;
      return count > 0 ? `${count} more ${word}` : '';
    })
    .filter(Boolean)
    .join(' · ');

const Names = ({ of }: { of: readonly Connection[] }) => (
  <ul className={styles.names}>
    {of.map(({ id, name, status }) => (
      <li key={id} data-status={status}>
        <StatusMark status={status} />
        <span className={styles.short}>{shortName(name)}</span>
      </li>
    ))}
  </ul>
);

/** Keeps the room of a mesh that is not known yet, so that nothing jumps when it is. */
function Unknown() {
  const platforms = placeholders();
  return (
    <div className={styles.area}>
      <Box component="p" pos="absolute" className={styles.nothing}>
        Nothing is known yet.
      </Box>
      <div style={{ display: 'contents', visibility: 'hidden' }} aria-hidden="true">
        {isLargeMesh(platforms) ? null : <Tiles platforms={platforms} now={PLACEHOLDER_NOW} />}
      </div>
    </div>
  );
}
