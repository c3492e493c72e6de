import { Anchor, Box, EmptyState, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { ActivityBox } from './activity-box.tsx';
import { ACTIVITY_KINDS, type ActivityKind, isOfKind } from './activity-fold.ts';
import styles from './activity-panel.module.css';
import { ActivityRows } from './activity-rows.tsx';

const TITLE = 'Real-time Mesh Activity';
const SKELETON_ROWS = [1, 2, 3, 4, 5];

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
export function ActivityPanel(props: ActivityPanelProps) {
  const { rows, read, live, now } = props;
  const [kind, setKind] = useState<ActivityKind>('all');
  const isNoted = rows !== undefined && readTrouble(read) !== undefined;
  // The panel is rendered at every event; its controls are not.
  const actions = useMemo(
    () => (
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
    ),
    [kind],
  );
  return (
    <Panel
      flush
      title={TITLE}
      description={
        <Group component="span" gap={6} fz="xs">
          <Box component="span" w={6} h={6} bdrs="xl" bg={live ? 'green' : 'gray'} />
          {live ? 'Live connection active' : 'Not live. Reconnecting…'}
        </Group>
      }
      actions={actions}
      aria-busy={read.loading}
    >
      <div className={styles.content} data-noted={isNoted || undefined}>
        <Content {...props} kind={kind} />
        {isNoted ? (
          <div className={styles.note}>
            <ReadNote read={read} now={now} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function Content(props: ActivityPanelProps & { kind: ActivityKind }) {
  const { rows, read, kind, platforms, now } = props;
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
        title="No activity logs available"
        description="Events of the mesh appear here as they happen."
        icon={<IconListDetails />}
      />
    );
  }
  if (!rows.some((row) => isOfKind(row, kind, platforms))) {
    return (
      <EmptyState
        title={kind === 'problems' ? 'No problems' : `No events of ${kind}`}
        description={`In the newest ${rows.length.toLocaleString()} events.`}
      />
    );
  }
  return (
    <ActivityBox key={kind} rows={rows} label={`${TITLE}, rows`}>
      {(shown) => <ActivityRows rows={shown} kind={kind} platforms={platforms} now={now} />}
    </ActivityBox>
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
