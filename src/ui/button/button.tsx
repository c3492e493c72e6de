import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';
import { type ButtonKind, type ButtonSize, buttonLook } from './button-look.ts';

interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the one thing to do here; quiet (default): everything else; danger: cannot be undone. */
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Work is under way: shows a spinner and takes no second press. */
  busy?: boolean;
  icon?: ReactNode;
}

/** A native button; `type` is `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const { kind, size, busy = false, icon, className, children, disabled, ...native } = props;
  return (
    <button
      type="button"
      {...native}
      className={classes(buttonLook(kind, size), className)}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
