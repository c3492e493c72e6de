import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { useAskedFor } from './use-loaded.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * A dialog whose code loads when it is first opened. It stays mounted from then on, so that it can give the focus back
 * when it closes, and keeps its last content while it fades out.
 *
 * @param load imports the dialog's component
 */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  const loadWhole = withStyles(load);
  return function LazyDialog(props: Props) {
    const Dialog = useAskedFor(loadWhole, props.opened, props.onClose);
    useScrollLock(Dialog !== undefined && props.opened);
    const [last, setLast] = useState(props);
    if (props.opened && props !== last) setLast(props);
    return Dialog ? <MountedClosed component={Dialog} {...last} opened={props.opened} /> : null;
  };
}

/** @returns a load of the component together with the styles of what opens over a screen */
export function withStyles<Component>(load: () => Promise<Component>): () => Promise<Component> {
  return async () => {
    const [component] = await Promise.all([load(), import('./theme/late-styles.css')]);
    return component;
  };
}

/** Mantine remembers where the focus was when a dialog or popover opens, not when it is mounted open. */
export function MountedClosed<Props extends { opened: boolean }>({
  component,
  ...props
}: Props & { component: ComponentType<Props> }) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const Loaded = component as ComponentType<{ opened: boolean }>;
  return <Loaded {...props} opened={props.opened && mounted} />;
}

let scrollLocks = 0;

/** Keeps the page from scrolling behind what is open over it (base.css). */
export function useScrollLock(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return undefined;
    const root = document.documentElement;
    scrollLocks += 1;
    root.toggleAttribute('data-scroll-locked', true);
    return () => {
      scrollLocks -= 1;
      root.toggleAttribute('data-scroll-locked', scrollLocks > 0);
    };
  }, [isLocked]);
}

/** A ref of the button that stands where the one that had the focus was. */
export function focusIfLost(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}
