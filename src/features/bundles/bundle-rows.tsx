import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import table from '../../ui/card-table.module.css';
import { CardTable } from '../../ui/card-table.tsx';
import { type BundleActions, BundleRow } from './bundle-row.tsx';
import styles from './bundle-table.module.css';

const COLUMNS = [
  { name: 'Bundle Name', className: styles.title, placeholder: '70%' },
  { name: 'Status', className: styles.status, placeholder: '5rem' },
  { name: 'Platform Target', className: styles.targets, placeholder: '6rem' },
  { name: 'Upload Time', className: styles.time, placeholder: '8rem' },
  { name: 'Actions', className: styles.actions, placeholder: '9rem' },
];
const PLACEHOLDER_ROWS = [1, 2, 3];

interface BundleRowsProps extends BundleActions {
  /** The rows to show; undefined until they have been read. */
  bundles: readonly Bundle[] | undefined;
  platformCount: number;
  /** The checkboxes, given so that a table without them does not load their code. */
  checks?: {
    readonly all: ReactNode;
    readonly of: (bundle: Bundle) => ReactNode;
    readonly selected: ReadonlySet<string>;
  };
}

/** The rows of a bundle table: a table where there is room, cards on a phone. */
export function BundleRows(props: BundleRowsProps) {
  const { bundles, checks, platformCount, onDeploy, onDetails } = props;
  const row = { platformCount, onDeploy, onDetails };
  return (
    <CardTable
      columns={COLUMNS}
      className={styles.head}
      check={checks ? <td className={styles.check}>{checks.all}</td> : null}
    >
      {bundles?.map((bundle) => (
        <BundleRow
          key={bundle.id}
          bundle={bundle}
          check={checks?.of(bundle)}
          isSelected={checks?.selected.has(String(bundle.id)) ?? false}
          {...row}
        />
      )) ??
        PLACEHOLDER_ROWS.map((place) => (
          <tr key={place} className={`${table.row} ${styles.row}`} data-bundle-placeholder="">
            {checks ? <td className={styles.check} /> : null}
            {COLUMNS.map(({ name, className, placeholder }) => (
              <td key={name} className={className}>
                <Skeleton width={placeholder} maw="100%" height="1rem" />
              </td>
            ))}
          </tr>
        ))}
    </CardTable>
  );
}
