import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './panel.module.css';

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Buttons or marks at the end of the title's line. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** For lists and tables that bring their own edges: no padding around the content. */
  flush?: boolean;
}

/** A framed region of a screen, named by its title (a second-level heading). */
export function Panel({
  title,
  actions,
  footer,
  flush,
  className,
  children,
  ...native
}: PanelProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      {...native}
      className={classes(styles.panel, className)}
    >
      {title || actions ? (
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
      ) : null}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </section>
  );
}
