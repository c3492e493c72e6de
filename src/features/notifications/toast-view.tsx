import { useDrag } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { type CSSProperties, useEffect, useState } from 'react';
import { TOAST } from '../../../contract/limits.ts';
import { dismissToast, type Toast } from '../../console/notices.ts';
import { NoticeLink, SEVERITY_LOOKS } from './notice-parts.tsx';
import styles from './toast-region.module.css';

interface ToastViewProps {
  toast: Toast | undefined;
  /** Its time begins anew when it is not held any more, as it does when it was pointed at. */
  isHeld: boolean;
}

/** Shows the toast with Mantine, which takes fingers either way and by the toast's width: the specification's swipe is ours. */
export function ToastView({ toast, isHeld }: ToastViewProps) {
  const [pulledPx, setPulledPx] = useState(0);
  const { ref: dragRef } = useDrag(
    ({ movement: [x], last, canceled }) => {
      setPulledPx(last ? 0 : Math.max(0, x));
      if (last && !canceled && x > TOAST.swipePx) dismissToast();
    },
    { axis: 'x', filterTaps: true },
  );
  useEffect(() => {
    notifications.clean();
    if (toast) show(toast);
  }, [toast]);
  const incident = /^\/incidents\/(\d+)$/.exec(toast?.link?.to ?? '')?.[1];
  useEffect(() => (incident ? whileShown(incident) : undefined), [incident]);
  return (
    <div ref={dragRef} style={{ '--toast-offset': `${pulledPx}px` } as CSSProperties}>
      <Notifications
        position="bottom-left"
        limit={TOAST.visible}
        autoClose={!isHeld && (toast?.autoClose ?? TOAST.showMs)}
        allowDragDismiss={false}
        allowScrollDismiss={false}
        containerWidth={TOAST.widthPx}
        withinPortal={false}
        transitionDuration={0}
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

function show({ title, message, severity, link }: Toast): void {
  const { color, Icon } = SEVERITY_LOOKS[severity];
  notifications.show({
    // The region around it is polite, and announces it once.
    role: 'none',
    withBorder: true,
    color,
    icon: <Icon size={18} aria-hidden="true" />,
    title,
    message: (
      <>
        {message}
        {link ? <NoticeLink link={link} onFollow={dismissToast} /> : null}
      </>
    ),
    closeButtonProps: { 'aria-label': 'Dismiss', size: 'var(--control-height)' },
    onClose: dismissToast,
    'data-severity': severity,
  });
}
