import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

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
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  /** Mantine remembers where the focus was when a dialog opens, not when it is mounted open. */
  function MountedClosed({ opened, ...props }: Props) {
    const [mounted, setMounted] = useState(false);
    useEffect(() => setMounted(true), []);
    return <Loaded {...(props as unknown as Props)} opened={opened && mounted} />;
  }
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense>
        <MountedClosed {...props} />
      </Suspense>
    );
  };
}
