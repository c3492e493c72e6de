import { Box } from '@mantine/core';
import { useDrag } from '@mantine/hooks';
import {
  createNotificationsStore,
  type NotificationData,
  Notifications,
  notifications,
} from '@mantine/notifications';
import { type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react';
import { TOAST } from '../../../contract/limits.ts';
import type { Toast, ToastPolicy } from '../../console/toast-policy.ts';
import { NoticeLink, SEVERITY_LOOKS } from './notice-parts.tsx';
import styles from './toast-region.module.css';

/** A toast that replaces another is the same notification with other contents: never are two visible. */
const ID = 'toast';

/** Draws the policy's toast with Mantine; times and gestures are the policy's. */
export function ToastView({ policy }: { policy: ToastPolicy }) {
  const [store] = useState(createNotificationsStore);
  const [pulledPx, setPulledPx] = useState(0);
  const { ref: dragRef } = useDrag(
    ({ movement: [x], last, canceled }) => {
      setPulledPx(last ? 0 : Math.max(0, x));
      if (last && !canceled && x > TOAST.swipePx) policy.dismiss();
    },
    { axis: 'x', filterTaps: true },
  );
  useEffect(() => {
    function draw(): void {
      const { current } = policy.state();
      if (!current) notifications.clean(store);
      else if (store.getState().notifications.length === 0)
        notifications.show(dataOf(current, policy.dismiss), store);
      else notifications.update(dataOf(current, policy.dismiss), store);
    }
    draw();
    return policy.subscribe(draw);
  }, [policy, store]);
  const shown = useSyncExternalStore(policy.subscribe, () => policy.state().current?.link?.to);
  const incident = /^\/incidents\/(\d+)$/.exec(shown ?? '')?.[1];
  useEffect(() => (incident ? whileShown(incident) : undefined), [incident]);
  return (
    <div ref={dragRef} style={{ '--toast-offset': `${pulledPx}px` } as CSSProperties}>
      <Notifications
        store={store}
        position="bottom-left"
        limit={TOAST.visible}
        autoClose={false}
        allowDragDismiss={false}
        allowScrollDismiss={false}
        containerWidth={TOAST.widthPx}
        withinPortal={false}
        transitionDuration={150}
        classNames={{ root: styles.corner ?? '', notification: styles.toast ?? '' }}
      />
    </div>
  );
}

/** Public pages have toasts too, and no incidents. */
function whileShown(incident: string): () => void {
  const ended = new AbortController();
  // Without that code the toast is still shown.
  import('../../console/seen.ts').then(
    ({ seeIncident }) => seeIncident(incident, 'shown', ended.signal).catch(reportError),
    String,
  );
  return () => ended.abort();
}

/** The contents have keys: the same words said twice are new to a screen reader. */
function dataOf(toast: Toast, dismiss: () => void): NotificationData {
  const { color, Icon } = SEVERITY_LOOKS[toast.severity];
  return {
    id: ID,
    // The region around it is polite, and announces it once.
    role: 'none',
    withBorder: true,
    color,
    icon: <Icon size={18} aria-hidden="true" />,
    title: <span key={toast.id}>{toast.title}</span>,
    message: (
      <Box key={toast.id}>
        {toast.message}
        {toast.link ? <NoticeLink link={toast.link} onFollow={dismiss} /> : null}
      </Box>
    ),
    closeButtonProps: { 'aria-label': 'Dismiss', size: 'var(--control-height)' },
    onClose: dismiss,
    'data-severity': toast.severity,
  };
}
