import { Button, Skeleton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconFileSearch } from '@tabler/icons-react';
import {
  type CSSProperties,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { useServerNow } from '../../console/connection.ts';
import { useRead } from '../../console/reads.ts';
import {
  type ActivityKind,
  type FoldedActivity,
  foldActivity,
  isOfKind,
} from '../../domain/activity-fold.ts';
import { activityTime } from '../../domain/format.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadFailed } from '../../ui/read-state.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import listStyles from './activity-list.module.css';
import styles from './activity-panel.module.css';
import { useActivityBox } from './use-activity-box.ts';

/** A row changes its text at its own minute. */
const AGES_EVERY_MS = 1000;
const SKELETON_ROWS = [1, 2, 3, 4, 5];
/** As the style sheet has it. */
const ROW_REM = 2.25;
/** What the panel shows and one more: in a flood all of them are new at every frame. */
const FIRST_ITEMS = 12;
/** The next items are rendered when the last one is this near. */
const AHEAD_REM = 2;

const NO_ROWS: readonly Activity[] = [];

/** The newest activity of a kind, folded as far as was scrolled; every row below has room. */
export function ActivityRows({ kind, label }: { kind: ActivityKind; label: string }) {
  const { data, failure } = useRead('activity');
  const names = useRead('connections')
    .data?.map(({ name }) => name)
    .join();
  const now = useServerNow(AGES_EVERY_MS);
  const { shown, newAbove, box, showNew } = useActivityBox(data ?? NO_ROWS);
  const [opened, setOpened] = useState<ReadonlySet<Activity['id']>>(new Set());
  const open = useCallback(
    (id: Activity['id']) => setOpened((before) => new Set(before).add(id)),
    [],
  );
  const [count, setCount] = useState(FIRST_ITEMS);
  const { ref: rest, inViewport } = useInViewport();
  const showMore = useEffectEvent(() => setCount(2 * count));
  useEffect(() => {
    if (inViewport) showMore();
  }, [inViewport]);
  const wanted = useMemo(() => ofKind(shown, kind, names), [shown, kind, names]);
  const items = useMemo(() => itemsOf(wanted, count, opened), [wanted, count, opened]);
  if (!data) {
    return failure ? (
      <ReadFailed text="The activity could not be read" failure={failure} />
    ) : (
      <ActivitySkeleton />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title="No activity logs available"
        description="Events of the mesh appear here as they happen."
        icon={<IconFileSearch />}
      />
    );
  }
  if (wanted.length === 0 && ofKind(data, kind, names).length === 0) {
    return (
      <EmptyState
        title={kind === 'problems' ? 'No problems' : `No events of ${kind}`}
        description={`In the newest ${data.length.toLocaleString()} events.`}
      />
    );
  }
  const restRem = (wanted.length - rowsIn(items)) * ROW_REM;
  return (
    <div className={listStyles.around}>
      {newAbove > 0 ? (
        <Button
          className={listStyles.jump}
          variant="filled"
          size="xs"
          radius="xl"
          onClick={showNew}
        >
          {newAbove.toLocaleString()} new
        </Button>
      ) : null}
      <section {...box} className={listStyles.box} aria-label={label}>
        <ul className={listStyles.items} style={{ paddingBottom: `${restRem}rem` }}>
          {items.map((item) => (
            <ActivityRow
              key={item.row.id}
              row={item.row}
              message={item.message}
              count={item.rows.length}
              when={activityTime(item.row.createdAt, now)}
              onOpen={open}
            />
          ))}
        </ul>
        {restRem > 0 ? (
          // Lies over the room of the items that are not rendered yet.
          <div
            key={count}
            ref={rest}
            className={listStyles.rest}
            style={{ '--rest': `${restRem + AHEAD_REM}rem` } as CSSProperties}
          />
        ) : null}
      </section>
    </div>
  );
}

/** @param names of the mesh's platforms, with commas between them */
function ofKind(rows: readonly Activity[], kind: ActivityKind, names = ''): readonly Activity[] {
  const ofMesh = names.split(',');
  return kind === 'all' ? rows : rows.filter((row) => isOfKind(row, kind, ofMesh));
}

/** @param opened folded rows that are shown one by one */
function itemsOf(
  rows: readonly Activity[],
  count: number,
  opened: ReadonlySet<Activity['id']>,
): readonly FoldedActivity[] {
  const folded = foldActivity(rows, count).flatMap((item) =>
    opened.has(item.row.id)
      ? item.rows.map((row) => ({ row, rows: [row], message: row.message }))
      : [item],
  );
  return folded.slice(0, count);
}

const rowsIn = (items: readonly FoldedActivity[]) =>
  items.reduce((sum, item) => sum + item.rows.length, 0);

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

interface ActivityRowProps {
  row: Activity;
  message: string;
  /** Of the events that it stands for. */
  count: number;
  /** How long ago: a new text renders the row again. */
  when: string;
  onOpen: (id: Activity['id']) => void;
}

const ActivityRow = memo(function ActivityRow(props: ActivityRowProps) {
  const { row, message, count, when, onOpen } = props;
  const exact = momentText(momentOf(row.createdAt), true);
  return (
    <li className={styles.row}>
      <time className={styles.when} dateTime={row.createdAt} title={exact}>
        {when}
      </time>
      <SeverityMark severity={row.severity} />
      <p className={styles.message} title={message}>
        {message}
      </p>
      {count > 1 ? (
        <Button
          className={styles.count}
          size="xs"
          variant="subtle"
          color="gray"
          fw={500}
          onClick={() => onOpen(row.id)}
        >
          ×{count.toLocaleString()}
          <span className="visually-hidden">, show each</span>
        </Button>
      ) : null}
    </li>
  );
});
