import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

/** What the loaded popup gets; its dropdown is placed beside `target`. */
export interface PopupProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** Of the button: Mantine names the dropdown by it. */
  id: string;
  /** The child of Mantine's Target. */
  target: ReactElement;
}

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
