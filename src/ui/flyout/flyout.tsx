import { type ReactNode, useId } from 'react';
import styles from './flyout.module.css';

interface FlyoutProps {
  /** What the button opens: the name of what opens, and of the button. */
  label: string;
  face: ReactNode;
  /** The face has words, which are read after the label. */
  hasWords?: boolean;
  className?: string | undefined;
  onOpen?: () => void;
  children: ReactNode;
}

/** A button of the header and the small panel under it: the browser's own popover, with its Escape and focus. */
export function Flyout({ label, face, hasWords, className, onOpen, children }: FlyoutProps) {
  const id = useId();
  return (
    <>
      <button type="button" className={className} popoverTarget={id} data-tip={label}>
        <span className="visually-hidden">{hasWords ? `${label}:` : label}</span>
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.panel}
        onToggle={(event) => {
          if (event.newState === 'open') onOpen?.();
        }}
      >
        {children}
      </div>
    </>
  );
}
