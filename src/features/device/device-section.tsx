import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface DeviceSectionProps {
  title: string;
  children: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
}

/** One section of 'This device'. */
export function DeviceSection({ title, children, actions }: DeviceSectionProps) {
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
