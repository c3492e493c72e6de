import { Box } from '@mantine/core';
import type { Connection, HistorySlot } from '../../../contract/shapes/mesh.ts';
import { availabilityShare, shareText, totalTimes } from '../../shared/availability.ts';
import { ageText, latencyText } from '../../shared/format.ts';
import { momentAgoText } from '../../shared/moment.ts';
import { currentLatency, problemsFirst } from '../../shared/verdict.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { WallData } from './use-wall.ts';
import styles from './wall.module.css';
import { units } from './wall-theme.ts';

/** A larger mesh cannot be read from across the room; problems stand first. */
const SHOWN_MAX = 24;

/** As many as the specification's mesh has, last seen ten seconds before `PLACEHOLDER_NOW`. */
const PLACEHOLDERS: readonly Connection[] = ['1', '2', '3', '4', '5', '6'].map((id) => ({
  ...{ id, name: 'Platform', domain: '' },
  ...{ status: 'unknown', latencyMs: 100, lastSeen: 0 },
}));
const PLACEHOLDER_NOW = 10_000;

type WallPlatformsProps = Pick<WallData, 'connections' | 'history' | 'now'>;

/** Every platform by shape, word and age, problems first. */
export function WallPlatforms({ connections, history, now }: WallPlatformsProps) {
  if (connections === undefined) return <Unknown />;
  if (connections.length === 0)
    return <p className={styles.nothing}>No platforms are configured.</p>;
  const shown = problemsFirst(connections).slice(0, SHOWN_MAX);
  const hidden = connections.length - shown.length;
  return (
    <section aria-label="Platforms" className={styles.area}>
      <ul className={styles.platforms}>
        {shown.map((connection) => (
          <Platform
            key={connection.id}
            connection={connection}
            slots={history?.platforms.find(({ platform }) => platform === connection.id)?.slots}
            now={now}
          />
        ))}
      </ul>
      {hidden > 0 ? <p className={styles.nothing}>and {hidden} more</p> : null}
    </section>
  );
}

/** Keeps the room of a mesh that is not known yet, so that nothing jumps when it is. */
function Unknown() {
  return (
    <div className={styles.area}>
      <Box component="p" pos="absolute" className={styles.nothing}>
        Nothing is known yet.
      </Box>
      <ul className={styles.platforms} style={{ visibility: 'hidden' }} aria-hidden="true">
        {PLACEHOLDERS.map((connection) => (
          <Platform key={connection.id} connection={connection} now={PLACEHOLDER_NOW} />
        ))}
      </ul>
    </div>
  );
}

interface PlatformProps {
  connection: Connection;
  slots?: readonly HistorySlot[] | undefined;
  now: number;
}

function Platform({ connection, slots, now }: PlatformProps) {
  const { name, status } = connection;
  const [first, second] = detailsOf(connection, now);
  return (
    <li className={styles.platform} data-status={status}>
      <Box component="h2" fz={units(2.5)} className={styles.name}>
        {name}
      </Box>
      <p className={styles.state}>
        <StatusMark status={status} word />
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
  if (status !== 'error') return [latencyText(currentLatency(connection)), seen];
  return [typeof since === 'number' ? `since ${momentAgoText(since, now)}` : seen];
}
