import { IconListDetails } from '@tabler/icons-react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { classes } from '../classes.ts';
import { Empty } from '../empty/empty.tsx';
import { Panel } from '../panel/panel.tsx';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { ReadFailed } from '../reading-note/read-failed.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import { type ReadingState, troubleOf } from '../reading-note/reading-state.ts';
import styles from './activity-list.module.css';
import { ActivityList } from './activity-list.tsx';

const TITLE = 'Real-time Mesh Activity';
const WAITING_ROWS = [1, 2, 3, 4, 5];

interface ActivityPanelProps {
  /** Newest first; undefined until they have been read. */
  rows: readonly Activity[] | undefined;
  reading: ReadingState;
  /** A live message has arrived on the connection that is open now. */
  live: boolean;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The dashboard's activity: placeholders, nothing yet, failed, or the rows. */
export function ActivityPanel({ rows, reading, live, now }: ActivityPanelProps) {
  const isNoted = rows !== undefined && troubleOf(reading) !== undefined;
  return (
    <Panel
      flush
      title={TITLE}
      actions={<LiveMark live={live} />}
      aria-busy={!rows && !reading.failure}
      data-read="activity"
    >
      <div className={classes(styles.content, isNoted && styles.noted)}>
        <Content rows={rows} reading={reading} now={now} />
        {isNoted ? (
          <div className={styles.note}>
            <ReadingNote reading={reading} now={now} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function Content({ rows, reading, now }: Omit<ActivityPanelProps, 'live'>) {
  if (rows && rows.length > 0)
    return <ActivityList rows={rows} now={now} label={`${TITLE}, rows`} />;
  if (!rows && !reading.failure) return <WaitingRows />;
  return (
    <div className={styles.none}>
      {rows ? (
        <Empty
          text="No activity logs available"
          hint="What the mesh does is listed here as it happens."
          icon={<IconListDetails aria-hidden="true" />}
        />
      ) : (
        <ReadFailed text="The activity could not be read" detail={reading.failure?.message} />
      )}
    </div>
  );
}

/** Both words take about the same room, so that nothing moves when the first live message arrives. */
function LiveMark({ live }: { live: boolean }) {
  return (
    <span className={styles.live} data-live={live}>
      <span className={styles.pulse} aria-hidden="true" />
      {live ? 'Live connection active' : 'Waiting for live news'}
    </span>
  );
}

function WaitingRows() {
  return (
    <div className={styles.waiting}>
      {WAITING_ROWS.map((row) => (
        <div key={row} className={styles.row} data-activity-placeholder="">
          <Placeholder width="80%" />
          <Placeholder width="4rem" />
          <Placeholder width="6rem" height="0.9em" />
        </div>
      ))}
    </div>
  );
}
