import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactElement,
  type Ref,
  useId,
  useImperativeHandle,
  useState,
} from 'react';
import { MountedClosed, withStyles } from './lazy-dialog.tsx';
import type { PopoverContentProps, PopupProps } from './popover.tsx';
import { useAskedFor } from './use-loaded.ts';

interface LazyPopupProps {
  /** Takes a ref and the props of a button. */
  button: ReactElement<{ onClick?: MouseEventHandler }>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/**
 * A button with a menu or popover whose code, positioning included, loads when the button is first used. The button
 * stays the same element, so a press or the focus is never lost while the code loads.
 *
 * @param haspopup the role of what opens
 * @param load imports a component that renders Mantine's Menu or Popover around `target`
 */
export function lazyPopup<Props extends object>(
  haspopup: 'menu' | 'dialog',
  load: () => Promise<ComponentType<Props & PopupProps>>,
) {
  const loadWhole = withStyles(load);
  /** What fails here is asked for again by the press. */
  const preload = () => void loadWhole().catch(() => undefined);

  return function LazyPopup({ button, ...props }: Props & LazyPopupProps) {
    const { opened, onChange } = props;
    const id = useId();
    const [element, setElement] = useState<HTMLElement | null>(null);
    const Popup = useAskedFor(loadWhole, opened, () => onChange(false));
    const buttonProps: object = {
      id,
      ref: setElement,
      'aria-haspopup': haspopup,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: () => onChange(!opened),
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && opened && onChange(false),
    };
    return (
      <>
        {cloneElement(button, buttonProps)}
        {Popup && element ? (
          <MountedClosed
            {...(props as unknown as Props & LazyPopupProps)}
            component={Popup}
            id={id}
            target={<StandIn element={element} />}
          />
        ) : null}
      </>
    );
  };
}

/** Hands an element that is rendered elsewhere to Mantine's Target. */
function StandIn({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}

/** Mantine's Popover around a button of its own. */
export const LazyPopover = lazyPopup<PopoverContentProps>(
  'dialog',
  async () => (await import('./popover.tsx')).ButtonPopover,
);
