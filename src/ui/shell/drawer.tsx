import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import styles from './drawer.module.css';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Rendered while open. */
  children: ReactNode;
}

/** The sidebar on small screens: the browser's own modal dialog, so focus, Escape and inertness are its. */
export function Drawer({ open, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) element.showModal();
    if (!open) element?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label="Menu"
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open ? (
        <div className={styles.inside}>
          <IconButton label="Close menu" className={styles.close} onClick={onClose}>
            <IconX aria-hidden="true" />
          </IconButton>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}
