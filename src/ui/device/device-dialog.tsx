import type { ReactNode } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import styles from './device.module.css';

interface DeviceDialogProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** What holds on this device alone; its sections are the children. */
export function DeviceDialog({ opened, onClose, children }: DeviceDialogProps) {
  return (
    <Dialog opened={opened} title="This device" onClose={onClose}>
      <div className={styles.sections}>{children}</div>
    </Dialog>
  );
}

interface DeviceSectionProps {
  title: string;
  children: ReactNode;
}

export function DeviceSection({ title, children }: DeviceSectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

/** The buttons at the end of a section. */
export function DeviceActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** What a section says in words. */
export function DeviceText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
