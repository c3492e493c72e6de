import { ActionIcon, Indicator, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { LazyPopover } from './lazy-popup.tsx';

interface CountedPopoverProps {
  title: string;
  /** Of the button, with the count. */
  label: string;
  icon: ReactNode;
  count: number;
  color: string;
  width: string;
  onToggle?: (opened: boolean) => void;
  children: (close: () => void) => ReactNode;
}

const COUNTED_MAX = 9;

/** Styles of a list in it that may be long. */
export const POPOVER_LIST = { maxHeight: 'min(28rem, 60dvh)', overflowY: 'auto' } as const;

/** A button of the header with a count at its corner, and what it counts in a popover. */
export function CountedPopover(props: CountedPopoverProps) {
  const { title, label, icon, count, color, width, onToggle, children } = props;
  const [opened, { open, close }] = useDisclosure(false, {
    onOpen: () => onToggle?.(true),
    onClose: () => onToggle?.(false),
  });
  return (
    <Indicator
      inline
      label={count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
      disabled={count === 0}
      size={16}
      offset={7}
      color={color}
    >
      <LazyPopover
        opened={opened}
        onChange={(next) => (next ? open() : close())}
        position="bottom-end"
        width={width}
        trapFocus
        dropdown={{ p: 0 }}
        button={
          <ActionIcon size="lg" aria-label={label}>
            {icon}
          </ActionIcon>
        }
      >
        <Title order={2} px="md" py="sm">
          {title}
        </Title>
        {children(close)}
      </LazyPopover>
    </Indicator>
  );
}
