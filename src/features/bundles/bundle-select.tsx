import { Checkbox } from '@mantine/core';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { BundleSelection } from './bundle-rows.tsx';
import styles from './bundle-table.module.css';

export interface SelectBundleProps {
  id: string;
  name: string;
  selected: boolean;
  onSelect: BundleSelection['onSelect'];
}

/** Selects one bundle, or with Shift all up to it. */
export function SelectBundle({ id, name, selected, onSelect }: SelectBundleProps) {
  return (
    <label className={styles.checkTarget} htmlFor={`select-${id}`}>
      <Checkbox
        id={`select-${id}`}
        size="xs"
        aria-label={`Select ${name}`}
        checked={selected}
        onChange={({ currentTarget, nativeEvent }) =>
          onSelect(id, currentTarget.checked, isWithShift(nativeEvent))
        }
      />
    </label>
  );
}

const isWithShift = (event: Event) => event instanceof MouseEvent && event.shiftKey;

export interface SelectAllProps {
  bundles: readonly Bundle[];
  selection: BundleSelection;
}

/** Selects every row that is shown. */
export function SelectAll({ bundles, selection }: SelectAllProps) {
  const count = bundles.filter(({ id }) => selection.ids.has(String(id))).length;
  const isAll = count > 0 && count === bundles.length;
  return (
    <>
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
    </>
  );
}
