import { IconX } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classes } from '../classes.ts';
import { useSwipeRight } from './swipe.ts';
import styles from './toast-area.module.css';
import { type Toast, type Toasts, toasts } from './toasts.ts';
import { useToasts } from './use-toasts.ts';

/** The corner where the one visible toast is. It is there from the start, so that screen readers listen to it. */
export function ToastArea({ store = toasts }: { store?: Toasts }) {
  const { current } = useToasts(store);
  const area = useRef<HTMLElement>(null);
  useFocusByF8(area);
  return (
    <section
      ref={area}
      className={styles.area}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      onFocus={store.pause}
      onBlur={store.resume}
      onPointerEnter={store.pause}
      onPointerLeave={store.resume}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && current) store.dismiss();
      }}
    >
      <div role="status" aria-live="polite" aria-atomic="true">
        {current ? <ToastCard key={current.id} toast={current} onDismiss={store.dismiss} /> : null}
      </div>
    </section>
  );
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { handlers, pulledPx, pulling } = useSwipeRight(onDismiss);
  const pulled: CSSProperties = pulling ? { transform: `translateX(${pulledPx}px)` } : {};
  return (
    <div
      className={classes(styles.toast, styles[toast.tone], pulling && styles.pulling)}
      style={pulled}
      data-tone={toast.tone}
      {...handlers}
    >
      <div className={styles.words}>
        <p className={styles.title}>{toast.title}</p>
        {toast.text ? <p className={styles.text}>{toast.text}</p> : null}
      </div>
      <IconButton label="Dismiss" onClick={onDismiss}>
        <IconX aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** F8 goes to the notifications from anywhere, as the specification has it. */
function useFocusByF8(area: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'F8' || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      area.current?.focus();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [area]);
}
