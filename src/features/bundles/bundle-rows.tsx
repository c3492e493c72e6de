import type { ComponentType } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { type BundleActions, BundleRow, BundleRowSkeletons } from './bundle-row.tsx';
import type { SelectAllProps, SelectBundleProps } from './bundle-select.tsx';
import styles from './bundle-table.module.css';

/** Which bundles are chosen for an action on all of them at once. */
export interface BundleSelection {
  readonly ids: ReadonlySet<string>;
  /** @param range the row and all between it and the one that was selected before */
  readonly onSelect: (id: string, selected: boolean, range: boolean) => void;
  /** Every row that is shown. */
  readonly onSelectAll: (selected: boolean) => void;
}

/** The checkboxes, given so that a table without them does not load their code. */
export interface SelectableRows extends BundleSelection {
  readonly SelectBundle: ComponentType<SelectBundleProps>;
  readonly SelectAll: ComponentType<SelectAllProps>;
}

interface BundleRowsProps extends BundleActions {
  /** The rows to show; undefined until they have been read. */
  bundles: readonly Bundle[] | undefined;
  platformCount: number;
  selection?: SelectableRows | undefined;
}

/** The rows of a bundle table: a table where there is room, cards on a phone. */
export function BundleRows({ bundles, platformCount, selection, ...actions }: BundleRowsProps) {
  return (
    <div className={styles.area}>
      <table className={styles.table}>
        <thead className={styles.head}>
          <tr>
            {selection ? (
              <td className={styles.check}>
                <selection.SelectAll bundles={bundles ?? []} selection={selection} />
              </td>
            ) : null}
            <th scope="col">Bundle Name</th>
            <th scope="col" className={styles.status}>
              Status
            </th>
            <th scope="col" className={styles.targets}>
              Platform Target
            </th>
            <th scope="col" className={styles.time}>
              Upload Time
            </th>
            <th scope="col" className={styles.actions}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {bundles ? (
            bundles.map((bundle) => (
              <BundleRow
                key={bundle.id}
                bundle={bundle}
                platformCount={platformCount}
                selected={selection?.ids.has(String(bundle.id))}
                onSelect={selection?.onSelect}
                SelectBundle={selection?.SelectBundle}
                {...actions}
              />
            ))
          ) : (
            <BundleRowSkeletons selectable={selection !== undefined} />
          )}
        </tbody>
      </table>
    </div>
  );
}
