import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import table from '../../ui/card-table.module.css';
import { CardTable } from '../../ui/card-table.tsx';
import { type BundleActions, bundleColumns } from './bundle-columns.tsx';
import styles from './bundle-table.module.css';

const PLACEHOLDER_ROWS = [1, 2, 3];

interface BundleRowsProps extends BundleActions {
  /** A few; undefined until they have been read. */
  bundles: readonly Bundle[] | undefined;
  platformCount: number;
}

/** The rows of a short bundle table: a table where there is room, cards on a phone. */
export function BundleRows({ bundles, platformCount, onDeploy, onDetails }: BundleRowsProps) {
  const columns = useMemo(
    () => bundleColumns({ platformCount, onDeploy, onDetails }),
    [platformCount, onDeploy, onDetails],
  );
  const className = `${table.row} ${styles.row}`;
  return (
    <CardTable columns={columns}>
      {bundles?.map((bundle) => (
        <tr key={bundle.id} className={className} data-row={bundle.id}>
          {columns.map(({ name, className, isHeader, cell }) => {
            const Cell = isHeader ? 'th' : 'td';
            return (
              <Cell key={name} className={className} {...(isHeader && { scope: 'row' })}>
                {cell(bundle)}
              </Cell>
            );
          })}
        </tr>
      )) ??
        PLACEHOLDER_ROWS.map((place) => (
          <tr key={place} className={className} data-bundle-placeholder="">
            {columns.map(({ name, className, placeholder }) => (
              <td key={name} className={className}>
                <Skeleton width={placeholder} maw="100%" height="1rem" />
              </td>
            ))}
          </tr>
        ))}
    </CardTable>
  );
}
