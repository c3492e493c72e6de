import { Box, Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ItemCardProps {
  name: string;
  /** It is a cell of a table, not an item of a list. */
  isCell?: boolean;
  /** Beside the name. */
  badges?: ReactNode;
  /** What is known about it, below the name. */
  children: ReactNode;
  /** What can be done with it, at the end. */
  actions?: ReactNode;
}

/** One thing of a list, named by its first line. */
export function ItemCard({ name, isCell = false, badges, children, actions }: ItemCardProps) {
  return (
    <Card padding="sm" {...(isCell ? { h: '100%' } : { component: 'li', 'aria-label': name })}>
      <Group justify="space-between" gap="xs">
        <Box flex="1 1 9rem" miw={0}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {badges}
          </Group>
          <Text component="div" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {children}
          </Text>
        </Box>
        {actions ? (
          <Group gap="xs" wrap="nowrap" flex="none">
            {actions}
          </Group>
        ) : null}
      </Group>
    </Card>
  );
}
