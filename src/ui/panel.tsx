import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './panel.module.css';

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  /** Controls at the end of the title's line. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** Lists and tables reach the edges of the card. */
  flush?: boolean;
}

/** A region of a screen, named by its title (a second-level heading). */
export function Panel(props: PanelProps) {
  const { title, description, actions, footer, flush, children, className = '', ...rest } = props;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={`${styles.card} ${className}`}
      data-flush={flush || undefined}
      {...rest}
    >
      <div className={styles.head}>
        <div>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {description ? <p className={styles.small}>{description}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {flush ? children : <div className={styles.body}>{children}</div>}
      {footer ? <div className={`${styles.small} ${styles.foot}`}>{footer}</div> : null}
    </section>
  );
}
