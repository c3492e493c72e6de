import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  Suspense,
  useEffect,
  useState,
} from 'react';

interface LazyDialogProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * A dialog whose code loads when it is first opened. It stays mounted from then on, so that it can give the focus back
 * when it closes.
 *
 * @param load imports the dialog's component
 */
export function lazyDialog<Props extends LazyDialogProps>(
  load: () => Promise<ComponentType<Props>>,
) {
  const Loaded = lazyMountedClosed(load) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** Mantine remembers where the focus was when a dialog or popover opens, not when it is mounted open. */
export function lazyMountedClosed<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [Loaded] = await Promise.all([load(), import('./theme/late-styles.css')]);
    function MountedClosed(props: Props) {
      const [mounted, setMounted] = useState(false);
      useEffect(() => setMounted(true), []);
      return <Loaded {...props} opened={props.opened && mounted} />;
    }
    return { default: MountedClosed };
  });
}
