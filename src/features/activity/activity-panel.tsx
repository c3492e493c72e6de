import {
  Anchor,
  EmptyState,
  SegmentedControl,
  Skeleton,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { activityTime } from '../../shared/format.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import {
  ACTIVITY_KINDS,
  type ActivityKind,
  type FoldedActivity,
  foldActivity,
  isOfKind,
} from './activity-fold.ts';
import styles from './activity-panel.module.css';
import { NewestActivity } from './newest-activity.tsx';

const TITLE = 'Real-time Mesh Activity';
const SKELETON_ROWS = [1, 2, 3, 4, 5];
/** As the style sheet has it. */
const ROW_REM = 2.25;

const KIND_OPTIONS = ACTIVITY_KINDS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

interface ActivityPanelProps {
  /** Newest first; undefined until they have been read. */
  rows: readonly Activity[] | undefined;
  read: ReadState;
  /** A live message has arrived on the connection that is open now. */
  live: boolean;
  /** Names of the mesh's platforms. */
  platforms: readonly string[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The dashboard's activity: a line an event, the newest first, events that say the same as one. */
export function ActivityPanel({ rows, read, live, platforms, now }: ActivityPanelProps) {
  const [kind, setKind] = useState<ActivityKind>('all');
  const isNoted = rows !== undefined && readTrouble(read) !== undefined;
  return (
    <Panel
      flush
      title={TITLE}
      description={<LiveMark live={live} />}
      actions={
        <>
          <SegmentedControl
            aria-label="Show"
            data={KIND_OPTIONS}
            value={kind}
            onChange={(value) => setKind(value as ActivityKind)}
          />
          <Anchor component={Link} to="/logs" size="sm">
            All logs
          </Anchor>
        </>
      }
      aria-busy={read.loading}
    >
      <div className={styles.content} data-noted={isNoted || undefined}>
        <Content {...{ rows, read, kind, platforms, now }} />
        {isNoted ? (
          <div className={styles.note}>
            <ReadNote read={read} now={now} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

interface ContentProps extends Omit<ActivityPanelProps, 'live'> {
  kind: ActivityKind;
}

function Content({ rows, read, kind, platforms, now }: ContentProps) {
  const [opened, setOpened] = useState<ReadonlySet<Activity['id']>>(new Set());
  const names = platforms.join();
  const itemsOf = useCallback(
    (all: readonly Activity[]) =>
      foldActivity(all.filter((row) => isOfKind(row, kind, names.split(',')))).flatMap((folded) =>
        opened.has(folded.row.id) ? unfold(folded) : [folded],
      ),
    [kind, names, opened],
  );
  if (!rows) {
    return read.failure ? (
      <ReadFailed text="The activity could not be read" failure={read.failure} />
    ) : (
      <ActivitySkeleton />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        p="xl"
        title="No activity logs available"
        description="Events of the mesh appear here as they happen."
        icon={<IconListDetails aria-hidden="true" />}
      />
    );
  }
  if (kind !== 'all' && !rows.some((row) => isOfKind(row, kind, platforms))) {
    return (
      <EmptyState
        p="xl"
        title={kind === 'problems' ? 'No problems' : `No events of ${kind}`}
        description={`In the newest ${rows.length.toLocaleString()} events.`}
      />
    );
  }
  const open = (id: Activity['id']) => setOpened((before) => new Set(before).add(id));
  return (
    <NewestActivity
      key={kind}
      rows={rows}
      itemsOf={itemsOf}
      keyOf={({ row }) => row.id}
      renderItem={(folded) => (
        <ActivityRow folded={folded} when={activityTime(folded.row.createdAt, now)} onOpen={open} />
      )}
      itemRem={ROW_REM}
      label={`${TITLE}, rows`}
    />
  );
}

function unfold({ rows }: FoldedActivity): FoldedActivity[] {
  return rows.map((row) => ({ row, rows: [row], message: row.message }));
}

interface ActivityRowProps {
  folded: FoldedActivity;
  /** How long ago: a new text renders the row again. */
  when: string;
  onOpen: (id: Activity['id']) => void;
}

const ActivityRow = memo(
  function ActivityRow({ folded, when, onOpen }: ActivityRowProps) {
    const { row, rows, message } = folded;
    const exact = momentText(momentOf(row.createdAt), true);
    return (
      <div className={styles.row}>
        <time className={styles.when} dateTime={row.createdAt} title={exact}>
          {when}
        </time>
        <SeverityMark severity={row.severity} />
        <p className={styles.message} title={message}>
          {message}
        </p>
        {rows.length > 1 ? (
          <UnstyledButton className={styles.count} onClick={() => onOpen(row.id)}>
            ×{rows.length.toLocaleString()}
            <VisuallyHidden>, show each</VisuallyHidden>
          </UnstyledButton>
        ) : null}
      </div>
    );
  },
  (before, after) =>
    before.when === after.when &&
    before.folded.row === after.folded.row &&
    before.folded.rows.length === after.folded.rows.length,
);

/** Both texts take about the same room, so that nothing moves when the first live message arrives. */
function LiveMark({ live }: { live: boolean }) {
  return (
    <span className={styles.live} data-live={live}>
      <span className={styles.lamp} aria-hidden="true" />
      <Text span inherit>
        {live ? 'Live connection active' : 'Not live. Reconnecting…'}
      </Text>
    </span>
  );
}

function ActivitySkeleton() {
  return (
    <div className={styles.waiting}>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={styles.row} data-activity-placeholder="">
          <Skeleton width="5.5rem" height="0.75rem" />
          <Skeleton width="1rem" height="1rem" circle />
          <Skeleton width="60%" height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
