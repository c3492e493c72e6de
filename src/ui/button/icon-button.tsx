import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What pressing it does, for who cannot see the icon; also its tooltip. */
  label: string;
}

/** A square button that shows an icon alone. */
export function IconButton({ label, className, ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...native}
      className={classes(styles.icon, className)}
    />
  );
}
