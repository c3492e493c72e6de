import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PopupProps } from './lazy-popup.tsx';

export interface PopoverContentProps
  extends Pick<PopoverProps, 'position' | 'width' | 'trapFocus'> {
  dropdown?: PopoverDropdownProps;
  children: ReactNode;
}

/** What `LazyPopover` loads. */
export function ButtonPopover(props: PopoverContentProps & PopupProps) {
  const { target, dropdown, children, ...popover } = props;
  return (
    <Popover {...popover}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  );
}
