import { Card, type CardProps, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export interface PanelProps extends Omit<CardProps, 'title'> {
  title: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  /** Controls at the end of the title's line. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** Lists and tables reach the edges of the card. */
  flush?: boolean;
}

/** A region of a screen, named by its title (a second-level heading). */
export function Panel({
  title,
  description,
  actions,
  footer,
  flush = false,
  children,
  ...card
}: PanelProps) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} padding={0} {...card}>
      <Group justify="space-between" gap="sm" px="md" pt="sm" pb={flush ? 'sm' : 0}>
        <Stack gap={0}>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {description ? (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          ) : null}
        </Stack>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {flush ? (
        children
      ) : (
        <Stack gap="sm" px="md" py="sm">
          {children}
        </Stack>
      )}
      {footer ? (
        <Text component="div" size="sm" c="dimmed" px="md" pb="sm" pt={flush ? 'sm' : 0}>
          {footer}
        </Text>
      ) : null}
    </Card>
  );
}
