import { useDelayedHover } from '@mantine/core';
import { type ComponentProps, cloneElement, type ReactElement, useId, useState } from 'react';
import { TOOLTIP_MS } from '../../contract/limits.ts';
import { useLoading } from './use-loaded.ts';

const load = async () => (await import('./tooltip.tsx')).ButtonTooltip;
/** What fails here is asked for again when the tooltip opens. */
const preload = () => void load().catch(() => undefined);

interface LazyTooltipProps {
  /** Undefined: there is no tooltip. */
  label: string | undefined;
  /** Why the button does nothing, which stands in the tooltip instead; undefined: it is not disabled. */
  disabledReason?: string | undefined;
  children: ReactElement<ComponentProps<'button'>>;
}

/**
 * A button's tooltip, whose code loads when the button is first pointed at or focused. The button stays the same
 * element meanwhile. A disabled one keeps the focus, and says why when it is pressed too: touch knows no hover.
 */
export function LazyTooltip({ label, disabledReason, children }: LazyTooltipProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const close = () => setOpened(false);
  const id = useId();
  const text = disabledReason ?? label;
  const { component: ButtonTooltip } = useLoading(load, opened, close);
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
  const disabled: object = {
    'aria-disabled': true,
    'data-disabled': true,
    'aria-describedby': [children.props['aria-describedby'], id].filter(Boolean).join(' '),
    disabled: false,
    // React calls it for a switch whose click was prevented, too.
    onChange: () => undefined,
    onClick(event: Event) {
      event.preventDefault();
      open();
    },
  };
  return (
    <>
      {cloneElement(children, { ...(text && events), ...(disabledReason && disabled) })}
      {disabledReason ? (
        <span id={id} hidden>
          {disabledReason}
        </span>
      ) : null}
      {text && ButtonTooltip && target ? (
        <ButtonTooltip target={target} label={text} opened={opened} />
      ) : null}
    </>
  );
}
