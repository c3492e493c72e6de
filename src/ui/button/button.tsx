import type { ComponentProps, MouseEvent, ReactNode } from 'react';
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
  /** Why it cannot be pressed now. It keeps its place in the tab order, and says why. */
  hindrance?: string | undefined;
}

/** A native button; `type` is `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const { kind, size, busy = false, icon, hindrance, onClick, ...rest } = props;
  const { className, children, disabled, ...native } = rest;
  return (
    <button
      type="button"
      {...native}
      className={classes(buttonLook(kind, size), className)}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
      aria-disabled={hindrance ? true : undefined}
      title={hindrance}
      onClick={hindrance ? refusePress : onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** Of a submit button, the form is not sent either. */
function refusePress(event: MouseEvent): void {
  event.preventDefault();
}
