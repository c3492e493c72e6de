import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactElement,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useState,
} from 'react';
import { lazyMountedClosed } from './lazy-dialog.tsx';
import type { PopoverContentProps } from './popover.tsx';

/** What the loaded popup gets; its dropdown is placed beside `target`. */
export interface PopupProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** Of the button: Mantine names the dropdown by it. */
  id: string;
  /** The child of Mantine's Target. */
  target: ReactElement;
}

interface ButtonProps {
  onClick?: MouseEventHandler;
}

interface LazyPopupProps {
  /** Takes a ref and the props of a button. */
  button: ReactElement<ButtonProps>;
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
  const Loaded = lazyMountedClosed(load) as unknown as ComponentType<Props & PopupProps>;
  /** What fails here is asked for again by the press. */
  const preload = () => void load().catch(() => undefined);

  return function LazyPopup({ button, ...props }: Props & LazyPopupProps) {
    const { opened, onChange } = props;
    const id = useId();
    const [element, setElement] = useState<HTMLElement | null>(null);
    const [wasOpened, setWasOpened] = useState(false);
    if (opened && !wasOpened) setWasOpened(true);
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
        {wasOpened && element ? (
          <Suspense>
            <Loaded
              {...(props as unknown as Props & LazyPopupProps)}
              id={id}
              target={<StandIn element={element} />}
            />
          </Suspense>
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
