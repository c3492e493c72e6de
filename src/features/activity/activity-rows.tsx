import { Box, Button, VisuallyHidden } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { activityTime } from '../../shared/format.ts';
import { momentOf, momentText } from '../../shared/moment.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { type ActivityKind, foldActivity, isOfKind } from './activity-fold.ts';
import listStyles from './activity-list.module.css';
import styles from './activity-panel.module.css';

/** As the style sheet has it. */
const ROW_REM = 2.25;
/** What the panel shows and one more: in a flood all of them are new at every frame. */
const FIRST_ITEMS = 12;
/** The next items are rendered when the last one is this near. */
const AHEAD_REM = 2;

interface ActivityRowsProps {
  rows: readonly Activity[];
  kind: ActivityKind;
  /** Names of the mesh's platforms. */
  platforms: readonly string[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The newest activity, folded as far as was scrolled; every row below has room. */
export function ActivityRows({ rows, kind, platforms, now }: ActivityRowsProps) {
  const [opened, setOpened] = useState<ReadonlySet<Activity['id']>>(new Set());
  const [count, setCount] = useState(FIRST_ITEMS);
  const open = useCallback(
    (id: Activity['id']) => setOpened((before) => new Set(before).add(id)),
    [],
  );
  const names = platforms.join();
  const wanted = useMemo(() => {
    const ofMesh = names.split(',');
    return kind === 'all' ? rows : rows.filter((row) => isOfKind(row, kind, ofMesh));
  }, [rows, kind, names]);
  const items = useMemo(() => {
    return foldActivity(wanted, count).flatMap((folded) =>
      opened.has(folded.row.id)
        ? folded.rows.map((row) => ({ row, rows: [row], message: row.message }))
        : [folded],
    );
  }, [wanted, count, opened]);
  const shown = items.slice(0, count);
  const rest = wanted.length - shown.reduce((sum, item) => sum + item.rows.length, 0);
  const restRem = rest * ROW_REM;
  return (
    <>
      <ul className={listStyles.items} style={{ paddingBottom: `${restRem}rem` }}>
        {shown.map((item) => (
          <li key={item.row.id}>
            <ActivityRow
              row={item.row}
              message={item.message}
              count={item.rows.length}
              when={activityTime(item.row.createdAt, now)}
              onOpen={open}
            />
          </li>
        ))}
      </ul>
      {restRem > 0 ? (
        <Rest key={count} rem={restRem + AHEAD_REM} onSeen={() => setCount(2 * count)} />
      ) : null}
    </>
  );
}

/** Lies over the room of the items that are not rendered yet. */
function Rest({ rem, onSeen }: { rem: number; onSeen: () => void }) {
  const { ref, inViewport } = useInViewport();
  const noteSeen = useEffectEvent(onSeen);
  useEffect(() => {
    if (inViewport) noteSeen();
  }, [inViewport]);
  return (
    <Box
      ref={ref}
      pos="relative"
      h={`${rem}rem`}
      mt={`-${rem}rem`}
      style={{ pointerEvents: 'none' }}
    />
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
    <div className={styles.row}>
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
          <VisuallyHidden>, show each</VisuallyHidden>
        </Button>
      ) : null}
    </div>
  );
});
