import type { ComponentProps, ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
}

/** Stands where there is nothing to show, says why, and what can be done about it. */
export function EmptyState({ title, description, icon, children, ...box }: EmptyStateProps) {
  return (
    <div className={styles.empty} {...box}>
      {icon ? <span aria-hidden="true">{icon}</span> : null}
      <p className={styles.title}>{title}</p>
      {description ? <p>{description}</p> : null}
      {children}
    </div>
  );
}
