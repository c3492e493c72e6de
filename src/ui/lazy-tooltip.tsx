import { useDelayedHover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ComponentProps, cloneElement, type ReactElement, useState } from 'react';
import { TOOLTIP_MS } from '../../contract/limits.ts';
import { useLoaded } from './use-loaded.ts';

const load = async () => (await import('./tooltip.tsx')).ButtonTooltip;
/** What fails here is asked for again when the tooltip opens. */
const preload = () => void load().catch(() => undefined);

/**
 * A button's tooltip, whose code loads when the button is first pointed at or focused. The button stays the same
 * element meanwhile.
 */
export function LazyTooltip({
  label,
  children,
}: {
  label: string;
  children: ReactElement<object>;
}) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [opened, { open, close }] = useDisclosure();
  const ButtonTooltip = useLoaded(load, opened, close);
  const hover = useDelayedHover({ open, close, openDelay: TOOLTIP_MS.open, closeDelay: 0 });
  const events: ComponentProps<'button'> = {
    ref: setTarget,
    onMouseEnter() {
      preload();
      hover.openDropdown();
    },
    onMouseLeave: hover.closeDropdown,
    onMouseDown: hover.closeDropdown,
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && open(),
    onBlur: hover.closeDropdown,
    onKeyDown: ({ key }) => key === 'Escape' && hover.closeDropdown(),
  };
  return (
    <>
      {cloneElement(children, events)}
      {ButtonTooltip && target ? (
        <ButtonTooltip target={target} label={label} opened={opened} />
      ) : null}
    </>
  );
}
