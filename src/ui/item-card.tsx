import { Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ItemCardProps {
  name: string;
  /** Beside the name. */
  badges?: ReactNode;
  /** What is known about it, below the name. */
  children: ReactNode;
  /** What can be done with it, at the end. */
  actions?: ReactNode;
}

/** One thing of a list, named by its first line. */
export function ItemCard({ name, badges, children, actions }: ItemCardProps) {
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {badges}
          </Group>
          <Text component="div" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {children}
          </Text>
        </div>
        {actions ? (
          <Group gap="xs" wrap="nowrap" flex="none">
            {actions}
          </Group>
        ) : null}
      </Group>
    </Card>
  );
}
