import { classes } from '../classes.ts';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'quiet' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

/** @returns the class names of a button, for links that look like one. */
export function buttonLook(kind: ButtonKind = 'quiet', size: ButtonSize = 'm'): string {
  return classes(styles.button, styles[kind], styles[size]);
}
