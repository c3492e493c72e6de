import type { ReactNode } from 'react';
import styles from './card-table.module.css';

interface CardTableProps {
  columns: readonly { readonly name: string; readonly className: string | undefined }[];
  /** Of the head. */
  className?: string | undefined;
  /** The head's cell of a column of checkboxes. */
  check?: ReactNode;
  /** Its rows. */
  children: ReactNode;
}

/**
 * A table where there is room, a card for each row elsewhere. Mantine's Table would load its scroll area and floating-ui
 * with the dashboard.
 */
export function CardTable({ columns, className = '', check, children }: CardTableProps) {
  return (
    <div className={styles.area}>
      <table className={styles.table}>
        <thead className={`${styles.head} ${className}`}>
          <tr>
            {check}
            {columns.map((column) => (
              <th key={column.name} scope="col" className={column.className}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
