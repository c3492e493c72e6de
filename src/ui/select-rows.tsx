import { Checkbox, type CheckboxProps, CloseButton, Group, Paper, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './select-rows.module.css';
import type { Selection } from './use-selection.ts';

interface SelectRowProps {
  id: string;
  /** Of the row, such as its name. */
  label: string;
  selection: Selection;
}

/**
 * Selects one row, or with Shift all up to it. Arrows lead to the rows above and below, with Shift they select on the
 * way.
 */
export function SelectRow({ id, label, selection }: SelectRowProps) {
  return (
    <RowCheckbox
      id={`select-${id}`}
      aria-label={`Select ${label}`}
      checked={selection.ids.has(id)}
      onChange={({ currentTarget, nativeEvent }) =>
        selection.select(id, currentTarget.checked, isWithShift(nativeEvent))
      }
      onKeyDown={(event) => onArrow(event, id, selection)}
    />
  );
}

const isWithShift = (event: Event) => event instanceof MouseEvent && event.shiftKey;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function onArrow(event: KeyboardEvent<HTMLInputElement>, id: string, selection: Selection): void {
  const step = STEPS[event.key];
  const next = step && selection.shown[selection.shown.indexOf(id) + step];
  const box = next ? document.getElementById(`select-${next}`) : null;
  if (!next || !box) return;
  event.preventDefault();
  if (event.shiftKey) selection.extend(id, next);
  box.focus();
}

interface SelectAllProps {
  /** Of the rows, such as 'bundles'. */
  label: string;
  selection: Selection;
}

/** Selects all rows on the screen. */
export function SelectAll({ label, selection }: SelectAllProps) {
  const { ids, shown } = selection;
  const count = shown.filter((id) => ids.has(id)).length;
  const isAll = count > 0 && count === shown.length;
  return (
    <>
      <RowCheckbox
        id={`select-all-${label}`}
        aria-label={`Select all ${label} shown`}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        disabled={shown.length === 0}
        onChange={({ currentTarget }) => selection.selectShown(currentTarget.checked)}
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
  selection: Selection;
  /** What can be done with all selected rows at once. */
  children: ReactNode;
}

/** Stands at the end of the window while the rows above it are scrolled; nothing while none is selected. */
export function SelectionBar({ label, selection, children }: SelectionBarProps) {
  const { size } = selection.ids;
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {size > 0 ? `Selected ${label}: ${size.toLocaleString()}` : ''}
      </span>
      {size > 0 ? (
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
            <CloseButton aria-label="Clear selection" onClick={selection.clear} />
            <Text size="sm" fw={500}>
              {size.toLocaleString()} selected
            </Text>
            {children}
          </Group>
        </Paper>
      ) : null}
    </>
  );
}
