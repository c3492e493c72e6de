import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { type Tone, toneClass } from '../tone/tone.ts';
import styles from './badge.module.css';

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
    <span className={classes(styles.badge, toneClass(tone), isLong && styles.long, className)}>
      {icon}
      {children}
    </span>
  );
}
