import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './flyout.module.css';

interface FlyoutProps {
  /** What the button opens, for who cannot see its face; also the name of what opens. */
  label: string;
  /** What the button shows. */
  face: ReactNode;
  className?: string | undefined;
  onOpen?: () => void;
  children: ReactNode;
}

/** A button of the header and the small panel under it: the browser's own popover, with its Escape and focus. */
export function Flyout({ label, face, className, onOpen, children }: FlyoutProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={label}
        title={label}
      >
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes(styles.panel)}
        onToggle={(event) => {
          if (event.newState === 'open') onOpen?.();
        }}
      >
        {children}
      </div>
    </>
  );
}
