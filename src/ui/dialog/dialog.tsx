import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  opened: boolean;
  title: string;
  /** m (default): a form; l: a list or a table. */
  size?: 'm' | 'l';
  onClose: () => void;
  children: ReactNode;
}

const CLASSES = {
  root: styles.root ?? '',
  inner: styles.inner ?? '',
  content: styles.content ?? '',
  header: styles.header ?? '',
  title: styles.title ?? '',
  close: styles.close ?? '',
  body: styles.body ?? '',
  overlay: styles.overlay ?? '',
};

const WIDTHS = { m: '36rem', l: '60rem' } as const;

/**
 * A dialog over the screen, the whole of it on a phone. The page behind is not locked by Mantine, which would
 * write a <style> that the content security policy refuses; the dialog keeps its scrolling to itself instead.
 * It is drawn under the toasts, so that they are seen while it is open.
 */
export function Dialog({ opened, title, size = 'm', onClose, children }: DialogProps) {
  const mounted = useMounted();
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title={title}
      size={WIDTHS[size]}
      classNames={CLASSES}
      lockScroll={false}
      centered
      // Its own are written into the element, where a stylesheet cannot reach them.
      xOffset="var(--side)"
      yOffset="var(--above)"
      padding={0}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  );
}

/**
 * Mantine remembers where the focus was when `opened` changes, not when a dialog is mounted open, as one
 * whose code has just been loaded is: so each is mounted closed.
 */
function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}
