import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { durationText } from '../../domain/format.ts';
import { momentAgoText, timeText } from '../../domain/moment.ts';
import type { Judged } from '../../domain/verdict.ts';
import type { Age } from '../../shared/model.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './platforms-panel.module.css';

interface PlatformStatusProps {
  connection: Judged<Connection>;
  age: Age;
  now: number;
  /** Only for how long it has it; since when is its title. */
  isShort?: boolean;
}

/** A platform's state, and since when it has it: the time, and how long that is; of maintenance until when. */
export function PlatformStatus({ connection, age, now, isShort }: PlatformStatusProps) {
  const { status, since } = connection;
  const isKnown = age !== 'unknown' && status !== 'unknown';
  const text = isKnown ? timeOf(connection, now, isShort) : '';
  const title = isShort && since ? `since ${momentAgoText(since, now)}` : undefined;
  return (
    <>
      <StatusMark status={status} age={age} word />
      {text ? (
        <p className={styles.small} title={title}>
          {text}
        </p>
      ) : null}
    </>
  );
}

/** @returns 'since 14:02 (22 min)', 'until 18:17' */
function timeOf(
  { status, since, maintenanceUntil, cause }: Judged<Connection>,
  now: number,
  isShort = false,
): string {
  if (cause) return `because of ${cause}`;
  if (maintenanceUntil !== undefined)
    return `${status === 'maintenance' ? '' : 'maintenance '}until ${timeText(maintenanceUntil)}`;
  // Cut to its first digit beside the mark of a drill, it would be another time.
  if (typeof since !== 'number' || (isShort && status === 'drill')) return '';
  const lasts = durationText(now - since);
  return isShort ? lasts : `since ${momentAgoText(since, now)} (${lasts})`;
}

/** A platform's name. All of the positioned row that it stands in leads to the platform. */
export function PlatformLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/mesh-network/$platform" params={{ platform: id }} className={styles.link ?? ''}>
      {name}
    </Link>
  );
}
