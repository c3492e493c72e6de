import { Box } from '@mantine/core';
import type { Connection, HistorySlot } from '../../../contract/shapes/mesh.ts';
import { availabilityShare, shareText, totalTimes } from '../../domain/availability.ts';
import { ageText, durationText, latencyText } from '../../domain/format.ts';
import { timeText } from '../../domain/moment.ts';
import { ownerText } from '../../domain/owner.ts';
import type { Problem } from '../../domain/problems.ts';
import { currentLatency, type Judged } from '../../domain/verdict.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { StatusShape, statusWord } from '../../ui/status-mark.tsx';
import styles from './wall.module.css';
import { units } from './wall-theme.ts';

interface WallTileProps {
  connection: Judged<Connection>;
  problem?: Problem | undefined;
  slots?: readonly HistorySlot[] | undefined;
  now: number;
  /** Of a large mesh: without its last day, and a long name is cut in the middle. */
  isShort?: boolean;
}

/** A platform: how it is, or why it is down, how long, and who is on it. */
export function WallTile({ connection, problem, slots, now, isShort = false }: WallTileProps) {
  const { name, status } = connection;
  return (
    <li className={styles.platform} data-status={status} data-owner={problem?.owner.state}>
      <Box component="h2" fz={units(isShort ? 1.9 : 2.5)}>
        <StatusShape status={status} />
        <span className={styles.name}>{isShort ? shortName(name, maxOf(status)) : name}</span>
      </Box>
      <p className={styles.state}>
        <span className={problem?.cause ? 'visually-hidden' : undefined}>
          {stateOf(connection)}
        </span>
        {problem?.cause ? ` ${problem.cause}` : null}
      </p>
      {problem ? <ProblemDetail problem={problem} now={now} /> : null}
      {problem || status === 'maintenance' ? null : (
        <p className={styles.detail}>
          <span>{latencyText(currentLatency(connection))}</span>
          <span>{sinceText(connection, now)}</span>
        </p>
      )}
      {isShort ? null : (
        <div className={styles.bars}>
          {slots ? (
            <AvailabilityBars
              slots={slots}
              label={`${name}, last 24 hours: ${shareText(availabilityShare(totalTimes(slots)))} available`}
            />
          ) : null}
        </div>
      )}
    </li>
  );
}

/** How long, and who is on it. */
function ProblemDetail({ problem: { since, owner, incident }, now }: ProblemDetailProps) {
  return (
    <p className={styles.problem}>
      <b className={styles.duration}>
        {since === undefined ? null : durationText(now - since).replace(/(h \d+) min$/, '$1')}
      </b>
      {incident ? <span className={styles.owner}>{ownerText(owner)}</span> : null}
    </p>
  );
}

interface ProblemDetailProps {
  problem: Problem;
  now: number;
}

/** @returns 'Connected', 'DRILL Down', 'Maintenance until 18:30' */
function stateOf({ status, maintenanceUntil, cause }: Judged<Connection>): string {
  const isPlanned = status === 'maintenance' && maintenanceUntil;
  return [
    statusWord(status),
    isPlanned && `until ${timeText(maintenanceUntil)}`,
    cause && `because of ${cause}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function sinceText({ lastSeen, maintenanceUntil }: Judged<Connection>, now: number): string {
  if (maintenanceUntil) return `maintenance until ${timeText(maintenanceUntil)}`;
  return lastSeen === null ? 'never seen' : `seen ${ageText(lastSeen, now)}`;
}

/** Two lines of a tile that is down. */
const NAME_MAX = 32;
/** One line of what is slow or planned, two of a name without a tile. */
const LINE_MAX = 20;
const END_LENGTH = 11;

const maxOf = (status: string) => (status === 'error' || status === 'drill' ? NAME_MAX : LINE_MAX);

/** @returns the name with its middle cut: what tells one from another often stands at the end */
export const shortName = (name: string, max = LINE_MAX) =>
  name.length <= max
    ? name
    : `${name.slice(0, max - END_LENGTH).trimEnd()}…${name.slice(-END_LENGTH).trimStart()}`;
