import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onNotice } from '../../console/notices.ts';
import { type ToastPolicy, toasts } from '../../console/toast-policy.ts';
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
export function ToastRegion({ policy = toasts }: { policy?: ToastPolicy }) {
  const region = useRef<HTMLElement>(null);
  const [isWanted, setWanted] = useState(false);
  const current = useSyncExternalStore(policy.subscribe, () => policy.state().current);
  const { component: View } = useLoading(loadView, isWanted || current !== undefined);
  useWindowEvent('pointerdown', () => setWanted(true));
  useWindowEvent('keydown', ({ key }) => {
    setWanted(true);
    // From anywhere, fields too (specification section 9).
    if (key === 'F8') region.current?.focus();
  });
  useEffect(() => after(LOAD_AFTER_MS, () => setWanted(true)), []);
  useEffect(() => onNotice(policy.show), [policy]);
  useEffect(() => {
    if (View) policy.resume();
    else if (current) policy.pause();
  }, [View, current, policy]);
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      onFocus={policy.pause}
      onBlur={policy.resume}
      onPointerEnter={policy.pause}
      onPointerLeave={policy.resume}
      onKeyDown={({ key }) => key === 'Escape' && policy.dismiss()}
    >
      <div role="status" aria-live="polite" aria-atomic="true">
        {View ? <View policy={policy} /> : null}
      </div>
    </section>
  );
}

const loadView = async () => (await import('./toast-view.tsx')).ToastView;
