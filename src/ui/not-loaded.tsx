import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PartLoading } from './use-loaded.ts';

interface NotLoadedProps extends PartLoading {
  /** While it loads. */
  children: ReactNode;
}

/** Stands in the place of a part of a screen until its code is there. One that cannot be loaded fails alone. */
export function NotLoaded({ hasFailed, tryAgain, children }: NotLoadedProps) {
  if (!hasFailed) return children;
  return (
    <Group role="alert" gap="sm">
      <Text size="sm">
        This part could not be loaded. Check the connection, or reload the page.
      </Text>
      <Button size="xs" onClick={tryAgain}>
        Try again
      </Button>
    </Group>
  );
}
