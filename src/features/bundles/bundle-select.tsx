import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import styles from './bundle-table.module.css';
import type { BundleSelection } from './use-bundle-selection.ts';

interface SelectBundleProps {
  bundle: Bundle;
  selection: BundleSelection;
}

/** Selects one bundle, or with Shift all up to it. */
export function SelectBundle({ bundle, selection }: SelectBundleProps) {
  const id = String(bundle.id);
  return (
    <RowCheckbox
      id={`select-${id}`}
      aria-label={`Select ${bundle.name}`}
      checked={selection.ids.has(id)}
      onChange={({ currentTarget, nativeEvent }) =>
        selection.select(id, currentTarget.checked, isWithShift(nativeEvent))
      }
    />
  );
}

const isWithShift = (event: Event) => event instanceof MouseEvent && event.shiftKey;

interface SelectAllProps {
  /** The rows that are shown. */
  bundles: readonly Bundle[];
  selection: BundleSelection;
}

export function SelectAll({ bundles, selection }: SelectAllProps) {
  const count = bundles.filter(({ id }) => selection.ids.has(String(id))).length;
  const isAll = count > 0 && count === bundles.length;
  return (
    <>
      <RowCheckbox
        id="select-all-bundles"
        aria-label="Select all bundles shown"
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        disabled={bundles.length === 0}
        onChange={({ currentTarget }) => selection.selectShown(currentTarget.checked)}
      />
      <span className={styles.selectAll} aria-hidden="true">
        Select all
      </span>
    </>
  );
}

/** The room around it is pressed too: fingers need it. */
function RowCheckbox({ id, ...checkbox }: CheckboxProps & { id: string }) {
  return (
    <label className={styles.checkTarget} htmlFor={id}>
      <Checkbox id={id} size="xs" {...checkbox} />
    </label>
  );
}
