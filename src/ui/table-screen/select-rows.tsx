import { Checkbox, type CheckboxProps, CloseButton, Group, Paper, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './select-rows.module.css';
import type { ShownRow, Table } from './use-table.ts';

interface SelectRowProps<Row> {
  row: ShownRow<Row>;
  /** Of the row, such as its name. */
  label: string;
  table: Pick<Table<Row>, 'shown'>;
}

/**
 * Selects one row, or with Shift all up to it. Arrows lead to the rows above and below, with Shift they select on the
 * way.
 */
export function SelectRow<Row>({ row, label, table }: SelectRowProps<Row>) {
  return (
    <RowCheckbox
      id={`select-${row.id}`}
      aria-label={`Select ${label}`}
      checked={row.getIsSelected()}
      onChange={row.getToggleSelectedHandler()}
      onKeyDown={(event) => onArrow(event, row, table.shown)}
    />
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function onArrow<Row>(
  event: KeyboardEvent,
  row: ShownRow<Row>,
  shown: readonly ShownRow<Row>[],
): void {
  const step = STEPS[event.key];
  const next = step && shown[shown.findIndex(({ id }) => id === row.id) + step];
  const box = next ? document.getElementById(`select-${next.id}`) : null;
  if (!next || !box) return;
  event.preventDefault();
  if (event.shiftKey) {
    // Back over what is selected already gives it back.
    row.toggleSelected(!next.getIsSelected());
    next.toggleSelected(true);
  }
  box.focus();
}

interface SelectAllProps {
  /** Of the rows, such as 'bundles'. */
  label: string;
  table: Pick<Table<unknown>, 'shown' | 'selection' | 'selectShown'>;
}

/** Selects all rows on the screen. */
export function SelectAll({ label, table }: SelectAllProps) {
  return (
    <>
      <RowCheckbox
        id={`select-all-${label}`}
        aria-label={`Select all ${label} shown`}
        checked={table.selection === 'all'}
        indeterminate={table.selection === 'some'}
        disabled={table.shown.length === 0}
        onChange={({ currentTarget }) => table.selectShown(currentTarget.checked)}
      />
      <span className={styles.all} aria-hidden="true">
        Select all
      </span>
    </>
  );
}

/** The room around it is pressed too: fingers need it. */
function RowCheckbox({ id, ...checkbox }: CheckboxProps & { id: string }) {
  return (
    <label className={styles.target} htmlFor={id}>
      <Checkbox id={id} size="xs" {...checkbox} />
    </label>
  );
}

interface SelectionBarProps {
  /** Of the rows, such as 'bundles'. */
  label: string;
  table: Pick<Table<unknown>, 'selected' | 'clear'>;
  /** What can be done with all selected rows at once. */
  children: ReactNode;
}

/** Stands at the end of the window while the rows above it are scrolled; nothing while none is selected. */
export function SelectionBar({ label, table, children }: SelectionBarProps) {
  const { length } = table.selected;
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {length > 0 ? `Selected ${label}: ${length.toLocaleString()}` : ''}
      </span>
      {length > 0 ? (
        <Paper
          component="section"
          aria-label={`Selected ${label}`}
          withBorder
          shadow="md"
          w="fit-content"
          maw="calc(100% - 1.5rem)"
          mx="auto"
          mb="sm"
          px="sm"
          py="xs"
          pos="sticky"
          bottom="calc(var(--shell-foot, 0px) + var(--mantine-spacing-sm))"
          style={{ zIndex: 4 }}
        >
          <Group gap={6}>
            {/* First: on a phone the rest takes a second line. */}
            <CloseButton aria-label="Clear selection" onClick={table.clear} />
            <Text size="sm" fw={500}>
              {length.toLocaleString()} selected
            </Text>
            {children}
          </Group>
        </Paper>
      ) : null}
    </>
  );
}
