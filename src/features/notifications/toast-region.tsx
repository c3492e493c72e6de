import { useDrag, useHotkeys } from '@mantine/hooks';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { TOAST } from '../../../contract/limits.ts';
import { onNotice } from '../../console/notices.ts';
import { type ToastPolicy, toasts } from '../../console/toast-policy.ts';
import { useLoading } from '../../ui/use-loaded.ts';
import styles from './toast-region.module.css';

/**
 * Where toasts appear. The live region is there from the start, so that screen readers watch it; what draws toasts
 * loads after the page, so that the sign-in page stays small. Notices wait for it.
 */
export function ToastRegion({ policy = toasts }: { policy?: ToastPolicy }) {
  const region = useRef<HTMLElement>(null);
  const { component: View } = useLoading(loadView);
  const [pulledPx, setPulledPx] = useState(0);
  const { ref: dragRef } = useDrag(
    ({ movement: [x], last, canceled }) => {
      setPulledPx(last ? 0 : Math.max(0, x));
      if (last && !canceled && x > TOAST.swipePx) policy.dismiss();
    },
    { axis: 'x', filterTaps: true },
  );
  // From anywhere, fields too (specification section 9).
  useHotkeys([['F8', () => region.current?.focus()]], [], true);
  useEffect(() => (View ? onNotice(policy.show) : undefined), [View, policy]);
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      style={{ '--toast-offset': `${pulledPx}px` } as CSSProperties}
      onFocus={policy.pause}
      onBlur={policy.resume}
      onPointerEnter={policy.pause}
      onPointerLeave={policy.resume}
      onKeyDown={({ key }) => key === 'Escape' && policy.dismiss()}
    >
      <div ref={dragRef} role="status" aria-live="polite" aria-atomic="true">
        {View ? <View policy={policy} /> : null}
      </div>
    </section>
  );
}

const loadView = async () => (await import('./toast-view.tsx')).ToastView;
