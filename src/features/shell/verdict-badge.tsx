import { Badge, Group, Text } from '@mantine/core';
import type { MeshVerdict } from '../../shared/verdict.ts';
import styles from './verdict-badge.module.css';

/** The mesh in two words and what is wrong with it, in the colour of its worst state. */
export function VerdictBadge({ verdict }: { verdict: MeshVerdict }) {
  const { badge, detail, color, sentence } = verdict;
  return (
    <Group gap={6} wrap="nowrap" miw={0} className={styles.verdict ?? ''} title={sentence}>
      <Badge color={color} className={styles.badge ?? ''}>
        {badge}
      </Badge>
      {detail ? (
        <Text
          span
          size="xs"
          fw={600}
          c={color === 'gray' ? 'dimmed' : color}
          className={styles.detail ?? ''}
        >
          {detail}
        </Text>
      ) : null}
    </Group>
  );
}
