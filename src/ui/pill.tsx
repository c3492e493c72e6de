import type { CSSProperties, ReactNode } from 'react';
import styles from './pill.module.css';

interface PillProps {
  /** Of the theme: red, gray. */
  color: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A word or a number on its colour. */
export const Pill = ({ color, className = '', children }: PillProps) => (
  <span
    className={`${styles.pill} ${className}`}
    style={
      {
        '--pill-background': `var(--mantine-color-${color}-light)`,
        '--pill-color': `var(--mantine-color-${color}-light-color)`,
      } as CSSProperties
    }
  >
    {children}
  </span>
);
