import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import styles from './wall.module.css';
import { WallActivity } from './wall-activity.tsx';
import { WallPlatforms } from './wall-platforms.tsx';

interface WallBodyProps {
  view: 'overview' | 'mesh' | 'activity';
  connections: readonly Connection[] | undefined;
  rows: readonly Activity[] | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** More than any screen has room for. */
const ROWS_MAX = 40;

/** The mesh, what happened in it, or both. */
export function WallBody({ view, connections, rows, now }: WallBodyProps) {
  return (
    <div className={styles.body} data-view={view} aria-busy={!connections || !rows}>
      {view === 'activity' ? null : <WallPlatforms connections={connections} now={now} />}
      {view === 'mesh' ? null : <WallActivity rows={rows} max={ROWS_MAX} now={now} />}
    </div>
  );
}
