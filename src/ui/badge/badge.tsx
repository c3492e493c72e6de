import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'primary';

interface BadgeProps {
  /** Default neutral. */
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  /** The word: the colour never speaks alone. */
  children: ReactNode;
}

/** A short word on a tinted ground. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}
