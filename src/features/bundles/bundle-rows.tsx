import { Checkbox } from '@mantine/core';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { type BundleActions, BundleRow, BundleRowSkeletons } from './bundle-row.tsx';
import styles from './bundle-table.module.css';

/** Which bundles are chosen for an action on all of them at once. */
export interface BundleSelection {
  readonly ids: ReadonlySet<string>;
  /** @param range the row and all between it and the one that was selected before */
  readonly onSelect: (id: string, selected: boolean, range: boolean) => void;
  /** Every row that is shown. */
  readonly onSelectAll: (selected: boolean) => void;
}

interface BundleRowsProps extends BundleActions {
  /** The rows to show; undefined until they have been read. */
  bundles: readonly Bundle[] | undefined;
  platformCount: number;
  selection?: BundleSelection | undefined;
}

/** The rows of a bundle table: a table where there is room, cards on a phone. */
export function BundleRows({ bundles, platformCount, selection, ...actions }: BundleRowsProps) {
  return (
    <div className={styles.area}>
      <table className={styles.table}>
        <thead className={styles.head}>
          <tr>
            {selection ? <SelectAll bundles={bundles ?? []} selection={selection} /> : null}
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

interface SelectAllProps {
  bundles: readonly Bundle[];
  selection: BundleSelection;
}

function SelectAll({ bundles, selection }: SelectAllProps) {
  const count = bundles.filter(({ id }) => selection.ids.has(String(id))).length;
  const isAll = count > 0 && count === bundles.length;
  return (
    <td className={styles.check}>
      <label className={styles.checkTarget} htmlFor="select-all-bundles">
        <Checkbox
          id="select-all-bundles"
          size="xs"
          aria-label="Select all bundles shown"
          checked={isAll}
          indeterminate={count > 0 && !isAll}
          disabled={bundles.length === 0}
          onChange={({ currentTarget }) => selection.onSelectAll(currentTarget.checked)}
        />
      </label>
      <span className={styles.selectAll} aria-hidden="true">
        Select all
      </span>
    </td>
  );
}
