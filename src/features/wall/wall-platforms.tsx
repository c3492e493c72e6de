import { Box } from '@mantine/core';
import { useMemo } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection, HistorySlot } from '../../../contract/shapes/mesh.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { availabilityShare, firstSlot, shareText, totalTimes } from '../../domain/availability.ts';
import { ageText, latencyText } from '../../domain/format.ts';
import { momentAgoText, timeText } from '../../domain/moment.ts';
import { openIncidents, openWindows } from '../../domain/open-incidents.ts';
import {
  currentLatency,
  type Judged,
  judgePlatforms,
  problemsFirst,
} from '../../domain/verdict.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { StatusMark, StatusShape, statusWord } from '../../ui/status-mark.tsx';
import type { WallData } from './use-wall.ts';
import styles from './wall.module.css';
import { units } from './wall-theme.ts';

/** More tiles cannot be read from across the room: of a larger mesh only problems have one. */
const TILES_MAX = 12;
const PROBLEMS_MAX = 9;
const PROBLEMS: readonly string[] = ['error', 'drill', 'warning', 'maintenance'];
/** Of more than so many others there are marks without names. */
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
  const open = openIncidents(incidents, now);
  const incidentOf = (id: string) => open.find(({ platform }) => platform === id);
  const platforms = problemsFirst(judgePlatforms(connections, open, openWindows(maintenance, now)));
  const tiles = tilesOf(platforms);
  return (
    <section aria-label="Platforms" className={styles.area}>
      {tiles.length > 0 ? (
        <ul className={styles.platforms}>
          {tiles.map((connection) => (
            <Platform
              key={connection.id}
              connection={connection}
              incident={incidentOf(connection.id)}
              slots={slotsOf.get(connection.id)}
              now={now}
            />
          ))}
        </ul>
      ) : null}
      <Others platforms={platforms.filter((one) => !tiles.includes(one))} />
    </section>
  );
}

/** @returns the platforms that have a tile: all, or of many the worst */
function tilesOf<Platform extends Connection>(platforms: readonly Platform[]): readonly Platform[] {
  if (platforms.length <= TILES_MAX) return platforms;
  return platforms.filter(({ status }) => PROBLEMS.includes(status)).slice(0, PROBLEMS_MAX);
}

/** How many others there are of each status, and a mark for each, with its name while there is room for names. */
function Others({ platforms }: { platforms: readonly Connection[] }) {
  if (platforms.length === 0) return null;
  const statuses = [...new Set(platforms.map(({ status }) => status))];
  const isNamed = platforms.length <= NAMES_MAX;
  return (
    <>
      <p className={styles.counts}>
        {statuses.map((status) => (
          <span key={status}>
            <StatusShape status={status} />
            {platforms.filter((one) => one.status === status).length} {statusWord(status)}
          </span>
        ))}
      </p>
      <ul className={isNamed ? styles.names : styles.marks} aria-hidden={!isNamed}>
        {platforms.map(({ id, name, status }) => (
          <li key={id} data-status={status}>
            <StatusMark status={status} />
            {isNamed ? <span className={styles.short}>{name}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Keeps the room of a mesh that is not known yet, so that nothing jumps when it is. */
function Unknown() {
  const platforms = placeholders();
  const tiles = tilesOf(platforms);
  return (
    <div className={styles.area}>
      <Box component="p" pos="absolute" className={styles.nothing}>
        Nothing is known yet.
      </Box>
      <div style={{ display: 'contents', visibility: 'hidden' }} aria-hidden="true">
        <ul className={styles.platforms}>
          {tiles.map((connection) => (
            <Platform key={connection.id} connection={connection} now={PLACEHOLDER_NOW} />
          ))}
        </ul>
        <Others platforms={platforms.filter((one) => !tiles.includes(one))} />
      </div>
    </div>
  );
}

interface PlatformProps {
  connection: Judged<Connection>;
  /** The open one. */
  incident?: Incident | undefined;
  slots?: readonly HistorySlot[] | undefined;
  now: number;
}

function Platform({ connection, incident, slots, now }: PlatformProps) {
  const { name, status, maintenanceUntil } = connection;
  const until = maintenanceUntil && `until ${timeText(maintenanceUntil)}`;
  const details = withWho(detailsOf(connection, now), incident);
  const [first, second] =
    status === 'maintenance' ? [] : [details[0], until ? `maintenance ${until}` : details[1]];
  return (
    <li className={styles.platform} data-status={status}>
      <Box component="h2" fz={units(2.5)} className={styles.name}>
        {name}
      </Box>
      <p className={styles.state}>
        {status === 'maintenance' && until ? (
          <span className={styles.planned}>
            <StatusShape status={status} />
            Maintenance {until}
          </span>
        ) : (
          <StatusMark status={status} word />
        )}
      </p>
      <p className={styles.detail}>
        <span>{first}</span>
        {second ? <span>{second}</span> : null}
      </p>
      <div className={styles.bars}>
        {slots ? (
          <AvailabilityBars
            slots={slots}
            label={`${name}, last 24 hours: ${shareText(availabilityShare(totalTimes(slots)))} available`}
          />
        ) : null}
      </div>
    </li>
  );
}

function detailsOf(connection: Connection, now: number): string[] {
  const { status, since, lastSeen } = connection;
  const seen = lastSeen === null ? 'never seen' : `seen ${ageText(lastSeen, now)}`;
  if (status !== 'error' && status !== 'drill')
    return [latencyText(currentLatency(connection)), seen];
  return [typeof since === 'number' ? `since ${momentAgoText(since, now)}` : seen];
}

/** Who is on it counts for more than the second detail, and there is room for two. */
function withWho(details: readonly string[], incident: Incident | undefined) {
  const by = incident?.acknowledgement?.by;
  return by === undefined ? details : [details[0], `${by} is on it`];
}
