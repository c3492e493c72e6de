import { classes } from '../classes.ts';
import styles from './placeholder.module.css';

interface PlaceholderProps {
  /** CSS lengths; default one line of text, as wide as there is room. */
  height?: string;
  width?: string;
  className?: string;
}

/** A grey block that keeps the room of what is still loading. The region around it says so in words. */
export function Placeholder({ height = '1.25em', width = '100%', className }: PlaceholderProps) {
  return (
    <span
      className={classes(styles.placeholder, className)}
      style={{ height, width }}
      aria-hidden="true"
      data-placeholder=""
    />
  );
}
