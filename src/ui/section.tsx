import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  children: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
}

/** A part of a dialog or drawer, named by its title (a third-level heading). */
export function Section({ title, children, actions }: SectionProps) {
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="xs">
      <Title order={3} id={titleId}>
        {title}
      </Title>
      {children}
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Stack>
  );
}
