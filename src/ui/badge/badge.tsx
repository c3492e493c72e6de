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

/** More letters than this take lines. */
const LINE_CHARS = 24;

/** A short word on a tinted ground. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  const isLong = typeof children === 'string' && children.length > LINE_CHARS;
  return (
    <span className={classes(styles.badge, styles[tone], isLong && styles.long, className)}>
      {icon}
      {children}
    </span>
  );
}
