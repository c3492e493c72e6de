import type { ReactNode } from 'react';
import styles from './card-table.module.css';

/** A column of a table; its class says how wide it is, and where a card has it. */
export interface TableColumn<Row> {
  readonly name: string;
  readonly className: string | undefined;
  /** It names the row. */
  readonly isHeader?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface CardTableProps {
  columns: readonly Pick<TableColumn<never>, 'name' | 'className'>[];
  /** Its rows. */
  children: ReactNode;
}

/**
 * A short table where there is room, a card for each row elsewhere. Mantine's Table would load its scroll area and
 * floating-ui with the dashboard.
 */
export function CardTable({ columns, children }: CardTableProps) {
  return (
    <div className={styles.area}>
      <table className={styles.table}>
        <thead className={styles.head}>
          <tr>
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
