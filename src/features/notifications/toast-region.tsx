import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, shownToast, toasts } from '../../console/notices.ts';
import { after } from '../../shared/time.ts';
import { useLoading } from '../../ui/use-loaded.ts';
import styles from './toast-region.module.css';

/** By then the first screen is there, on slow lines too. */
const LOAD_AFTER_MS = 5000;

/**
 * Where toasts appear. The live region is there from the start, so that screen readers watch it; what draws toasts
 * loads when somebody does something here or something is to be said, and in any case before the line may be gone. The time
 * of a toast begins when it is drawn.
 */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const toast = useSyncExternalStore(toasts.subscribe, shownToast);
  const { component: View } = useLoading(loadView, isWanted || toast !== undefined);
  useWindowEvent('pointerdown', () => setWanted(true));
  useWindowEvent('keydown', ({ key }) => {
    setWanted(true);
    // From anywhere, fields too (specification section 9).
    if (key === 'F8') region.current?.focus();
  });
  useEffect(() => after(LOAD_AFTER_MS, () => setWanted(true)), []);
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onKeyDown={({ key }) => key === 'Escape' && dismissToast()}
    >
      <div role="status" aria-live="polite" aria-atomic="true">
        {View ? <View toast={toast} isHeld={hasFocus} /> : null}
      </div>
    </section>
  );
}

const loadView = async () => (await import('./toast-view.tsx')).ToastView;
