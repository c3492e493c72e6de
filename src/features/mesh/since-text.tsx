import { Text } from '@mantine/core';
import { durationText } from '../../shared/format.ts';
import { momentAgoText } from '../../shared/moment.ts';
import styles from './platforms-panel.module.css';

interface SinceTextProps {
  /** Epoch milliseconds; nothing is shown while it is not known. */
  since: number | null | undefined;
  now: number;
}

/** Since when a platform has its state: the time, and how long that is. */
export function SinceText({ since, now }: SinceTextProps) {
  if (since === null || since === undefined) return null;
  return (
    <Text size="xs" c="dimmed">
      since {momentAgoText(since, now)}
      <span className={styles.wide}> ({durationText(now - since)})</span>
    </Text>
  );
}
