import { Box, Stack } from '@mantine/core';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { activityTime } from '../../domain/format.ts';
import { severityLook } from '../../ui/severity-mark.tsx';
import type { WallData } from './use-wall.ts';
import styles from './wall.module.css';
import { units } from './wall-theme.ts';

/** More than any screen has room for. Those that do not fit are cut off. */
const ROWS_MAX = 40;

/** What happened last. Nothing in it scrolls: nobody is there to do it. */
export function WallActivity({ activity: rows, now }: Pick<WallData, 'activity' | 'now'>) {
  return (
    <section aria-label="Recent activity" className={styles.activity}>
      {rows === undefined ? <p className={styles.nothing}>Nothing is known yet.</p> : null}
      {rows?.length === 0 ? <p className={styles.nothing}>Nothing has happened yet.</p> : null}
      <Stack component="ul" gap={units(0.9)}>
        {rows?.slice(0, ROWS_MAX).map((row) => (
          <Row key={row.id} row={row} now={now} />
        ))}
      </Stack>
    </section>
  );
}

function Row({ row, now }: { row: Activity; now: number }) {
  const { color, word } = severityLook(row.severity);
  return (
    <li
      className={styles.row}
      style={color === 'gray' ? {} : { borderColor: `var(--mantine-color-${color}-text)` }}
    >
      <Box component="p" fz={units(1.7)} className={styles.message}>
        {row.message}
      </Box>
      <Box component="p" c="dimmed" fz={units(1.35)}>
        {/* What is well needs no word. */}
        {row.severity === 'success' ? null : (
          <Box component="span" fw={650} me="0.4em">
            {word}
          </Box>
        )}
        {activityTime(row.createdAt, now)}
      </Box>
    </li>
  );
}
